/** Business constants (specification, sections 5 and 9). */
export const limits = {
  tagName: 45,
  filterName: 48,
  personName: 46,
  companyName: 100,
  departmentName: 50,
  position: 50,
  passwordMin: 8,
  passwordMax: 256,
  uploadFiles: 50,
  uploadBytes: 10 * 1024 * 1024,
  csvBytes: 2_000_000,
  csvRows: 10_000,
  expirationYears: { min: 1, max: 10 },
  pageSizes: [25, 50, 100],
  defaultPageSize: 50,
} as const

/** Waits and timeouts in milliseconds. */
export const times = {
  notice: 20_000,
  noticeHide: 500,
  spinner: 500,
  save: 500,
  activationRedirect: 5_000,
  unregisterRedirect: 10_000,
  chunkLoad: 120_000,
  reachable: 10_000,
} as const

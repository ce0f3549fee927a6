import { RegisterInputBody } from '@/shared/api/rules'
import { defaultPageSize } from './pageSize'

/** Business constants that the API's document does not have (specification, section 9). */
export const limits = {
  uploadFiles: RegisterInputBody.sds_list.maxItems,
  uploadBytes: 10 * 1024 * 1024,
  csvBytes: 2_000_000,
  csvRows: 10_000,
  pageSizes: [25, 50, 100],
  defaultPageSize,
  /** Attachments of a sheet with the largest plan, or the option. */
  attachments: 50,
} as const

/** Waits and timeouts in milliseconds. */
export const times = {
  notice: 20_000,
  noticeHide: 500,
  spinner: 500,
  save: 500,
  activationRedirect: 5_000,
  unregisterRedirect: 10_000,
  /** After the last key stroke, before the server is asked about an input. */
  typing: 400,
  chunkLoad: 120_000,
  reachable: 10_000,
  /** From a request to its answer: the gateway ends its own wait after 29 seconds, and what is sent may need some. */
  answer: 60_000,
  /** Between two codes to a phone. */
  resend: 30_000,
} as const

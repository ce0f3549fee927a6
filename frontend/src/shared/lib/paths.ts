/** Every path of the dashboard (hash routes; specification, section 2). */
export const paths = {
  top: '/',
  login: '/login',
  signup: '/signup',
  signupActivation: '/signup/activation',
  signupComplete: '/signup/complete',
  passwordRecovery: '/password-recovery',
  resetPassword: '/reset-password',
  privacyPolicy: '/privacypolicy',
  terms: '/terms',
  unregister: '/unregister',
  corporate: '/corporate',
  inquiry: '/inquiry',
  sdsUpload: '/sds/upload',
  sdsList: '/sds/index',
  sdsErrors: '/sds/index/error',
  company: '/company',
  companySettings: '/company/settings',
  departments: '/company/departments',
  tags: '/company/tags',
  myPage: '/user',
  jobs: '/jobs',
  checklists: '/dynamic/list',
} as const

/** A job in the list of jobs. */
export const jobPath = (jobId: string) => `${paths.jobs}/${encodeURIComponent(jobId)}`

/** What a checklist finds. */
export const checklistPath = (listId: string) => `${paths.checklists}/${encodeURIComponent(listId)}`

/** Where a login or a sign-up leads: the `redirect` value if it is a path of ours, else the upload screen. */
export function redirectTarget(redirect: string | null): string {
  // '//host' and '/\host' would be other sites if they ever reached an href.
  if (redirect && redirect.startsWith('/') && !/^\/[/\\]/.test(redirect)) return redirect
  return paths.sdsUpload
}

/** A path with a query; values that are empty are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** The screens of logged-in users (hash routes); some have others below them, such as a single job. */
const loggedInPaths = {
  home: '/home',
  sdsUpload: '/sds/upload',
  sdsList: '/sds/index',
  sdsErrors: '/sds/index/error',
  company: '/company',
  companySettings: '/company/settings',
  departments: '/company/departments',
  tags: '/company/tags',
  users: '/company/users',
  periodicExport: '/company/periodic_export',
  ipRestriction: '/security/ip_address_restriction',
  loginRetention: '/security/login_retention',
  userProvisioning: '/security/scim',
  auditLog: '/security/audit_log',
  samlSetting: '/security/saml_setting',
  myPage: '/user',
  jobs: '/jobs',
  enrollFactor: '/2fa/enroll',
  checklists: '/dynamic/list',
  substances: '/substances',
  duties: '/duties',
  laws: '/laws',
} as const

/** Every path of the dashboard (specification, section 2). */
export const paths = {
  top: '/',
  login: '/login',
  loginVerify: '/login/verify',
  samlLogin: '/saml/login',
  samlCallback: '/saml/callback',
  samlComplete: '/saml/complete',
  samlError: '/saml/error',
  signup: '/signup',
  signupActivation: '/signup/activation',
  signupComplete: '/signup/complete',
  passwordRecovery: '/password-recovery',
  resetPassword: '/reset-password',
  privacyPolicy: '/privacypolicy',
  terms: '/terms',
  unregister: '/unregister',
  contact: '/en/contact',
  corporate: '/corporate',
  inquiry: '/inquiry',
  ...loggedInPaths,
} as const

/** Whether the query of an address is an answer of the user pool's hosted pages (RFC 6749, section 4.1.2). */
export function isFromHostedPages(query: string): boolean {
  const search = new URLSearchParams(query)
  return search.has('state') && (search.has('code') || search.has('error'))
}

/** A job in the list of jobs. */
export const jobPath = (jobId: string) => `${paths.jobs}/${encodeURIComponent(jobId)}`

/** The set-up of a second factor. */
export const enrollPath = (mode: 'totp' | 'phone_code') => `${paths.enrollFactor}/${mode}`

/** A law, or a part of one, by its id. */
export const lawPath = (id: number) => `${paths.laws}/${id}`

/** A substance by its CAS number. */
export const substancePath = (cas: string) => `${paths.substances}/${encodeURIComponent(cas)}`

/** The results of a checklist. */
export const checklistPath = (listId: string) => `${paths.checklists}/${encodeURIComponent(listId)}`

const loggedInScreens: readonly string[] = Object.values(loggedInPaths)

/** Whether a path is a screen of logged-in users, or below one. */
export const isLoggedInPath = (path: string) => loggedInScreens.some(screen => path === screen || path.startsWith(`${screen}/`))

/** A path of plain words and ids, and any query: nothing ambiguous. */
const plainPath = /^((?:\/[A-Za-z0-9][A-Za-z0-9_-]*)+)(?:\?[\x21-\x5b\x5d-\x7e]*)?$/

/**
 * The target after a login or a sign-up: the `redirect` value if it is one of our screens, otherwise the
 * upload screen. A value that could be parsed as another site, even after repeated decoding, is refused:
 * the path has to be plain as it is.
 */
export function redirectTarget(redirect: string | null): string {
  const path = plainPath.exec(redirect ?? '')?.[1]
  if (redirect && path && isLoggedInPath(path)) return redirect
  return paths.sdsUpload
}

/** A path with a query; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** The name under which an address has its open sheet. */
export const sheetParam = 'sheet'

/** The open sheet of an address. */
export const sheetIn = (search: URLSearchParams) => search.get(sheetParam)

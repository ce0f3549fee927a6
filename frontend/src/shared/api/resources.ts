import type { ApiPaths } from './client'

/**
 * The reads of each resource. A mutation names the resources that it changes (`meta.invalidates`), and all of their reads
 * that are on the screen are repeated: one table, so that no screen shows what another has changed.
 */
export const resources = {
  me: ['/users/me'],
  sessions: ['/users/me/sessions', '/users/me/sign-ins'],
  secondFactors: ['/users/me/second-factors'],
  passkeys: ['/users/me/passkeys'],
  company: ['/companies/{id}'],
  departments: ['/companies/{id}/departments', '/companies/{id}/departments/usage'],
  tags: ['/companies/{id}/tags', '/companies/{id}/tags/usage'],
  users: ['/companies/{id}/users', '/companies/{id}/periodic_export/sendable-users'],
  auditLogs: ['/companies/{id}/audit_logs'],
  addresses: ['/companies/{id}/whitelist_ips'],
  provisioningTokens: ['/companies/{id}/provisioning_tokens'],
  saml: ['/companies/{id}/saml_connections'],
  savedSearches: ['/companies/{id}/users/{userId}/search-criteria'],
  periodicExports: ['/companies/{id}/periodic_export/settings', '/companies/{id}/periodic_export/settings/{settingId}', '/companies/{id}/periodic_export/settings/{settingId}/runs'],
  jobs: ['/companies/{id}/jobs', '/companies/{id}/jobs/{jobId}'],
  sheets: ['/companies/{id}/sdses'],
  sheet: ['/companies/{id}/sdses/{sdsId}', '/companies/{id}/sdses/revision_candidates', '/companies/{id}/sdses/{sdsId}/edit_histories', '/companies/{id}/sdses/{sdsId}/laws', '/companies/{id}/sdses/{sdsId}/mixture'],
  checklists: ['/dynamic_lists', '/dynamic_lists/{listId}', '/dynamic_lists/{listId}/histories', '/dynamic_list_results/{listId}'],
} as const satisfies Record<string, readonly (keyof ApiPaths)[]>

export type Resource = keyof typeof resources

/** The query keys of resources. */
export const keysOf = (names: readonly Resource[]) => names.flatMap(name => resources[name].map(path => ['get', path] as const))

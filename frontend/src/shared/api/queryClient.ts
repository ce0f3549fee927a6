import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient, type QueryKey, onlineManager } from '@tanstack/react-query'
import { endSession } from '@/shared/auth/end'
import { page } from '@/shared/lib/browser'
import { enrollPath } from '@/shared/lib/paths'
import { dismiss, notify } from '@/shared/ui/notify'
import { ApiError, SessionLostError, isCancelled, isInactiveUser } from './error'
import { type CallKind, errorText } from './report'
import { type Resource, keysOf } from './resources'

/** How failures of a query or mutation are reported. */
export interface CallMeta extends Record<string, unknown> {
  /** These statuses (or all failures) are shown by the caller; the rest is shown as a notice. */
  ownErrors?: 'all' | readonly number[]
}

/** How failures of a mutation are reported, and what it changes. */
export interface ChangeMeta extends CallMeta {
  /** What is read again once it is settled; the mutation is pending until then. */
  invalidates?: readonly Resource[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: ChangeMeta
  }
}

// Failures on the company, its departments and tags are shown by the page. A refusal for users or sheets means
// that this session's knowledge of its role is out of date: it has to restart.
const endsSession = (path: string) => /\/users(\/|$)|\/sdse?s?(\/|$)/.test(path)

/** The notice of an unreachable server; the next answer takes it away, or the connection's return. */
let unreachable: string | null = null

/** Whether the caller shows the failure itself. */
export const isOwn = (error: unknown, meta?: CallMeta) => meta?.ownErrors === 'all' || (error instanceof ApiError && meta?.ownErrors?.includes(error.status) === true)

/** Central handling of failed calls (specification, section 8). */
export function reportError(error: unknown, kind: CallKind, meta?: CallMeta): void {
  if (isCancelled(error)) return
  if (error instanceof SessionLostError || (error instanceof ApiError && error.status === 401)) {
    void endSession(error instanceof ApiError && error.code === 'session.idle' ? 'idle' : 'tokenInvalidated')
    return
  }
  if (isInactiveUser(error)) {
    void endSession('inactiveUser')
    return
  }
  if (error instanceof ApiError && error.code === 'session.second_factor_required') {
    page.go(enrollPath('totp'))
    return
  }
  if (error instanceof ApiError && error.status === 403 && endsSession(error.path)) {
    void endSession('permissionDenied')
    return
  }
  if (isOwn(error, meta)) return
  const id = notify({ text: errorText(error, kind), color: 'error' })
  if (error instanceof TypeError) unreachable = id
}

function answered(): void {
  if (unreachable) dismiss(unreachable)
  unreachable = null
}

// Nothing may have to be read again then, so no answer would come.
onlineManager.subscribe(online => {
  if (online) answered()
})

/** Faults that may be temporary. */
const mayPass = (error: unknown) => error instanceof TypeError || (error instanceof ApiError && (error.status === 408 || error.status >= 502))

/** Reads everything of some resources again. */
export async function invalidate(...names: readonly Resource[]): Promise<void> {
  await Promise.all(keysOf(names).map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => reportError(error, 'read', query.meta), onSuccess: answered }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => reportError(error, 'update', mutation.meta),
    onSuccess: answered,
    onSettled: (_data, _error, _variables, _result, mutation) => invalidate(...(mutation.meta?.invalidates ?? [])),
  }),
  defaultOptions: {
    // Without a connection a request fails at once instead of waiting silently; failed queries are repeated when there
    // is one.
    queries: { networkMode: 'always', refetchOnReconnect: true, staleTime: 30_000, retry: (count, error) => count < 2 && navigator.onLine && mayPass(error), refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** What a query finds now: a read under way, which may have begun before a change, is not waited for. */
export async function readNow<Found, Failure, Data, Key extends QueryKey>(query: FetchQueryOptions<Found, Failure, Data, Key>): Promise<Data> {
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
  return queryClient.fetchQuery({ ...query, staleTime: 0 })
}

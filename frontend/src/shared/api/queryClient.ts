import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { endSession } from '@/shared/auth/end'
import { notify } from '@/shared/ui/notify'
import { ApiError, SessionLostError, isCancelled, isInactiveUser } from './error'
import { type CallKind, errorText } from './report'

/** How failures of a query or mutation are reported. */
export interface CallMeta extends Record<string, unknown> {
  /** These statuses (or all failures) are shown by the caller; the rest is shown as a notice. */
  ownErrors?: 'all' | readonly number[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: CallMeta
  }
}

// Failures on the company, its departments and tags are shown by the page. A refusal for users or sheets means
// that this session's knowledge of its role is out of date: it has to restart.
const endsSession = (path: string) => /\/users(\/|$)|\/sdse?s?(\/|$)/.test(path)

/** Central handling of failed calls (specification, section 8). */
export function reportError(error: unknown, kind: CallKind, meta?: CallMeta): void {
  if (isCancelled(error)) return
  if (error instanceof SessionLostError || (error instanceof ApiError && error.status === 401)) {
    void endSession('tokenInvalidated')
    return
  }
  if (isInactiveUser(error)) {
    void endSession('inactiveUser')
    return
  }
  if (error instanceof ApiError && error.status === 403 && endsSession(error.path)) {
    void endSession('permissionDenied')
    return
  }
  if (meta?.ownErrors === 'all') return
  if (error instanceof ApiError && meta?.ownErrors?.includes(error.status)) return
  notify({ text: errorText(error, kind), color: 'error' })
}

/** Faults that may be temporary. */
const mayPass = (error: unknown) => error instanceof TypeError || (error instanceof ApiError && (error.status === 408 || error.status >= 502))

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => reportError(error, 'read', query.meta) }),
  mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => reportError(error, 'update', mutation.meta) }),
  defaultOptions: {
    // Without a connection a request fails at once instead of waiting silently; failed queries are repeated when there
    // is one.
    queries: { networkMode: 'always', refetchOnReconnect: true, staleTime: 30_000, retry: (count, error) => count < 2 && navigator.onLine && mayPass(error), refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', retry: false },
  },
})

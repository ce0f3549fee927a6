import type { Locale } from '@/shared/lib/locale'

/** An answer that is not used within this time of its arrival, in milliseconds, may say what is no longer so. */
const useful = 10_000

interface Early {
  answer: Promise<Response>
  token: string
  locale: Locale
  /** When the answer was there; null while it is on its way, which takes long on a slow connection. */
  arrivedAt: number | null
}

const sent = new Map<string, Early>()

/**
 * Sends requests of the first screen while the scripts that draw it are still on their way. An answer is given
 * to the dashboard's own request for the same address, which treats it as any other: also a refusal, or no answer.
 */
export function sendEarly(addresses: readonly string[], token: string, locale: Locale): void {
  for (const address of addresses) {
    const url = new URL(address, window.location.origin).toString()
    const answer = fetch(url, { headers: { Authorization: `Bearer ${token}`, 'Accept-Language': locale } })
    const early: Early = { answer, token, locale, arrivedAt: null }
    const arrive = () => (early.arrivedAt = performance.now())
    // A failure is met by the request that takes it.
    answer.then(arrive, arrive)
    sent.set(url, early)
  }
}

/** Ends waiting, as fetch does, when the request is cancelled. */
function unlessCancelled(answer: Promise<Response>, { signal }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason as Error)
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}

/**
 * The answer to a request that was sent early, once: null unless it is the same request, of the same session and
 * in the same language, a moment ago.
 */
export function takeEarly(request: Request): Promise<Response> | null {
  const early = request.method === 'GET' ? sent.get(request.url) : undefined
  if (!early) return null
  sent.delete(request.url)
  const same = request.headers.get('Authorization') === `Bearer ${early.token}` && request.headers.get('Accept-Language') === early.locale
  const fresh = early.arrivedAt === null || performance.now() - early.arrivedAt < useful
  return same && fresh ? unlessCancelled(early.answer, request) : null
}

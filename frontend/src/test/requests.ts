import { HttpResponse, http } from 'msw'
import { server } from './server'

export interface Sent {
  body: unknown
  ifMatch: string | null
  url: URL
}

/** Records the requests to a route, and answers them. */
export function keep(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, answer: (sent: Sent, count: number) => Response | Promise<Response> = () => HttpResponse.json({})): Sent[] {
  const all: Sent[] = []
  server.use(
    http[method](path, async ({ request }) => {
      const text = request.headers.get('Content-Type')?.includes('json') ? await request.text() : ''
      const sent = { body: text ? (JSON.parse(text) as unknown) : null, ifMatch: request.headers.get('If-Match'), url: new URL(request.url) }
      all.push(sent)
      return (await answer(sent, all.length)) as HttpResponse<null>
    }),
  )
  return all
}

/** A refusal of the API. */
export const problem = (status: number, detail: string, fields: readonly { path: string; code: string; detail: string }[] = []) => () => HttpResponse.json({ code: 'x', detail, fields }, { status })

export const done = () => new HttpResponse(null, { status: 204 })

/** Answers a change with the record as it is then. */
export const changed =
  <R extends { version: number }>(record: R) =>
  ({ body, ifMatch }: Sent) =>
    HttpResponse.json({ ...record, ...(body as Partial<R>), version: Number(ifMatch?.replaceAll('"', '')) + 1 })

/** An answer that waits until it is released. */
export function held(answer: () => Response): { answer: () => Promise<Response>; release: () => void } {
  let release = () => undefined as void
  const wait = new Promise<void>(resolve => (release = resolve))
  return { answer: () => wait.then(answer), release: () => release() }
}

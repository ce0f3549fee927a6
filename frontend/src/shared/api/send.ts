/** What openapi-fetch returns for a successful answer; every other one is thrown by the client. */
interface Answered<T> {
  data?: T
  response: Response
}

/** The body of an answer; undefined for one that has none (204). A body that is missing is a fault of the server. */
export async function send<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, response } = await call
  if (data === undefined && response.status !== 204 && response.headers.get('Content-Length') !== '0') throw new TypeError('the answer has no body')
  return data as T
}

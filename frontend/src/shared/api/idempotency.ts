/**
 * Keys for creating requests. The same request (address and body) keeps its key until its outcome is known,
 * so that a retry after a broken connection, or a double click, cannot create an item twice. After an
 * answer the next request is a new one, even with the same content.
 */
export class IdempotencyKeys {
  private readonly keys = new Map<string, string>()

  keyFor(url: string, body: string): string {
    const call = `${url}\n${body}`
    const known = this.keys.get(call)
    if (known) return known
    const key = crypto.randomUUID()
    this.keys.set(call, key)
    return key
  }

  /** The server has answered the request with this key. */
  settle(key: string): void {
    for (const [call, known] of this.keys) if (known === key) this.keys.delete(call)
  }
}

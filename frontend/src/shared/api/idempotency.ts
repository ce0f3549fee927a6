/**
 * Keys for creating calls. The same call (address and body) keeps its key until its outcome is known, so that
 * a second try after a broken connection, or a double click, cannot create a thing twice. Once an answer has
 * come, the next call is a new one, even with the same content.
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

  /** The server has answered the call with this key. */
  settle(key: string): void {
    for (const [call, known] of this.keys) if (known === key) this.keys.delete(call)
  }
}

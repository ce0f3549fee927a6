import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const period = 30_000
/** Between a code and its arrival at the server at most this much time passes, in milliseconds, on a busy machine too. */
const onTheWay = 15_000

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replace(/[^A-Z2-7]/g, '')].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => parseInt(byte, 2)))
}

/** The code of an authenticator app (RFC 6238) at a moment. */
function codeAt(secret: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / period)))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac[19] ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** An authenticator app: each of its codes is one that was not given before, as a code works once. */
export class Authenticator {
  private last = 0
  constructor(private readonly secret: string) {}

  /**
   * The next code; waits for it while those that the server accepts have been given: of the last step, this one and the next. The
   * server accepts it for at least so many milliseconds.
   */
  async code(accepted = onTheWay): Promise<string> {
    const step = Math.max(Math.floor((Date.now() + accepted) / period) - 1, this.last + 1)
    const early = (step - 1) * period - Date.now()
    if (early > 0) await new Promise(done => setTimeout(done, early + 200))
    this.last = step
    return codeAt(this.secret, step * period)
  }

  /** A code that has expired. */
  expired(): string {
    return codeAt(this.secret, Date.now() - 10 * period)
  }
}

import { limits } from '@/shared/lib/limits'

/** Why a file is not sent, or did not arrive. `text` is the server's message. */
export interface Refusal {
  code: 'notPdf' | 'tooLarge' | 'empty' | 'tooMany' | 'duplicate' | 'known' | 'unreadable' | 'network' | 'storage' | 'server' | 'planLimit'
  text?: string
}

/** The fault visible in a file's name and size; null if there is none. */
export function refusalOf(file: Pick<File, 'name' | 'size'>): Refusal | null {
  if (!/\.pdf$/i.test(file.name)) return { code: 'notPdf' }
  if (file.size === 0) return { code: 'empty' }
  if (file.size > limits.uploadBytes) return { code: 'tooLarge' }
  return null
}

/** Whether the same file may be accepted on a retry. */
export function mayPassLater({ code }: Refusal): boolean {
  return !['notPdf', 'tooLarge', 'empty', 'duplicate', 'known'].includes(code)
}

const marker = [0x25, 0x50, 0x44, 0x46] // %PDF

/** Whether bytes begin like a PDF: the marker may be anywhere in the first 1024. */
export function looksLikePdf(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, 1024) - marker.length
  for (let at = 0; at <= end; at++) if (marker.every((byte, i) => bytes[at + i] === byte)) return true
  return false
}

/** The SHA-256 of bytes in hexadecimal; undefined if the browser offers none (a page without TLS). */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  return Array.from(new Uint8Array(await subtle.digest('SHA-256', bytes)), byte => byte.toString(16).padStart(2, '0')).join('')
}

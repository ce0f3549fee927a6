import { checkReadable } from './chosenFile'

/** A presigned form of the bucket. */
export interface PostForm {
  url: string
  fields: Readonly<Record<string, string>>
}

/** The bucket refused: the form has expired, or the file is too large or not permitted by the form. */
export class StorageRefusedError extends Error {
  readonly status: number
  /** The bucket's name of the error, such as `EntityTooLarge`; empty if it gave none. */
  readonly code: string

  constructor(status: number, code: string) {
    super(`the bucket answered ${status} ${code}`.trim())
    this.name = 'StorageRefusedError'
    this.status = status
    this.code = code
  }
}

/** The connection broke, or the bucket failed: a retry may help. */
export class TransferBrokenError extends Error {
  constructor(cause: string) {
    super(cause)
    this.name = 'TransferBrokenError'
  }
}

/**
 * Sends a file with a presigned form. `onProgress` receives the bytes sent so far. Uses XMLHttpRequest,
 * because fetch reports no upload progress. A file that cannot be read any more is a FileGoneError.
 */
export async function sendForm(link: PostForm, file: File, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  await checkReadable(file)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(link.fields)) form.append(name, value)
    // The bucket ignores every field after the file.
    form.append('file', file)

    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.open('POST', link.url)
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else if (request.status >= 500) reject(new TransferBrokenError(`the bucket answered ${request.status}`))
      else reject(new StorageRefusedError(request.status, /<Code>(\w+)<\/Code>/.exec(request.responseText)?.[1] ?? ''))
    }
    request.onerror = () => reject(new TransferBrokenError('the connection broke'))
    request.ontimeout = request.onerror
    request.onabort = () => reject(new DOMException('the upload was given up', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.send(form)
  })
}

/** A chosen file that the browser does not read any more, because it was changed, moved or deleted after the choice. */
export class FileGoneError extends Error {
  constructor(name: string, cause: unknown) {
    super(`the file ${name} cannot be read`, { cause })
    this.name = 'FileGoneError'
  }
}

/** The bytes of a chosen file; a FileGoneError if it cannot be read any more. */
export async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (fault) {
    throw new FileGoneError(file.name, fault)
  }
}

/**
 * Rejects with a FileGoneError if a chosen file cannot be read any more. A request with such a file fails like one
 * without a connection, and would be repeated in vain.
 */
export async function checkReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (fault) {
    throw new FileGoneError(file.name, fault)
  }
}

/** A form with a chosen file as its only part, `file`; a FileGoneError if it cannot be read any more. */
export async function formOf(file: File): Promise<FormData> {
  await checkReadable(file)
  const form = new FormData()
  form.set('file', file, file.name)
  return form
}

/** Files that operating systems leave in folders. */
const leftovers = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i

/** The files of a chosen folder, without those that nobody put there. */
export const withoutLeftovers = (files: readonly File[]) => files.filter(({ name }) => !leftovers.test(name))

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader answers some entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all.toSorted((a, b) => a.name.localeCompare(b.name))
    all.push(...some)
  }
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)]
  const files: File[] = []
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) files.push(...(await filesIn(inner)))
  return withoutLeftovers(files)
}

/** The dropped files, and those in dropped folders and the folders within. */
export async function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  // To be asked for at once: after the event there is nothing to ask.
  const entries = [...items].filter(({ kind }) => kind === 'file').map(item => item.webkitGetAsEntry())
  const plain = [...files]
  if (!entries.some(entry => entry?.isDirectory)) return plain
  const found: File[] = []
  for (const entry of entries) if (entry) found.push(...(await filesIn(entry)))
  return found
}

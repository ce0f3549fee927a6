import { expect, it } from 'vitest'
import { droppedFiles } from './dropped'

const file = (name: string) => ({ name, isFile: true, isDirectory: false, file: (take: (file: File) => void) => take(new File(['x'], name)) })

/** A folder whose reader answers two entries at a time. */
function folder(name: string, ...entries: object[]) {
  return {
    name, isFile: false, isDirectory: true,
    createReader: () => {
      const left = [...entries]
      return { readEntries: (take: (some: object[]) => void) => take(left.splice(0, 2)) }
    },
  }
}

const drop = (...entries: { name: string; isDirectory: boolean }[]) =>
  droppedFiles({
    items: entries.map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry })) as unknown as DataTransferItemList,
    files: entries.map(({ name }) => new File(['x'], name)) as unknown as FileList,
  })

it('takes the files of dropped folders and of the folders within, without what systems leave there', async () => {
  const files = await drop(folder('SDS', file('b.pdf'), file('.DS_Store'), file('a.pdf'), file('Thumbs.db'), folder('旧', file('notes.txt'), file('c.pdf'))), file('d.pdf'))
  expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'notes.txt', 'd.pdf'])
})

it('takes dropped files as they are', async () => {
  expect((await drop(file('a.pdf'), file('.b.pdf'))).map(({ name }) => name)).toEqual(['a.pdf', '.b.pdf'])
})

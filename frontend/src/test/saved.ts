import { vi } from 'vitest'

/** Catches the files that the dashboard saves until the test ends, in place of the browser. */
export function catchFiles(): { name: string; content: Blob }[] {
  const files: { name: string; content: Blob }[] = []
  let content = new Blob()
  URL.createObjectURL = given => {
    // jsdom's Blob and that of a response are two classes.
    content = given as Blob
    return 'blob:saved'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content })
  })
  return files
}

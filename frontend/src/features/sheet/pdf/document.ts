import { GlobalWorkerOptions, type PDFDocumentProxy, getDocument } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Width and height of a page as it is displayed, in points. */
export interface PageSize {
  width: number
  height: number
}

export interface OpenPdf {
  document: PDFDocumentProxy
  sizes: readonly PageSize[]
}

/** Opens a PDF from its bytes and measures its pages. The decoders' files come from our own site. */
export function openPdf(bytes: Uint8Array): { opened: Promise<OpenPdf>; close: () => void } {
  const task = getDocument({
    // The worker transfers the bytes.
    data: bytes.slice(),
    cMapUrl: '/pdfjs/cmaps/',
    cMapPacked: true,
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
  })
  const opened = task.promise.then(async document => {
    const sizes: PageSize[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 })
      sizes.push({ width, height })
    }
    return { document, sizes }
  })
  return { opened, close: () => void task.destroy() }
}

import { GlobalWorkerOptions, type PDFDocumentProxy, PDFWorker, getDocument } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

let worker: PDFWorker | undefined

/** The only worker, for all documents: starting one takes longer than opening a document. */
export function warmWorker(): PDFWorker {
  if (!worker || worker.destroyed) worker = new PDFWorker({})
  return worker
}

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
    worker: warmWorker(),
    // The worker transfers the bytes.
    data: bytes.slice(),
    cMapUrl: '/pdfjs/cmaps/',
    cMapPacked: true,
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
  })
  const opened = task.promise.then(async document => {
    const pages = await Promise.all(Array.from({ length: document.numPages }, (_, i) => document.getPage(i + 1)))
    const sizes = pages.map((page): PageSize => {
      const { width, height } = page.getViewport({ scale: 1 })
      return { width, height }
    })
    return { document, sizes }
  })
  return { opened, close: () => void task.destroy() }
}

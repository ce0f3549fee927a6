import { lazyParts } from '@/shared/lib/lazyPart'

/** The pane is loaded with the first sheet, or beforehand. */
const pane = lazyParts(async () => (await import('./PdfPane')).PdfPane)

export const PdfPane = pane.Part

/** Loads the pane and starts its worker. */
export async function loadPdfPane(): Promise<void> {
  await pane.load()
  const { warmWorker } = await import('./document')
  warmWorker()
}

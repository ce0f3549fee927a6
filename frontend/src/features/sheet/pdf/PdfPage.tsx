import { Box } from '@mui/material'
import { type PDFDocumentProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { useSheetState } from '../context'
import { type SourceBox, rectangleOf } from '../lib/sources'
import type { PageSize } from './document'
import './frames.css'
import './textLayer.css'

/** The limit of pixels: a screen shows no more, and every page costs memory. */
const mostPixelsPerPoint = 2

export interface PdfPageProps {
  document: PDFDocumentProxy
  /** Starts at 1. */
  number: number
  size: PageSize
  scale: number
  top: number
  label: string
  /** The boxes on this page. */
  boxes: readonly SourceBox[]
  unsure: ReadonlySet<string>
  /** A point of the page was clicked, in PDF points. */
  onPoint: (page: number, x: number, y: number) => void
}

/** A page with its picture, its selectable text, and frames around the sources. */
export const PdfPage = memo(function PdfPage({ document, number, size, scale, top, label, boxes, unsure, onPoint }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const target = canvas.current
    const container = text.current
    if (!target || !container) return
    let over = false
    let stop = () => {}
    const draw = async () => {
      const page = await document.getPage(number)
      if (over) return
      const pixels = Math.min(window.devicePixelRatio || 1, mostPixelsPerPoint)
      const viewport = page.getViewport({ scale: scale * pixels })
      // Rendered off-screen: the old picture stays until the new one is complete.
      const fresh = window.document.createElement('canvas')
      fresh.width = Math.floor(viewport.width)
      fresh.height = Math.floor(viewport.height)
      const rendering = page.render({ canvas: fresh, viewport })
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport: page.getViewport({ scale }) })
      stop = () => {
        rendering.cancel()
        layer.cancel()
      }
      container.replaceChildren()
      await Promise.all([
        rendering.promise.then(() => {
          target.width = fresh.width
          target.height = fresh.height
          target.getContext('2d')?.drawImage(fresh, 0, 0)
        }),
        layer.render(),
      ])
    }
    draw().catch((error: unknown) => {
      if (!over && !(error instanceof RenderingCancelledException)) throw error
    })
    return () => {
      over = true
      stop()
    }
  }, [document, number, scale])

  const onClick = (event: MouseEvent<HTMLElement>) => {
    // Selecting text is no click on a value.
    if (window.getSelection()?.isCollapsed === false) return
    const { left, top: pageTop } = event.currentTarget.getBoundingClientRect()
    onPoint(number, (event.clientX - left) / scale, (event.clientY - pageTop) / scale)
  }
  return (
    // Keyboard users reach the same from the fields: the click is a shortcut for pointers.
     
    <Box
      role="region"
      aria-label={label}
      onClick={onClick}
      style={{ top, width: size.width * scale, height: size.height * scale, marginLeft: (-size.width * scale) / 2, ['--total-scale-factor' as string]: scale }}
      sx={{ position: 'absolute', left: '50%', bgcolor: 'background.paper', boxShadow: 1 }}
    >
      <canvas ref={canvas} aria-hidden style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }} />
      <div ref={text} className="textLayer" />
      <Frames boxes={boxes} scale={scale} unsure={unsure} />
      <ActiveFrames boxes={boxes} scale={scale} />
    </Box>
  )
})

/** The frames of all values on a page; they change only with the draft. */
const Frames = memo(function Frames({ boxes, scale, unsure }: Pick<PdfPageProps, 'boxes' | 'scale' | 'unsure'>) {
  return boxes.map(({ key, box }, i) => <div key={i} aria-hidden className={unsure.has(key) ? 'source unsure' : 'source'} style={rectangleOf(box, scale)} />)
})

/** The frames of the active value. */
function ActiveFrames({ boxes, scale }: Pick<PdfPageProps, 'boxes' | 'scale'>) {
  const active = useSheetState(state => state.active)
  return boxes.filter(({ key }) => key === active).map(({ box }, i) => <div key={i} aria-hidden data-testid="source-frame" className="source active" style={rectangleOf(box, scale)} />)
}

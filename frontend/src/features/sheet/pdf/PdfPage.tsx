import { Box } from '@mui/material'
import { type PDFDocumentProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { type SourceBox, rectangleOf } from '../lib/sources'
import type { PageSize } from './document'
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
  active: string | null
  unsure: ReadonlySet<string>
  /** A point of the page was clicked, in PDF points. */
  onPoint: (page: number, x: number, y: number) => void
}

/** A page with its picture, its selectable text, and frames around the sources. */
export const PdfPage = memo(function PdfPage({ document, number, size, scale, top, label, boxes, active, unsure, onPoint }: PdfPageProps) {
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
      sx={{ position: 'absolute', left: '50%', bgcolor: '#FFFFFF', boxShadow: 1 }}
    >
      <canvas ref={canvas} aria-hidden style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }} />
      <div ref={text} className="textLayer" />
      {boxes.map(({ key, box }, i) => {
        const isActive = key === active
        return (
          <Box
            key={i}
            aria-hidden
            data-testid={isActive ? 'source-frame' : undefined}
            style={rectangleOf(box, scale)}
            sx={{
              position: 'absolute',
              pointerEvents: 'none',
              borderRadius: '2px',
              mixBlendMode: 'multiply',
              ...(isActive
                ? { bgcolor: 'rgba(5,120,87,0.16)', outline: '2px solid #057857', zIndex: 3 }
                : unsure.has(key)
                  ? { bgcolor: 'rgba(255,176,32,0.22)', boxShadow: 'inset 0 -2px 0 rgba(224,134,0,0.7)' }
                  : { bgcolor: 'rgba(5,120,87,0.05)', boxShadow: 'inset 0 -1px 0 rgba(5,120,87,0.35)' }),
            }}
          />
        )
      })}
    </Box>
  )
})

import { Box, Button, LinearProgress, Stack } from '@mui/material'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Box as PdfBox } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { EmptyState } from '@/shared/ui/EmptyState'
import { type SourceBox, boxesByPage, fieldAtPoint, layOut, pageGap, pagesBetween, rectangleOf, scrollFor } from '../lib/sources'
import { type OpenPdf, openPdf } from './document'
import { PdfPage } from './PdfPage'
import { PdfToolbar } from './PdfToolbar'
import { type Zoom, zoomed } from './zoom'

export interface PdfPaneProps {
  data: Uint8Array | undefined
  failed: boolean
  onRetry: () => void
  /** Absent for view-only users. */
  onDownload?: () => void
  boxes: readonly SourceBox[]
  /** Fields with values to review. */
  unsure: readonly string[]
  /** The source of the active field. */
  source: { page: number; box: PdfBox } | undefined
  onPick: (key: string) => void
}

/** The sheet's PDF, with frames around the sources of values. */
export function PdfPane({ data, failed, onRetry, onDownload, ...rest }: PdfPaneProps) {
  const { t } = useTranslation()
  const [pdf, setPdf] = useState<OpenPdf | null>(null)
  const [broken, setBroken] = useState(false)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (!data) return
    let over = false
    const { opened, close } = openPdf(data)
    opened.then(
      open => {
        if (!over) setPdf(open)
      },
      () => {
        if (!over) setBroken(true)
      },
    )
    return () => {
      over = true
      setPdf(null)
      setBroken(false)
      close()
    }
  }, [data, tries])

  if (failed || broken) {
    return (
      <Box sx={{ bgcolor: 'background.default', height: '100%' }}>
        <EmptyState
          title={t(broken ? 'sheet.pdf.broken' : 'sheet.pdf.failed')}
          action={
            <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
              <Button variant="outlined" onClick={failed ? onRetry : () => setTries(tries + 1)}>
                {t('common.retry')}
              </Button>
              {onDownload && <Button onClick={onDownload}>{t('sheet.pdf.download')}</Button>}
            </Stack>
          }
        />
      </Box>
    )
  }
  if (!pdf) {
    return (
      <Box sx={{ bgcolor: 'background.default', height: '100%' }}>
        <LinearProgress aria-label={t('sheet.pdf.loading')} />
      </Box>
    )
  }
  return <Pages pdf={pdf} lookOnly={!onDownload} {...rest} />
}

function Pages({ pdf, lookOnly, boxes, unsure, source, onPick }: { pdf: OpenPdf; lookOnly: boolean } & Omit<PdfPaneProps, 'data' | 'failed' | 'onRetry' | 'onDownload'>) {
  const { t } = useTranslation()
  const { document, sizes } = pdf
  const view = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [scrollTop, setScrollTop] = useState(0)
  const [zoom, setZoom] = useState<Zoom>('fit')

  useLayoutEffect(() => {
    const element = view.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const widest = Math.max(1, ...sizes.map(({ width }) => width))
  const scale = zoom === 'fit' ? Math.max(0.2, (size.width - 2 * pageGap) / widest) : zoom
  const layout = useMemo(() => layOut(sizes, scale), [sizes, scale])
  // A little more than the visible part is rendered, so that scrolling seldom shows an empty page.
  const { first, last } = pagesBetween(layout, scrollTop - size.height / 2, scrollTop + 1.5 * size.height)
  const current = pagesBetween(layout, scrollTop + size.height / 3, scrollTop + size.height / 3).first + 1

  // A new zoom keeps the same part of the document in view.
  const drawn = useRef(scale)
  useLayoutEffect(() => {
    const element = view.current
    if (!element || drawn.current === scale) return
    element.scrollTop = (element.scrollTop * scale) / drawn.current
    drawn.current = scale
  }, [scale])

  // The source of the active field scrolls into view; not when only the size of the pane changes.
  const shown = useRef<typeof source>(undefined)
  useEffect(() => {
    const element = view.current
    if (!element || !source || size.width === 0 || shown.current === source) return
    shown.current = source
    const { left, top, width, height } = rectangleOf(source.box, scale)
    const target = scrollFor((layout.tops[source.page - 1] ?? 0) + top, height, element.scrollTop, element.clientHeight)
    if (target !== undefined) element.scrollTo({ top: target })
    const edge = Math.max(0, (element.clientWidth - (sizes[source.page - 1]?.width ?? 0) * scale) / 2)
    const across = scrollFor(edge + left, width, element.scrollLeft, element.clientWidth)
    if (across !== undefined) element.scrollTo({ left: across })
  }, [source, layout, scale, size.width, sizes])

  const goTo = (page: number) => view.current?.scrollTo({ top: (layout.tops[page - 1] ?? 0) - pageGap })
  const unsureSet = useMemo(() => new Set(unsure), [unsure])
  const byPage = useMemo(() => boxesByPage(boxes), [boxes])
  const onPoint = useCallback(
    (page: number, x: number, y: number) => {
      const key = fieldAtPoint(boxes, page, x, y)
      if (key) onPick(key)
    },
    [boxes, onPick],
  )
  const width = Math.max(size.width, widest * scale + 2 * pageGap)
  return (
    <Stack sx={{ height: '100%', minHeight: 0, minWidth: 0 }}>
      <PdfToolbar page={current} pages={sizes.length} onPage={goTo} zoom={zoom} scale={scale} onZoom={step => setZoom(zoomed(scale, step))} onFit={() => setZoom('fit')} />
      <Box
        ref={view}
        role="region"
        aria-label={t('sheet.pdf.label')}
        // Scrollable content has to be reachable by keyboard.
         
        tabIndex={0}
        data-testid="pdf"
        // A browser's menu offers to save the picture of a page.
        onContextMenu={lookOnly ? event => event.preventDefault() : undefined}
        onScroll={event => setScrollTop(event.currentTarget.scrollTop)}
        sx={{ flexGrow: 1, minHeight: 0, overflow: 'auto', scrollbarGutter: 'stable', bgcolor: 'sunken', position: 'relative', '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 } }}
      >
        <Box style={{ height: layout.height, width }} sx={{ position: 'relative' }}>
          {size.width > 0 &&
            sizes.slice(first, last + 1).map((size, i) => {
              const number = first + i + 1
              return (
                <PdfPage
                  key={number}
                  document={document}
                  number={number}
                  size={size}
                  scale={scale}
                  top={layout.tops[number - 1] ?? 0}
                  label={t('sheet.pdf.pageOf', { page: number })}
                  boxes={byPage.get(number) ?? none}
                  unsure={unsureSet}
                  onPoint={onPoint}
                />
              )
            })}
        </Box>
      </Box>
    </Stack>
  )
}

const none: readonly SourceBox[] = []

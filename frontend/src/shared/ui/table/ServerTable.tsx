import { Box, Button, LinearProgress, Paper, Typography, useMediaQuery, useTheme } from '@mui/material'
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Selection, countSelected, isSelected, nothingSelected, rowsBetween, selectRows } from '@/shared/lib/selection'
import type { ChangeTable, TableState } from '@/shared/lib/tableState'
import { EmptyState } from '../EmptyState'
import { useFocusKept } from '../useFocusKept'
import { Cards } from './Cards'
import type { Column } from './column'
import type { Density } from './look'
import { Pager, pagesOf } from './Pager'
import { Rows } from './Rows'
import { SelectionBar } from './SelectionBar'
import { useTableKeys } from './useTableKeys'

/** A page of rows, with the number of rows on all pages. */
export interface TablePage<R> {
  items: readonly R[]
  total: number
}

export interface ServerTableProps<R extends { id: string }> {
  /** The content of the table, for assistive technology. */
  label: string
  /** The shown columns in order; stable between renders. */
  columns: readonly Column<R>[]
  /** Undefined until the first page has loaded. */
  page: TablePage<R> | undefined
  loading: boolean
  /** Nothing could be loaded. */
  failed?: boolean
  failedTitle?: string
  onRetry?: () => void
  state: TableState
  onStateChange: ChangeTable
  /** Shown in place of an empty list: nothing exists, or nothing matches the filters. */
  empty: ReactNode
  /** The name of a row. */
  nameOf: (row: R) => string
  /** Opens a row, by a click or Enter. */
  onOpen?: (id: string) => void
  openId?: string | null
  /** Rows can be selected, on all pages. Omitted for those who may do nothing with them. */
  selection?: Selection | undefined
  /** All that match can be selected, beyond the page; true by default. */
  wholeList?: boolean
  onSelect?: (selection: Selection) => void
  /** What can be done with the selected rows: shown in place of the toolbar. */
  bulk?: ReactNode
  toolbar?: ReactNode
  /** Between the toolbar and the table, such as the filters in use. */
  above?: ReactNode
  /** Details below a row; undefined while it is closed. */
  details?: (row: R) => ReactNode
  /** A card of a narrow screen instead of the one made of the columns. */
  card?: (row: R) => ReactNode
  density?: Density
  /** The height of the table, which then scrolls below its headings; by default that of its rows. */
  height?: string
  search?: RefObject<HTMLInputElement | null>
  /** Disabled while something covers the table. */
  keys?: boolean
}

/**
 * A table whose filters, order and pages are applied by the server and kept in the URL. On a narrow screen
 * it is a list of cards. Rows are walked through by keys (useTableKeys) and selected on all pages.
 */
export function ServerTable<R extends { id: string }>({
  label, columns, page, loading, failed = false, failedTitle, onRetry, state, onStateChange, empty, nameOf, onOpen, openId, selection, wholeList = true, onSelect, bulk, toolbar, above, details, card, density = 'standard', height, search, keys = true,
}: ServerTableProps<R>) {
  const { t } = useTranslation()
  const theme = useTheme()
  // Paper has room for the columns, whatever the width of the screen.
  const narrow = useMediaQuery(theme.breakpoints.down('md').replace('@media', '@media screen and'))
  const anchor = useRef<string | null>(null)
  const rows = page?.items
  const ids = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows])
  const total = page?.total ?? 0
  const [current, setCurrent] = useState<string>()
  const active = current !== undefined && ids.includes(current) ? current : ids[0]
  const selected = selection && countSelected(selection, total) > 0
  // Rows leave the list by what is done in them, and the bar of the selection by what is done with it.
  const place = useRef(0)
  const { ref: root, ...kept } = useFocusKept<HTMLDivElement>(part => part.querySelectorAll<HTMLElement>('[data-row]')[Math.min(place.current, ids.length - 1)] ?? null)
  useEffect(() => {
    place.current = active === undefined ? 0 : ids.indexOf(active)
  }, [active, ids])

  // A page beyond the last one, by an old link or after a deletion, is the last one.
  const last = pagesOf(total, state.limit)
  const beyond = page !== undefined && !loading && state.page > last
  useEffect(() => {
    if (beyond) onStateChange({ page: last }, { replace: true })
  }, [beyond, last, onStateChange])

  const toggle = useCallback(
    (id: string, shift: boolean) => {
      if (!selection || !onSelect) return
      const on = !isSelected(selection, id)
      onSelect(selectRows(selection, shift && anchor.current !== null ? rowsBetween(ids, anchor.current, id) : [id], on))
      anchor.current = id
      setCurrent(id)
    },
    [selection, onSelect, ids],
  )
  const clear = useCallback(() => onSelect?.(nothingSelected), [onSelect])
  useTableKeys({ root, rows: ids, active, enabled: keys, search, onOpen, onToggle: selection && toggle, onClear: selected ? clear : undefined })

  const onRowClick = onOpen && ((id: string, event: MouseEvent) => {
    // Buttons, links and boxes within the row have their own meaning, and marked text is to be copied.
    if (event.defaultPrevented || (event.target as Element).closest('a,button,input,label,[role="button"],[data-details]') || window.getSelection()?.isCollapsed === false) return
    if (event.shiftKey && selection) toggle(id, true)
    else onOpen(id)
  })

  const nothing = page !== undefined && total === 0 && !loading
  const shared = { label, columns, rows, active, onActive: setCurrent, selection, onToggle: toggle, onSelect, nameOf, onRowClick, openId, details }
  return (
    <Box ref={root} {...kept}>
      {selected && onSelect && bulk ? (
        <SelectionBar selection={selection} shown={ids.length} total={total} wholeList={wholeList} onSelect={onSelect}>
          {bulk}
        </SelectionBar>
      ) : (
        <Box data-screen-only sx={{ display: 'contents' }}>
          {toolbar}
        </Box>
      )}
      {above}
      <Paper variant="outlined" sx={{ overflow: 'hidden', position: 'relative' }}>
        {loading && !failed && <LinearProgress aria-label={t('common.loading')} sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 1, height: 3 }} />}
        {failed ? (
          <EmptyState
            title={failedTitle ?? t('table.failed')}
            action={
              onRetry && (
                <Button variant="outlined" onClick={onRetry}>
                  {t('common.retry')}
                </Button>
              )
            }
          />
        ) : nothing ? (
          empty
        ) : (
          <>
            {narrow ? <Cards {...shared} card={card} /> : <Rows {...shared} state={state} onStateChange={onStateChange} density={density} height={height} busy={loading} />}
            {total > 0 && <Pager label={label} total={total} state={state} onStateChange={onStateChange} narrow={narrow} />}
          </>
        )}
      </Paper>
      {!narrow && !nothing && !failed && onOpen && (
        <Typography data-screen-only variant="caption" component="p" color="textSecondary" sx={{ mt: 1, textAlign: 'right' }}>
          {t(selection ? 'table.keysSelect' : 'table.keys')}
          {search && t('table.keySearch')}
        </Typography>
      )}
    </Box>
  )
}

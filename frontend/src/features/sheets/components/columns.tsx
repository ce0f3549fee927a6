import { Box, Stack, Typography, useMediaQuery } from '@mui/material'
import { type ReactNode, useMemo } from 'react'
import type { SheetRow } from '@/shared/api/sheets'
import { usePeople } from '@/shared/api/people'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { Pictograms, SignalWord } from '@/shared/sds/Pictograms'
import { SheetLink } from '@/shared/sds/SheetLink'
import { AnalysisStatus, RevisionStatusChip } from '@/shared/sds/SheetStatus'
import type { Column } from '@/shared/ui/table/column'
import { useDeleted } from '../lib/deleted'
import { type Names, useShortList } from '../names'
import { Marks } from './Marks'
import { MatchLine, elsewhere } from './MatchLine'

/** The line below the name: the product's name, if the sheet has another name. */
export const subtitleOf = ({ name, product_name }: Pick<SheetRow, 'name' | 'product_name'>) => (product_name !== name ? product_name : '')

/** A text that is cut to its column's width. */
const Cut = ({ children }: { children: string }) => (
  <Box component="span" title={children} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
    {children}
  </Box>
)

function Several({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  const short = useShortList()
  return (
    <Box component="span" title={names.join(t('common.listSeparator'))} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {short(names, 1)}
    </Box>
  )
}

/** Loads the users only once their column is shown. */
function Assignees({ ids }: { ids: readonly string[] }) {
  const { data } = usePeople()
  return <Several names={ids.flatMap(id => data?.find(person => person.id === id)?.name ?? [])} />
}

const Name = ({ sheet, tabIndex }: { sheet: SheetRow; tabIndex: 0 | -1 }) => (
  <Box sx={{ minWidth: 0, lineHeight: 1.35 }}>
    <SheetLink id={sheet.id} name={sheet.name} tabIndex={tabIndex} deleted={useDeleted(sheet.id)} />
    <MatchLine sheet={sheet} />
    {elsewhere(sheet).length === 0 && subtitleOf(sheet) && (
      <Typography variant="caption" component="p" noWrap color="textSecondary" title={subtitleOf(sheet)}>
        {subtitleOf(sheet)}
      </Typography>
    )}
  </Box>
)

/** All columns of the list, in order. Those that do not fit on the screen are hidden until they are chosen. */
export function useColumns({ departmentName, tagName }: Names): readonly Column<SheetRow>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  const wide = useMediaQuery('(min-width: 1560px)')
  return useMemo(() => {
    const column = (id: string, cell: (row: SheetRow) => ReactNode, rest: Partial<Column<SheetRow>>): Column<SheetRow> => ({ id, label: t(keyIn('sheets.column', id)), cell, ...rest })
    const list = (id: string, width: number, values: (row: SheetRow) => readonly string[], rest: Partial<Column<SheetRow>> = {}) => column(id, row => <Several names={values(row)} />, { width, ...rest })
    const day = (id: 'revised_at' | 'created_at' | 'updated_at' | 'issued_at' | 'supplier_confirmed_at' | 'assessed_at', rest: Partial<Column<SheetRow>> = {}) =>
      column(id, row => formatDate(row[id], locale), { width: 104, firstDirection: 'desc', ...rest })
    const named = (ids: readonly string[], name: (id: string) => string) => ids.map(name).filter(Boolean)
    const all: Column<SheetRow>[] = [
      { ...column('name', () => null, { heads: true, flex: 1.6, minWidth: 190, sort: 'name' }), cell: (row, { tabIndex }) => <Name sheet={row} tabIndex={tabIndex} /> },
      column('status', row => <AnalysisStatus sheet={row} />, { width: 116, sort: 'status' }),
      column('revision_status', row => <RevisionStatusChip status={row.revision_status} />, { width: locale === 'ja-JP' ? 112 : 132 }),
      column('supplier', row => <Cut>{row.supplier}</Cut>, { minWidth: 112 }),
      column('manufacturer', row => row.manufacturer && <Cut>{row.manufacturer}</Cut>, { minWidth: 130, hidden: true }),
      list('product_code_list', 124, row => row.product_code_list, { hidden: !wide }),
      column(
        'hazards',
        row => (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
            <Pictograms codes={row.pictograms} size={24} />
            {row.signal_word !== 'none' && <SignalWord word={row.signal_word} />}
          </Stack>
        ),
        { width: locale === 'ja-JP' ? 184 : 200 },
      ),
      list('h_codes', 124, row => row.h_codes, { hidden: true }),
      list('cas_numbers', 150, row => row.cas_numbers),
      column('un_number', row => (row.un_number === 'not_regulated' ? t('sds.notRegulated') : row.un_number), { width: 112, hidden: true }),
      list('department_id_list', 116, row => named(row.department_id_list, departmentName)),
      column('assignee_id_list', row => row.assignee_id_list.length > 0 && <Assignees ids={row.assignee_id_list} />, { width: 128, hidden: true }),
      list('tag_id_list', 120, row => named(row.tag_id_list, tagName), { hidden: !wide }),
      column('note', row => row.note && <Cut>{row.note}</Cut>, { minWidth: 140, hidden: true }),
      column('marks', row => <Marks sheet={row} />, { width: 88 }),
      day('issued_at', { hidden: true }),
      day('revised_at', { sort: 'revised_at' }),
      day('supplier_confirmed_at', { sort: 'supplier_confirmed_at', hidden: true, width: 128 }),
      day('assessed_at', { sort: 'assessed_at', hidden: true, width: 152 }),
      day('created_at', { sort: 'created_at', hidden: !wide }),
      day('updated_at', { hidden: true }),
      column('file', row => <Cut>{row.file.name}</Cut>, { minWidth: 140, hidden: true }),
    ]
    return all
  }, [t, locale, departmentName, tagName, wide])
}

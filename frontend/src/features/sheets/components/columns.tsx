import { Box, Stack, Typography } from '@mui/material'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetRow } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { Pictograms, SignalWord } from '@/shared/sds/Pictograms'
import { AnalysisStatus, RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { type Names, useShortList } from '../names'
import { Marks } from './Marks'

/** All available columns, in order. The name is always shown. */
export const columnNames = [
  'status',
  'revision_status',
  'supplier',
  'product_code_list',
  'hazards',
  'cas_numbers',
  'department_id_list',
  'tag_id_list',
  'marks',
  'revised_at',
  'created_at',
] as const
export type ColumnName = (typeof columnNames)[number]

/** The line below the name: the product's name, if the sheet has another name. */
export const subtitleOf = ({ name, product_name }: Pick<SheetRow, 'name' | 'product_name'>) => (product_name !== name ? product_name : '')

export function useColumns(names: Names): GridColDef<SheetRow>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  const short = useShortList()
  return useMemo(() => {
    const header = (field: 'name' | ColumnName) => ({ field, headerName: t(`sheets.column.${field}`) })
    const plain = { sortable: false }
    const list = (field: ColumnName, width: number, values: (row: SheetRow) => readonly string[], shown = 1): GridColDef<SheetRow> => ({
      ...header(field),
      ...plain,
      width,
      renderCell: ({ row }) => {
        const all = values(row)
        return (
          <Typography variant="body2" noWrap title={all.join(t('common.listSeparator'))}>
            {short(all, shown)}
          </Typography>
        )
      },
    })
    const day = (field: 'revised_at' | 'created_at'): GridColDef<SheetRow> => ({
      ...header(field),
      width: 104,
      valueFormatter: (value: string) => formatDate(value, locale),
    })
    const columns: GridColDef<SheetRow>[] = [
      {
        ...header('name'),
        flex: 1.6,
        minWidth: 220,
        hideable: false,
        renderCell: ({ row }) => (
          <Box sx={{ minWidth: 0, lineHeight: 1.35 }}>
            <Typography variant="body2" noWrap title={row.name} sx={{ fontWeight: 600, color: 'primary.dark' }}>
              {row.name}
            </Typography>
            {subtitleOf(row) && (
              <Typography variant="caption" component="p" noWrap color="text.secondary" title={subtitleOf(row)}>
                {subtitleOf(row)}
              </Typography>
            )}
          </Box>
        ),
      },
      { ...header('status'), width: 112, renderCell: ({ row }) => <AnalysisStatus sheet={row} /> },
      { ...header('revision_status'), ...plain, width: locale === 'ja-JP' ? 116 : 168, renderCell: ({ row }) => <RevisionStatusChip status={row.revision_status} /> },
      {
        ...header('supplier'),
        ...plain,
        flex: 1,
        minWidth: 130,
        renderCell: ({ value }: { value?: string }) => (
          <Typography variant="body2" noWrap title={value}>
            {value}
          </Typography>
        ),
      },
      list('product_code_list', 108, row => row.product_code_list),
      {
        ...header('hazards'),
        ...plain,
        width: 192,
        renderCell: ({ row }) => (
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1, fontSize: '0.8125rem', whiteSpace: 'nowrap' }}>
            <Pictograms codes={row.pictograms} size={24} />
            {row.signal_word !== 'none' && <SignalWord word={row.signal_word} />}
          </Stack>
        ),
      },
      list('cas_numbers', 142, row => row.cas_numbers),
      list('department_id_list', 110, row => row.department_id_list.map(names.departmentName).filter(Boolean)),
      list('tag_id_list', 110, row => row.tag_id_list.map(names.tagName).filter(Boolean)),
      { ...header('marks'), ...plain, width: 92, renderCell: ({ row }) => <Marks sheet={row} /> },
      day('revised_at'),
      day('created_at'),
    ]
    return columns.map(column => ({ ...column, display: 'flex' }))
  }, [t, locale, names, short])
}

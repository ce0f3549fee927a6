import { Button, Link as TextLink, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useState } from 'react'
import type { StatedLimit } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { formatQuantity } from '@/shared/sds/quantity'
import { StatusChip } from '@/shared/ui/StatusChip'
import { stackedTable } from '../stackedTable'
import { useKindName } from '../useKindName'

/** The rows shown until all are asked for. */
const few = 12

/** The limits of an authority and kind. */
function grouped(limits: readonly StatedLimit[]): { id: string; authority: string; kind: string; limits: StatedLimit[] }[] {
  const groups = new Map<string, { id: string; authority: string; kind: string; limits: StatedLimit[] }>()
  for (const limit of limits) {
    const id = `${limit.authority}|${limit.kind}`
    const group = groups.get(id) ?? { id, authority: limit.authority, kind: limit.kind, limits: [] }
    group.limits.push(limit)
    groups.set(id, group)
  }
  return [...groups.values()]
}

/** The limits of exposure that sheets state, a row for each authority and kind; a value leads to the sheets that state it. */
export function StatedLimits({ limits, onSelect }: { limits: readonly StatedLimit[]; onSelect: (key: string) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const kindName = useKindName()
  const [all, setAll] = useState(false)
  const groups = grouped(limits)
  return (
    <>
      <Table size="small" role="table" aria-label={t('substances.statedLimits')} sx={stackedTable}>
        <TableHead role="rowgroup">
          <TableRow role="row">
            {(['authority', 'kind', 'values'] as const).map(column => (
              <TableCell key={column} role="columnheader">
                {t(`substances.column.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {groups.slice(0, all ? undefined : few).map(group => (
            <TableRow key={group.id} role="row">
              <TableCell role="cell" sx={{ minWidth: { sm: 160 } }}>
                {group.authority || t('substances.noAuthority')}
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.kind')}>
                {kindName(group.kind)}
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.values')}>
                <span>
                  {group.limits.map(limit => (
                    <div key={limit.key}>
                      {formatQuantity(limit.value, locale)}{' '}
                      <TextLink component="button" onClick={() => onSelect(limit.key)}>
                        {t('substances.sheets', counted(limit.sheet_count, locale))}
                      </TextLink>
                    </div>
                  ))}
                  {group.limits.some(limit => limit.differs) && <StatusChip tone="warning" label={t('substances.valuesDiffer')} />}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {groups.length > few && !all && (
        <Button size="small" sx={{ m: 1 }} onClick={() => setAll(true)}>
          {t('substances.showAll', { n: groups.length })}
        </Button>
      )}
    </>
  )
}

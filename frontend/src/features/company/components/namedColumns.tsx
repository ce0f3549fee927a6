import { Button, Skeleton } from '@mui/material'
import { useMemo } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate, formatNumber } from '@/shared/lib/format'
import { DeleteIcon, EditIcon } from '@/shared/ui/icons/icons'
import { RowAction } from '@/shared/ui/RowAction'
import type { LocalColumn } from '@/shared/ui/table/LocalTable'

/** A department or a tag. */
export interface NamedItem {
  id: string
  version: number
  name: string
  updated_at: string
}

/** By how many sheets, and users, an item is used. */
export interface Use {
  sheets: number
  users?: number
}

interface NamedColumns<T> {
  /** The group of the texts. */
  texts: 'company.departments' | 'company.tags'
  /** Who uses the items, by their ids; undefined until it is known, null if it cannot be known. */
  uses: ReadonlyMap<string, Use> | null | undefined
  /** Users are counted too. */
  ofUsers: boolean
  /** The list of the sheets that have an item. */
  sheetsPath: (item: T) => string
  edit: boolean
  remove: boolean
  onAct: (action: 'edit' | 'delete', item: T) => void
}

/** The columns of named items: name, uses, the last change, and what may be done with them. */
export function useNamedColumns<T extends NamedItem>({ texts, uses, ofUsers, sheetsPath, edit, remove, onAct }: NamedColumns<T>): readonly LocalColumn<T>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  return useMemo(() => {
    const count = (item: T, of: keyof Use) => uses?.get(item.id)?.[of] ?? 0
    const counted = (of: keyof Use): LocalColumn<T> => ({
      id: of,
      label: t(`company.uses.${of}`),
      width: 120,
      align: 'end',
      card: 'half',
      firstDirection: 'desc',
      compare: (a, b) => count(a, of) - count(b, of),
      cell: (item, { tabIndex }) => {
        // As high as the number, so that what comes in later moves nothing.
        if (!uses) return <Skeleton variant="text" width={24} sx={{ display: 'inline-block' }} />
        const number = formatNumber(count(item, of), locale)
        return of === 'users' || count(item, of) === 0 ? (
          number
        ) : (
          <Button
            href={`#${sheetsPath(item)}`}
            size="small"
            tabIndex={tabIndex}
            aria-label={t('company.uses.show', { name: item.name, count: count(item, of) })}
            // A target of 24 px in a line of text.
            sx={{ minWidth: 24, height: 24, my: '-2.25px', py: 0, px: { xs: 0, md: 0.5 }, mr: { md: -0.5 }, verticalAlign: 'top', justifyContent: { xs: 'flex-start', md: 'flex-end' } }}
          >
            {number}
          </Button>
        )
      },
    })
    const columns: LocalColumn<T>[] = [
      {
        id: 'name',
        label: t(`${texts}.name`),
        heads: true,
        minWidth: 160,
        wraps: true,
        compare: (a, b) => a.name.localeCompare(b.name, locale),
        cell: ({ name }) => <span style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</span>,
      },
    ]
    if (uses !== null) columns.push(counted('sheets'))
    if (uses !== null && ofUsers) columns.push(counted('users'))
    columns.push({
      id: 'updated_at',
      label: t(`${texts}.updatedAt`),
      width: 140,
      align: 'end',
      card: 'half',
      firstDirection: 'desc',
      compare: (a, b) => a.updated_at.localeCompare(b.updated_at),
      cell: item => formatDate(item.updated_at, locale),
    })
    if (edit || remove) {
      columns.push({
        id: 'actions',
        label: t('common.actions'),
        labelHidden: true,
        width: 92,
        align: 'end',
        card: 'first',
        cell: (item, { tabIndex }) => (
          <span style={{ whiteSpace: 'nowrap' }}>
            {edit && <RowAction title={t('common.edit')} label={t(`${texts}.edit`, { name: item.name })} icon={EditIcon} tabIndex={tabIndex} onClick={() => onAct('edit', item)} />}
            {remove && <RowAction title={t('common.delete')} label={t(`${texts}.delete`, { name: item.name })} icon={DeleteIcon} tabIndex={tabIndex} onClick={() => onAct('delete', item)} />}
          </span>
        ),
      })
    }
    return columns
  }, [t, locale, texts, uses, ofUsers, sheetsPath, edit, remove, onAct])
}

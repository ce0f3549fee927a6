import { Button, Paper, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate, formatNumber } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, DeleteIcon, EditIcon } from '@/shared/ui/icons/icons'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { type PlainColumn, PlainTable } from '@/shared/ui/PlainTable'
import { RowAction } from '@/shared/ui/RowAction'
import { NameDialog } from './NameDialog'

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

export interface NamedItemsProps<T extends NamedItem> {
  /** The group of the texts. */
  texts: 'company.departments' | 'company.tags'
  /** The name of the list. */
  title: string
  list: { data?: readonly T[]; isPending: boolean; isError: boolean; refetch: () => unknown }
  /** Who uses the items, by their ids; undefined until it is known. */
  uses?: ReadonlyMap<string, Use>
  /** Users are counted too. */
  ofUsers?: boolean
  /** The list of the sheets that have an item. */
  sheetsPath: (item: T) => string
  /** The validation rule of a name. */
  nameRule: z.ZodType<string, string>
  may: { create: boolean; edit: boolean; delete: boolean }
  onCreate: (name: string) => Promise<T>
  onRename: (item: T, name: string, version: number) => Promise<T>
  onRead: (item: T) => Promise<T | null>
  /** Deletes; returns `inUse` if the item is in use, as only a department can be, and `force` was not set. */
  onDelete: (item: T, force: boolean) => Promise<'deleted' | 'inUse' | 'failed'>
}

type Open<T> = { kind: 'create' } | { kind: 'edit'; item: T } | { kind: 'delete'; item: T; inUse: boolean }

/** A table of named items, with adding, renaming and deleting. */
export function NamedItems<T extends NamedItem>({ texts, title, list, uses, ofUsers = false, sheetsPath, nameRule, may, onCreate, onRename, onRead, onDelete }: NamedItemsProps<T>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [open, setOpen] = useState<Open<T> | null>(null)
  const [deleting, setDeleting] = useState(false)
  const close = () => setOpen(null)
  const items = list.data ?? []

  const count = (item: T, of: keyof Use) => uses?.get(item.id)?.[of] ?? 0
  const counted = (of: keyof Use): PlainColumn<T> => ({
    key: of,
    header: t(`company.uses.${of}`),
    width: 120,
    align: 'right',
    compare: (a, b) => count(a, of) - count(b, of),
    cell: item => {
      const number = formatNumber(count(item, of), locale)
      return of === 'users' || count(item, of) === 0 ? (
        number
      ) : (
        <Button href={`#${sheetsPath(item)}`} size="small" aria-label={t('company.uses.show', { name: item.name, count: count(item, of) })} sx={{ minWidth: 0, py: 0, px: 0.5 }}>
          {number}
        </Button>
      )
    },
  })
  const columns: PlainColumn<T>[] = [
    { key: 'name', header: t(`${texts}.name`), cell: item => item.name, compare: (a, b) => a.name.localeCompare(b.name, locale) },
    ...(uses ? [counted('sheets')] : []),
    ...(uses && ofUsers ? [counted('users')] : []),
    { key: 'updated_at', header: t(`${texts}.updatedAt`), width: 140, cell: item => formatDate(item.updated_at, locale), compare: (a, b) => a.updated_at.localeCompare(b.updated_at) },
    ...(may.edit || may.delete
      ? [
          {
            key: 'actions',
            header: t('common.actions'),
            width: 100,
            align: 'right' as const,
            actions: true,
            cell: (item: T) => (
              <>
                {may.edit && <RowAction title={t('common.edit')} label={t(`${texts}.edit`, { name: item.name })} icon={EditIcon} onClick={() => setOpen({ kind: 'edit', item })} />}
                {may.delete && <RowAction title={t('common.delete')} label={t(`${texts}.delete`, { name: item.name })} icon={DeleteIcon} onClick={() => setOpen({ kind: 'delete', item, inUse: false })} />}
              </>
            ),
          },
        ]
      : []),
  ]

  const add = may.create && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen({ kind: 'create' })}>
      {t(`${texts}.add`)}
    </Button>
  )

  const remove = async (item: T, force: boolean) => {
    setDeleting(true)
    const outcome = await onDelete(item, force)
    setDeleting(false)
    setOpen(outcome === 'inUse' ? { kind: 'delete', item, inUse: true } : null)
  }

  return (
    <>
      <PageHeader title={title} lead={t(`${texts}.lead`)} actions={items.length > 0 && add} />
      <Paper variant="outlined">
        <ListState
          list={list}
          empty={
            items.length === 0 && (
              <EmptyState title={t(`${texts}.empty`)} action={add}>
                {t(`${texts}.emptyText`)}
              </EmptyState>
            )
          }
        >
          <PlainTable label={title} rows={items} columns={columns} />
        </ListState>
      </Paper>

      {open?.kind === 'create' && <NameDialog title={t(`${texts}.add`)} label={t(`${texts}.name`)} rule={nameRule} onSave={onCreate} onClose={close} />}
      {open?.kind === 'edit' && (
        <NameDialog
          title={t(`${texts}.editTitle`)}
          label={t(`${texts}.name`)}
          // The current state: another user may have renamed or deleted it.
          item={items.find(({ id }) => id === open.item.id) ?? open.item}
          deleted={list.data !== undefined && !items.some(({ id }) => id === open.item.id)}
          rule={nameRule}
          onSave={(name, version) => onRename(open.item, name, version)}
          onRead={() => onRead(open.item)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title={t(open?.kind === 'delete' && open.inUse ? 'company.departments.inUseTitle' : `${texts}.deleteTitle`)}
        confirmLabel={t(open?.kind === 'delete' && open.inUse ? 'company.departments.deleteAnyway' : 'common.delete')}
        destructive
        busy={deleting}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'delete') void remove(open.item, open.inUse)
        }}
      >
        {open?.kind === 'delete' && <Typography>{t(open.inUse ? 'company.departments.inUseText' : `${texts}.deleteText`, { name: open.item.name })}</Typography>}
      </ConfirmDialog>
    </>
  )
}

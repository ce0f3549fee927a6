import { Button, Typography } from '@mui/material'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { LocalTable } from '@/shared/ui/table/LocalTable'
import { NameDialog } from './NameDialog'
import { type NamedItem, type Use, useNamedColumns } from './namedColumns'

export interface NamedItemsProps<T extends NamedItem> {
  /** The group of the texts. */
  texts: 'company.departments' | 'company.tags'
  /** The name of the list. */
  title: string
  list: { data?: readonly T[]; isPending: boolean; isError: boolean; refetch: () => unknown }
  /** Who uses the items, by their ids; undefined until it is known, null if it cannot be known. */
  uses: ReadonlyMap<string, Use> | null | undefined
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

const none: readonly never[] = []
const nameOf = ({ name }: NamedItem) => name

/** A table of named items, with adding, renaming and deleting. */
export function NamedItems<T extends NamedItem>({ texts, title, list, uses, ofUsers = false, sheetsPath, nameRule, may, onCreate, onRename, onRead, onDelete }: NamedItemsProps<T>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open<T> | null>(null)
  const [deleting, setDeleting] = useState(false)
  const close = () => setOpen(null)
  const items = list.data ?? none
  const openOne = (item: T | undefined) => item && setOpen({ kind: 'edit', item })

  const columns = useNamedColumns<T>({
    texts,
    uses,
    ofUsers,
    sheetsPath,
    edit: may.edit,
    remove: may.delete,
    onAct: useCallback((kind, item) => setOpen(kind === 'edit' ? { kind, item } : { kind, item, inUse: false }), []),
  })

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
      <PageHeader title={title} lead={t(`${texts}.lead`)} actions={(list.isPending || items.length > 0) && add} />
      <LocalTable
        label={title}
        list={list}
        rows={items}
        columns={columns}
        nameOf={nameOf}
        onOpen={may.edit ? id => openOne(items.find(item => item.id === id)) : undefined}
        keys={open === null}
        empty={
          <EmptyState title={t(`${texts}.empty`)} action={add}>
            {t(`${texts}.emptyText`)}
          </EmptyState>
        }
      />
      {open?.kind === 'create' && <NameDialog title={t(`${texts}.add`)} kind={texts} label={t(`${texts}.name`)} rule={nameRule} onSave={onCreate} onClose={close} />}
      {open?.kind === 'edit' && (
        <NameDialog
          title={t(`${texts}.editTitle`)}
          kind={texts}
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

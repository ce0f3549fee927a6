import { Button, IconButton, Paper, Stack, Tooltip, Typography } from '@mui/material'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { DataTable, type TableState } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, DeleteIcon, EditIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { NameDialog, type SaveName } from './NameDialog'

/** A department or a tag. */
export interface NamedItem {
  id: string
  version: number
  name: string
  updated_at: string
}

export interface NamedItemsProps<T extends NamedItem> {
  /** The prefix of the texts: `company.departments` or `company.tags`. */
  texts: string
  items: readonly T[]
  loading: boolean
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
  /** The validation rule of a name. */
  nameRule: z.ZodType<string, string>
  may: { create: boolean; edit: boolean; delete: boolean }
  onCreate: SaveName
  onRename: (item: T, ...save: Parameters<SaveName>) => ReturnType<SaveName>
  /** Deletes; returns `inUse` if the item is in use and `force` was not set. */
  onDelete: (item: T, force: boolean) => Promise<'deleted' | 'inUse' | 'failed'>
}

type Open<T> = { kind: 'create' } | { kind: 'edit'; item: T } | { kind: 'delete'; item: T; inUse: boolean }

/** A table of named items, with adding, renaming and deleting. */
export function NamedItems<T extends NamedItem>({
  texts,
  items,
  loading,
  table,
  onTableChange,
  nameRule,
  may,
  onCreate,
  onRename,
  onDelete,
}: NamedItemsProps<T>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [open, setOpen] = useState<Open<T> | null>(null)
  const [deleting, setDeleting] = useState(false)
  const close = () => setOpen(null)

  const columns = useMemo<GridColDef<T>[]>(() => {
    const shown: GridColDef<T>[] = [
      { field: 'name', headerName: t(`${texts}.name`), flex: 1, minWidth: 140 },
      {
        field: 'updated_at',
        headerName: t(`${texts}.updatedAt`),
        width: 120,
        valueFormatter: (value: string) => formatDate(value, locale),
      },
    ]
    if (may.edit || may.delete) {
      shown.push({
        field: 'actions',
        headerName: t('common.actions'),
        width: 100,
        sortable: false,
        align: 'right',
        headerAlign: 'right',
        display: 'flex',
        renderCell: ({ row }) => (
          <>
            {may.edit && (
              <Tooltip title={t('common.edit')}>
                <IconButton size="small" aria-label={t(`${texts}.edit`, { name: row.name })} onClick={() => setOpen({ kind: 'edit', item: row })}>
                  <EditIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            )}
            {may.delete && (
              <Tooltip title={t('common.delete')}>
                <IconButton
                  size="small"
                  aria-label={t(`${texts}.delete`, { name: row.name })}
                  onClick={() => setOpen({ kind: 'delete', item: row, inUse: false })}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            )}
          </>
        ),
      })
    }
    return shown
  }, [t, texts, locale, may.edit, may.delete])

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
      <PageHeader title={t(`${texts}.title`)} lead={t(`${texts}.lead`)} actions={items.length > 0 && add} />
      <Paper variant="outlined">
        {items.length === 0 && !loading ? (
          <EmptyState title={t(`${texts}.empty`)} action={add}>
            {t(`${texts}.emptyText`)}
          </EmptyState>
        ) : (
          <DataTable label={t(`${texts}.title`)} rows={items} columns={columns} loading={loading} state={table} onStateChange={onTableChange} disableRowSelectionOnClick />
        )}
      </Paper>

      {open?.kind === 'create' && <NameDialog title={t(`${texts}.add`)} label={t(`${texts}.name`)} rule={nameRule} onSave={onCreate} onClose={close} />}
      {open?.kind === 'edit' && (
        <NameDialog
          title={t(`${texts}.editTitle`)}
          label={t(`${texts}.name`)}
          // The current state: another user may have renamed or deleted it.
          item={items.find(({ id }) => id === open.item.id) ?? open.item}
          deleted={!loading && !items.some(({ id }) => id === open.item.id)}
          rule={nameRule}
          onSave={(...save) => onRename(open.item, ...save)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title={t(open?.kind === 'delete' && open.inUse ? `${texts}.inUseTitle` : `${texts}.deleteTitle`)}
        confirmLabel={t(open?.kind === 'delete' && open.inUse ? `${texts}.deleteAnyway` : 'common.delete')}
        destructive
        busy={deleting}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'delete') void remove(open.item, open.inUse)
        }}
      >
        {open?.kind === 'delete' && (
          <Stack spacing={1}>
            <Typography>{t(open.inUse ? `${texts}.inUseText` : `${texts}.deleteText`, { name: open.item.name })}</Typography>
          </Stack>
        )}
      </ConfirmDialog>
    </>
  )
}

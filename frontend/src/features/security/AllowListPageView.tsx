import { Alert, Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AllowedAddress, NewAddress } from '@/shared/api/addresses'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { CsvDialog, type CsvUpload } from '@/shared/ui/CsvDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, DeleteIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { type PlainColumn, PlainTable } from '@/shared/ui/PlainTable'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import { AddAddressDialog } from './components/AddAddressDialog'
import { covers } from './lib/covers'

interface AllowListPageViewProps {
  list: { data?: { items: readonly AllowedAddress[]; max: number }; isPending: boolean; isError: boolean; refetch: () => unknown }
  /** The user's own address; '' if it is unknown. */
  own: string
  may: { add: boolean; delete: boolean }
  onAdd: (address: NewAddress) => Promise<void>
  onDelete: (address: AllowedAddress) => Promise<void>
  csv: CsvUpload<{ count: number }>
}

type Open = { kind: 'add' | 'csv' } | { kind: 'delete'; item: AllowedAddress }

/** The addresses from which the company may be used. */
export function AllowListPageView({ list, own, may, onAdd, onDelete, csv }: AllowListPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const items = list.data?.items ?? []
  const full = list.data !== undefined && items.length >= list.data.max
  const isOwn = ({ ip_address: address }: AllowedAddress) => own !== '' && covers(address, own)
  // The server refuses it as well: nobody locks themselves out.
  const keepsIn = (item: AllowedAddress) => items.length > 1 && isOwn(item) && !items.some(other => other.id !== item.id && isOwn(other))

  const remove = async (item: AllowedAddress) => {
    setBusy(true)
    // A failure is told by a notice; the question stays for another attempt.
    await onDelete(item).then(close, () => undefined)
    setBusy(false)
  }
  const columns: PlainColumn<AllowedAddress>[] = [
    {
      key: 'address',
      header: t('security.address'),
      compare: (a, b) => a.ip_address.localeCompare(b.ip_address, locale, { numeric: true }),
      cell: item => (
        <Stack component="span" direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <span>{item.ip_address}</span>
          {isOwn(item) && <StatusChip label={t('security.yours')} tone="info" />}
        </Stack>
      ),
    },
    { key: 'name', header: t('security.name'), compare: (a, b) => a.name.localeCompare(b.name, locale), cell: ({ name }) => name || t('common.notSet') },
    { key: 'created_at', header: t('security.createdAt'), width: 140, compare: (a, b) => a.created_at.localeCompare(b.created_at), cell: item => formatDate(item.created_at, locale) },
    ...(may.delete
      ? [
          {
            key: 'actions',
            header: t('common.actions'),
            align: 'right' as const,
            width: 80,
            actions: true,
            cell: (item: AllowedAddress) => (
              <RowAction
                title={t(keepsIn(item) ? 'security.keepsYouIn' : 'common.delete')}
                label={t('security.deleteOf', { address: item.ip_address })}
                icon={DeleteIcon}
                disabled={keepsIn(item)}
                onClick={() => setOpen({ kind: 'delete', item })}
              />
            ),
          },
        ]
      : []),
  ]
  const actions = may.add && (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
      <Button variant="outlined" startIcon={<UploadIcon />} disabled={full} onClick={() => setOpen({ kind: 'csv' })}>
        {t('security.upload')}
      </Button>
      <Button variant="contained" startIcon={<AddIcon />} disabled={full} onClick={() => setOpen({ kind: 'add' })}>
        {t('security.add')}
      </Button>
    </Stack>
  )
  return (
    <>
      <PageHeader title={t('screens.ipRestriction')} lead={t('security.lead')} actions={items.length > 0 && actions} />
      <Stack spacing={2}>
        {own !== '' && (
          <Typography variant="body2">
            {t('security.ownAddress')} <strong>{own}</strong>
          </Typography>
        )}
        {items.length > 0 && <Alert severity="warning">{t('security.lockOut')}</Alert>}
        {full && <Alert severity="info">{t('security.full', { count: items.length })}</Alert>}
        <Paper variant="outlined">
          <ListState
            list={list}
            empty={
              items.length === 0 && (
                <EmptyState title={t('security.empty')} action={actions}>
                  {t('security.emptyText')}
                </EmptyState>
              )
            }
          >
            <PlainTable label={t('screens.ipRestriction')} rows={items} columns={columns} />
          </ListState>
        </Paper>
      </Stack>
      {open?.kind === 'add' && <AddAddressDialog own={own} first={items.length === 0} covered={items.some(isOwn)} onSubmit={onAdd} onClose={close} />}
      {open?.kind === 'csv' && (
        <CsvDialog
          title={t('security.csv.title')}
          lead={t('security.csv.lead')}
          upload={csv}
          onClose={close}
          template={items.length === 0 && <Alert severity="warning">{t('security.firstWarning')}</Alert>}
          resultOf={({ count }) => <Alert severity="success">{t('security.csv.done', { count })}</Alert>}
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title={t('security.deleteTitle')}
        confirmLabel={t('common.delete')}
        destructive
        busy={busy}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'delete') void remove(open.item)
        }}
      >
        {open?.kind === 'delete' && <Typography>{t(items.length === 1 ? 'security.deleteLastText' : 'security.deleteText', { address: open.item.ip_address })}</Typography>}
      </ConfirmDialog>
    </>
  )
}

import { Alert, Button, Stack, Typography } from '@mui/material'
import { useCallback, useState } from 'react'
import type { AllowedAddress, NewAddress } from '@/shared/api/addresses'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { CsvDialog, type CsvUpload } from '@/shared/ui/CsvDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { LocalTable } from '@/shared/ui/table/LocalTable'
import { AddAddressDialog } from './components/AddAddressDialog'
import { useAddressColumns } from './components/addressColumns'
import { covers } from './lib/covers'

interface AllowListPageViewProps {
  list: { data?: { items: readonly AllowedAddress[]; max: number }; isPending: boolean; isError: boolean; refetch: () => unknown }
  /** The user's own address; undefined until it is known, '' if it cannot be known. */
  own: string | undefined
  may: { add: boolean; delete: boolean }
  onAdd: (address: NewAddress) => Promise<void>
  onDelete: (address: AllowedAddress) => Promise<void>
  csv: CsvUpload<{ count: number }>
}

type Open = { kind: 'add' | 'csv' } | { kind: 'delete'; item: AllowedAddress }

const none: readonly never[] = []
const nameOf = ({ ip_address: address }: AllowedAddress) => address

/** The addresses from which the company may be used. */
export function AllowListPageView({ list, own: ownIfKnown, may, onAdd, onDelete, csv }: AllowListPageViewProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const own = ownIfKnown ?? ''
  const items = list.data?.items ?? none
  const full = list.data !== undefined && items.length >= list.data.max
  const isOwn = ({ ip_address: address }: AllowedAddress) => own !== '' && covers(address, own)
  const remove = async (item: AllowedAddress) => {
    setBusy(true)
    // A notice reports a failure; the question stays for another attempt.
    await onDelete(item).then(close, () => undefined)
    setBusy(false)
  }
  const columns = useAddressColumns(items, own, may.delete, useCallback(item => setOpen({ kind: 'delete', item }), []))
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
        {ownIfKnown !== '' && (
          <Typography variant="body2">
            {t('security.ownAddress')} <strong>{own}</strong>
          </Typography>
        )}
        {items.length > 0 && <Alert severity="warning">{t('security.lockOut')}</Alert>}
        {full && <Alert severity="info">{t('security.full', { count: items.length })}</Alert>}
        <LocalTable
          label={t('screens.ipRestriction')}
          list={list}
          rows={items}
          columns={columns}
          nameOf={nameOf}
          keys={open === null}
          empty={
            <EmptyState title={t('security.empty')} action={actions}>
              {t('security.emptyText')}
            </EmptyState>
          }
        />
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

import { Box, Button, Stack } from '@mui/material'
import { type ComponentType, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { TableState } from '@/shared/lib/tableState'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { ConflictNote } from '@/shared/ui/ConflictNote'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FormAlert } from '@/shared/ui/FormAlert'
import { PlainButton } from '@/shared/ui/FaultText'
import { FormField, PasswordField } from '@/shared/ui/FormField'
import { PlanNotice } from '@/shared/ui/Gate'
import { notify } from '@/shared/ui/notify'
import { Pane } from '@/shared/ui/Pane'
import { Spinner } from '@/shared/ui/Spinner'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import type { Column } from '@/shared/ui/table/column'
import { type LocalColumn, LocalTable } from '@/shared/ui/table/LocalTable'
import { ServerTable } from '@/shared/ui/table/ServerTable'
import { Terms } from '@/shared/ui/Terms'
import { UnfoldingRow } from '@/shared/ui/UnfoldingRow'
import { Keys } from '../palette/Keys'

const tones: readonly StatusTone[] = ['neutral', 'info', 'success', 'warning', 'error']
const colors = ['info', 'success', 'warning', 'error'] as const

/** All parts with their states. A new part is an entry here. */
export const examples: Record<string, Record<string, ComponentType>> = {
  Button: {
    contained: () => <Buttons variant="contained" />,
    outlined: () => <Buttons variant="outlined" />,
    text: () => <Buttons variant="text" />,
  },
  StatusChip: { tones: Chips },
  FormField: { states: Fields },
  ServerTable: {
    rows: () => <Table rows={2} />,
    empty: () => <Table rows={0} />,
    loading: () => <Table loading />,
    failed: () => <Table failed />,
  },
  LocalTable: { rows: Whole },
  FormAlert: { states: Alerts },
  EmptyState: { plain: Empty },
  Terms: { plain: Values },
  PlanNotice: { option: () => <PlanNotice option="checklists" />, limit: () => <PlanNotice /> },
  ConflictNote: { plain: Conflict },
  Pane: { fault: Broken },
  UnfoldingRow: { folded: () => <Unfolding />, unfolded: () => <Unfolding initially /> },
  Spinner: { plain: () => <Spinner /> },
  ConfirmDialog: { plain: () => <Question />, destructive: () => <Question destructive /> },
  Notices: { colors: NoticeButtons },
  Keys: { combination: () => <Keys keys={['Ctrl', 'K']} /> },
}

function Buttons({ variant }: { variant: 'contained' | 'outlined' | 'text' }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      {(['primary', 'error', 'cancel', 'warning'] as const).map(color => (
        <Button key={color} variant={variant} color={color}>
          {t('common.save')}
        </Button>
      ))}
      <Button variant={variant} disabled>
        {t('common.save')}
      </Button>
      <Button variant={variant} loading>
        {t('common.save')}
      </Button>
    </Stack>
  )
}

function Unfolding({ initially }: { initially?: boolean }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      <UnfoldingRow title={t('examples.sample')} aside={<StatusChip label={t('examples.other')} tone="warning" />} initially={initially}>
        {t('examples.emptyText')}
      </UnfoldingRow>
    </Box>
  )
}

function Chips() {
  const { t } = useTranslation()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      {tones.map(tone => (
        <StatusChip key={tone} label={t('examples.sample')} tone={tone} tooltip={tone === 'error' ? t('examples.emptyText') : undefined} />
      ))}
    </Stack>
  )
}

function Fields() {
  const { t } = useTranslation()
  const { control } = useForm({ defaultValues: { empty: '', filled: t('examples.sample'), wrong: '', password: 'secret' }, errors: { wrong: { type: 'required', message: 'validation.required' } } })
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
      <FormField control={control} name="empty" label={t('examples.name')} helperText={t('examples.emptyText')} />
      <FormField control={control} name="filled" label={t('examples.name')} required />
      <FormField control={control} name="wrong" label={t('examples.name')} required />
      <FormField control={control} name="filled" label={t('examples.name')} disabled />
      <PasswordField control={control} name="password" label={t('examples.name')} autoComplete="off" />
    </Box>
  )
}

interface Row {
  id: string
  name: string
  amount: number
}

function Table({ rows = 2, loading = false, failed = false }: { rows?: number; loading?: boolean; failed?: boolean }) {
  const { t } = useTranslation()
  const [state, setState] = useState<TableState>({ page: 1, limit: 25, sort: null })
  const [columns] = useState<readonly Column<Row>[]>(() => [
    { id: 'name', label: t('examples.name'), heads: true, sort: 'name', cell: ({ name }) => name },
    { id: 'amount', label: t('examples.amount'), width: 120, cell: ({ amount }) => amount },
  ])
  const all: Row[] = [
    { id: '1', name: t('examples.sample'), amount: 200 },
    { id: '2', name: t('examples.other'), amount: 18 },
  ]
  return (
    <ServerTable
      label={t('examples.name')}
      columns={columns}
      page={loading || failed ? undefined : { items: all.slice(0, rows), total: rows }}
      loading={loading}
      failed={failed}
      onRetry={() => undefined}
      state={state}
      onStateChange={patch => setState(now => ({ ...now, ...patch }))}
      empty={<Empty />}
      nameOf={({ name }) => name}
    />
  )
}

function Whole() {
  const { t } = useTranslation()
  const [columns] = useState<readonly LocalColumn<Row>[]>(() => [
    { id: 'name', label: t('examples.name'), heads: true, compare: (a, b) => a.name.localeCompare(b.name), cell: ({ name }) => name },
    { id: 'amount', label: t('examples.amount'), width: 120, align: 'end', compare: (a, b) => a.amount - b.amount, cell: ({ amount }) => amount },
  ])
  const [rows] = useState<readonly Row[]>(() => [1, 2, 3].map(amount => ({ id: String(amount), name: `${t('examples.sample')} ${amount}`, amount })))
  return <LocalTable label={t('examples.amount')} list={{ data: rows, isPending: false, isError: false, refetch: () => undefined }} rows={rows} columns={columns} nameOf={({ name }) => name} part empty={<Empty />} />
}

function Alerts() {
  const { t } = useTranslation()
  return (
    <Stack sx={{ gap: 1 }}>
      <FormAlert>{t('examples.emptyText')}</FormAlert>
      <FormAlert severity="warning" action={<Button color="inherit" size="small" variant="outlined">{t('common.retry')}</Button>}>
        {t('examples.emptyText')}
      </FormAlert>
      <FormAlert severity="info" onClose={() => undefined}>
        {t('examples.emptyText')}
      </FormAlert>
    </Stack>
  )
}

function Empty() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('examples.empty')} action={<Button variant="contained">{t('common.add')}</Button>}>
      {t('examples.emptyText')}
    </EmptyState>
  )
}

function Values() {
  const { t } = useTranslation()
  return (
    <Terms
      items={[
        [t('examples.name'), t('examples.sample')],
        [t('examples.amount'), null],
      ]}
    />
  )
}

function Conflict() {
  const { t } = useTranslation()
  return <ConflictNote label={t('examples.name')} theirs={t('examples.other')} onMine={() => undefined} onTheirs={() => undefined} />
}

function Failing(): never {
  throw new Error('an example of a fault')
}

function Broken() {
  return (
    <Pane name="example" onClose={() => undefined}>
      <Failing />
    </Pane>
  )
}

function Question({ destructive = false }: { destructive?: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <PlainButton onClick={() => setOpen(true)}>{t(destructive ? 'common.delete' : 'common.save')}</PlainButton>
      <ConfirmDialog open={open} title={t('examples.question')} confirmLabel={t(destructive ? 'common.delete' : 'common.save')} destructive={destructive} onConfirm={() => setOpen(false)} onCancel={() => setOpen(false)} />
    </>
  )
}

function NoticeButtons() {
  const { t } = useTranslation()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      {colors.map(color => (
        <Button key={color} color={color} variant="outlined" onClick={() => notify({ key: 'examples.sample', color })}>
          {t('examples.notice')}
        </Button>
      ))}
    </Stack>
  )
}

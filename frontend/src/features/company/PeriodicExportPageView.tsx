import { Alert, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Me } from '@/shared/api/me'
import type { NewPeriodicExport, PeriodicChange, PeriodicExport, Person } from '@/shared/api/periodic'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDateTime } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { PlanNotice } from '@/shared/ui/Gate'
import { AddIcon, DeleteIcon, EditIcon, HistoryIcon, PauseIcon, PlayIcon, RefreshIcon } from '@/shared/ui/icons/icons'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { type PlainColumn, PlainTable } from '@/shared/ui/PlainTable'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import { type Operation, PeriodicDialog } from './components/PeriodicDialog'
import { RunsDialog } from './components/RunsDialog'
import { useScheduleText } from './lib/schedule'

interface PeriodicExportPageViewProps {
  list: { data?: { items: readonly PeriodicExport[]; max: number }; isPending: boolean; isError: boolean; refetch: () => unknown }
  people: readonly Person[]
  operations: readonly Operation[]
  me: Me
  onCreate: (setting: NewPeriodicExport) => Promise<void>
  /** Saves over a version. */
  onEdit: (setting: PeriodicExport, change: PeriodicChange, version: number) => Promise<PeriodicExport>
  onRead: (setting: PeriodicExport) => Promise<PeriodicExport | null>
  onPause: (setting: PeriodicExport, enabled: boolean) => Promise<void>
  onRun: (setting: PeriodicExport) => Promise<void>
  onDelete: (setting: PeriodicExport) => Promise<void>
}

type Open = { kind: 'create' } | { kind: 'edit' | 'run' | 'runs' | 'delete'; setting: PeriodicExport }

/** The exports that are made and mailed periodically. */
export function PeriodicExportPageView({ list, people, operations, me, onCreate, onEdit, onRead, onPause, onRun, onDelete }: PeriodicExportPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const schedule = useScheduleText()
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const settings = list.data?.items ?? []
  const limit = list.data?.max ?? 0
  const full = list.data !== undefined && settings.length >= limit
  const operationOf = ({ type }: PeriodicExport) => operations.find(({ id }) => id === type)?.name ?? type
  const run = async (work: Promise<void>) => {
    setBusy(true)
    // A failure is told by a notice; the question stays for another attempt.
    await work.then(close, () => undefined)
    setBusy(false)
  }
  const columns: PlainColumn<PeriodicExport>[] = [
    {
      key: 'name',
      header: t('periodic.name'),
      compare: (a, b) => a.name.localeCompare(b.name, locale),
      cell: setting => (
        <Stack component="span">
          <span>{setting.name}</span>
          <Typography component="span" variant="caption" color="textSecondary">
            {t('periodic.what', { type: operationOf(setting), format: t(`periodic.formats.${setting.format}`) })}
          </Typography>
        </Stack>
      ),
    },
    { key: 'schedule', header: t('periodic.schedule'), cell: schedule },
    {
      key: 'recipients',
      header: t('periodic.recipients'),
      cell: ({ recipient, cc }) => (cc.length > 0 ? t('periodic.andCopies', { name: recipient.name || t('common.removed'), count: cc.length }) : recipient.name || t('common.removed')),
    },
    {
      key: 'next',
      header: t('periodic.nextAt'),
      compare: (a, b) => (a.next_execution_at ?? '').localeCompare(b.next_execution_at ?? ''),
      cell: setting =>
        setting.next_execution_at ? formatDateTime(setting.next_execution_at, locale) : <StatusChip label={t('periodic.paused')} tone={setting.disabled_reason === 'by_hand' ? 'neutral' : 'warning'} tooltip={setting.disabled_detail} />,
    },
    {
      key: 'last',
      header: t('periodic.lastAt'),
      compare: (a, b) => (a.last_execution_at ?? '').localeCompare(b.last_execution_at ?? ''),
      cell: setting =>
        !setting.last_execution_at ? (
          t('periodic.never')
        ) : setting.last_job_id && [setting.owner, setting.recipient, ...setting.cc].some(({ id }) => id === me.id) ? (
          <Link component={RouterLink} to={jobPath(setting.last_job_id)}>
            {formatDateTime(setting.last_execution_at, locale)}
          </Link>
        ) : (
          formatDateTime(setting.last_execution_at, locale)
        ),
    },
    {
      key: 'actions',
      header: t('common.actions'),
      align: 'right',
      width: 190,
      actions: true,
      cell: setting => (
        <span style={{ whiteSpace: 'nowrap' }}>
          <RowAction title={t('periodic.runNow')} label={t('periodic.runOf', { name: setting.name })} icon={RefreshIcon} onClick={() => setOpen({ kind: 'run', setting })} />
          <RowAction title={t('periodic.runs')} label={t('periodic.runsOf', { name: setting.name })} icon={HistoryIcon} onClick={() => setOpen({ kind: 'runs', setting })} />
          <RowAction
            title={t(setting.is_enabled ? 'periodic.pause' : 'periodic.resume')}
            label={t(setting.is_enabled ? 'periodic.pauseOf' : 'periodic.resumeOf', { name: setting.name })}
            icon={setting.is_enabled ? PauseIcon : PlayIcon}
            onClick={() => void onPause(setting, !setting.is_enabled).catch(() => undefined)}
          />
          <RowAction title={t('common.edit')} label={t('periodic.editOf', { name: setting.name })} icon={EditIcon} onClick={() => setOpen({ kind: 'edit', setting })} />
          <RowAction title={t('common.delete')} label={t('periodic.deleteOf', { name: setting.name })} icon={DeleteIcon} onClick={() => setOpen({ kind: 'delete', setting })} />
        </span>
      ),
    },
  ]
  const add = (
    <Button variant="contained" startIcon={<AddIcon />} disabled={full} onClick={() => setOpen({ kind: 'create' })}>
      {t('periodic.add')}
    </Button>
  )
  const current = open?.kind === 'edit' ? (settings.find(({ id }) => id === open.setting.id) ?? open.setting) : undefined
  return (
    <>
      <PageHeader title={t('screens.periodicExport')} lead={t('periodic.lead')} actions={settings.length > 0 && add} />
      <Stack spacing={2}>
        {list.data && limit === 0 && <PlanNotice option="periodic_export" />}
        {full && limit > 0 && <Alert severity="info">{t('periodic.full', { count: limit })}</Alert>}
        {(settings.length > 0 || limit > 0 || !list.data) && (
          <Paper variant="outlined">
            <ListState
              list={list}
              empty={
                settings.length === 0 && (
                  <EmptyState title={t('periodic.empty')} action={add}>
                    {t('periodic.emptyText')}
                  </EmptyState>
                )
              }
            >
              <PlainTable label={t('screens.periodicExport')} rows={settings} columns={columns} />
            </ListState>
          </Paper>
        )}
      </Stack>
      {open?.kind === 'create' && (
        <PeriodicDialog people={people} operations={operations} me={me} onSave={onCreate} onClose={close} />
      )}
      {open?.kind === 'edit' && current && (
        <PeriodicDialog
          setting={current}
          deleted={list.data !== undefined && !settings.some(({ id }) => id === current.id)}
          people={people}
          operations={operations}
          me={me}
          onSave={(change, version) => onEdit(current, change, version)}
          onRead={() => onRead(current)}
          onClose={close}
        />
      )}
      {open?.kind === 'runs' && <RunsDialog setting={open.setting} onClose={close} />}
      <ConfirmDialog
        open={open?.kind === 'delete' || open?.kind === 'run'}
        title={t(open?.kind === 'run' ? 'periodic.runTitle' : 'periodic.deleteTitle')}
        confirmLabel={t(open?.kind === 'run' ? 'periodic.runNow' : 'common.delete')}
        destructive={open?.kind === 'delete'}
        busy={busy}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'delete') void run(onDelete(open.setting))
          if (open?.kind === 'run') void run(onRun(open.setting))
        }}
      >
        {(open?.kind === 'delete' || open?.kind === 'run') && <Typography>{t(open.kind === 'run' ? 'periodic.runText' : 'periodic.deleteText', { name: open.setting.name })}</Typography>}
      </ConfirmDialog>
    </>
  )
}

import { Alert, Button, Stack, Typography } from '@mui/material'
import { useCallback, useState } from 'react'
import type { Me } from '@/shared/api/me'
import type { NewPeriodicExport, PeriodicChange, PeriodicExport, Person } from '@/shared/api/periodic'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { PlanNotice } from '@/shared/ui/Gate'
import { AddIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { LocalTable } from '@/shared/ui/table/LocalTable'
import { type Operation, PeriodicDialog } from './components/PeriodicDialog'
import { RunsDialog } from './components/RunsDialog'
import { usePeriodicColumns } from './components/periodicColumns'

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
  /** The company has the option of more of them. */
  hasOption: boolean
  onRun: (setting: PeriodicExport) => Promise<void>
  onDelete: (setting: PeriodicExport) => Promise<void>
}

type Open = { kind: 'create' } | { kind: 'edit' | 'run' | 'runs' | 'delete'; setting: PeriodicExport }

const none: readonly never[] = []
const nameOf = ({ name }: PeriodicExport) => name

/** The exports that are made and mailed periodically. */
export function PeriodicExportPageView({ hasOption, list, people, operations, me, onCreate, onEdit, onRead, onPause, onRun, onDelete }: PeriodicExportPageViewProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const settings = list.data?.items ?? none
  const openOne = (setting: PeriodicExport | undefined) => setting && setOpen({ kind: 'edit', setting })
  const limit = list.data?.max ?? 0
  const full = list.data !== undefined && settings.length >= limit
  const run = async (work: Promise<void>) => {
    setBusy(true)
    // A notice reports a failure; the question stays for another attempt.
    await work.then(close, () => undefined)
    setBusy(false)
  }
  const columns = usePeriodicColumns(
    operations,
    me,
    useCallback(
      (action, setting) => {
        if (action === 'pause') void onPause(setting, !setting.is_enabled).catch(() => undefined)
        else setOpen({ kind: action, setting })
      },
      [onPause],
    ),
  )
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
        {full && limit > 0 && (hasOption ? <Alert severity="info">{t('periodic.full', { count: limit })}</Alert> : <PlanNotice text={`${t('periodic.full', { count: limit })}${t('periodic.more')}`} />)}
        {(settings.length > 0 || limit > 0 || !list.data) && (
          <LocalTable
            label={t('screens.periodicExport')}
            list={list}
            rows={settings}
            columns={columns}
            nameOf={nameOf}
            onOpen={id => openOne(settings.find(setting => setting.id === id))}
            keys={open === null}
            empty={
              <EmptyState title={t('periodic.empty')} action={add}>
                {t('periodic.emptyText')}
              </EmptyState>
            }
          />
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

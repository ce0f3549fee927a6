import { Link, Typography } from '@mui/material'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Me } from '@/shared/api/me'
import type { PeriodicExport } from '@/shared/api/periodic'
import { type Filters, fromFilter } from '@/shared/filters'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { DeleteIcon, EditIcon, HistoryIcon, PauseIcon, PlayIcon, RefreshIcon } from '@/shared/ui/icons/icons'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import type { LocalColumn } from '@/shared/ui/table/LocalTable'
import { dependOnOwner, useFilterNames } from '../lib/filterNames'
import { useScheduleText } from '../lib/schedule'
import type { Operation } from './PeriodicDialog'

/** What is done with a periodic export; `pause` also resumes it. */
export type PeriodicAction = 'run' | 'runs' | 'pause' | 'edit' | 'delete'

/** The columns of the periodic exports. Only those it is mailed to see the job of the last run. */
export function usePeriodicColumns(operations: readonly Operation[], me: Pick<Me, 'id'>, onAct: (action: PeriodicAction, setting: PeriodicExport) => void): readonly LocalColumn<PeriodicExport>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  const schedule = useScheduleText()
  const filterNames = useFilterNames()
  return useMemo(() => {
    const operationOf = ({ type }: PeriodicExport) => operations.find(({ id }) => id === type)?.name ?? type
    const chosenBy = (filters: Filters, owner: string) =>
      [t('periodic.filteredBy', { names: filterNames(filters) }), dependOnOwner(filters) && t('periodic.byOwner', { name: owner || t('common.removed') })].filter(Boolean).join(t('common.listSeparator'))
    const mailedTo = ({ owner, recipient, cc }: PeriodicExport) => [owner, recipient, ...cc].some(({ id }) => id === me.id)
    return [
      {
        id: 'name',
        label: t('periodic.name'),
        heads: true,
        flex: 1.6,
        minWidth: 170,
        wraps: true,
        compare: (a, b) => a.name.localeCompare(b.name, locale),
        cell: setting => (
          <>
            <span style={{ fontWeight: 600 }}>{setting.name}</span>
            <Typography component="div" variant="caption" color="textSecondary">
              {t('periodic.what', { type: operationOf(setting), format: t(`periodic.formats.${setting.format}`) })}
            </Typography>
            {setting.filter && (
              <Typography component="div" variant="caption" color="textSecondary">
                {chosenBy(fromFilter(setting.filter), setting.owner.name)}
              </Typography>
            )}
          </>
        ),
      },
      { id: 'schedule', label: t('periodic.schedule'), minWidth: 110, wraps: true, card: 'half', cell: schedule },
      {
        id: 'recipients',
        label: t('periodic.recipients'),
        minWidth: 120,
        wraps: true,
        card: 'half',
        cell: ({ recipient, cc }) => {
          const unreachable = [recipient, ...cc].filter(({ is_unreachable: is }) => is)
          return (
            <>
              {cc.length > 0 ? t('periodic.andCopies', { name: recipient.name || t('common.removed'), count: cc.length }) : recipient.name || t('common.removed')}
              {unreachable.length > 0 && (
                <div>
                  <StatusChip label={t('periodic.unreachable')} tone="warning" tooltip={t('periodic.unreachableText', { names: unreachable.map(({ name, email }) => `${name} <${email}>`).join(t('common.listSeparator')) })} />
                </div>
              )}
            </>
          )
        },
      },
      {
        id: 'next',
        label: t('periodic.nextAt'),
        width: 168,
        card: 'half',
        compare: (a, b) => (a.next_execution_at ?? '').localeCompare(b.next_execution_at ?? ''),
        cell: setting =>
          setting.next_execution_at ? formatDateTime(setting.next_execution_at, locale) : <StatusChip label={t('periodic.paused')} tone={setting.disabled_reason === 'by_hand' ? 'neutral' : 'warning'} tooltip={setting.disabled_detail} />,
      },
      {
        id: 'last',
        label: t('periodic.lastAt'),
        width: 168,
        card: 'half',
        compare: (a, b) => (a.last_execution_at ?? '').localeCompare(b.last_execution_at ?? ''),
        cell: (setting, { tabIndex }) => {
          if (!setting.last_execution_at) return t('periodic.never')
          const at = formatDateTime(setting.last_execution_at, locale)
          return setting.last_job_id && mailedTo(setting) ? (
            <Link component={RouterLink} to={jobPath(setting.last_job_id)} tabIndex={tabIndex}>
              {at}
            </Link>
          ) : (
            at
          )
        },
      },
      {
        id: 'actions',
        label: t('common.actions'),
        labelHidden: true,
        align: 'end',
        width: 176,
        cell: (setting, { tabIndex }) => (
          <span style={{ whiteSpace: 'nowrap' }}>
            <RowAction title={t('periodic.runNow')} label={t('periodic.runOf', { name: setting.name })} icon={RefreshIcon} tabIndex={tabIndex} onClick={() => onAct('run', setting)} />
            <RowAction title={t('periodic.runs')} label={t('periodic.runsOf', { name: setting.name })} icon={HistoryIcon} tabIndex={tabIndex} onClick={() => onAct('runs', setting)} />
            <RowAction
              title={t(setting.is_enabled ? 'periodic.pause' : 'periodic.resume')}
              label={t(setting.is_enabled ? 'periodic.pauseOf' : 'periodic.resumeOf', { name: setting.name })}
              icon={setting.is_enabled ? PauseIcon : PlayIcon}
              tabIndex={tabIndex}
              onClick={() => onAct('pause', setting)}
            />
            <RowAction title={t('common.edit')} label={t('periodic.editOf', { name: setting.name })} icon={EditIcon} tabIndex={tabIndex} onClick={() => onAct('edit', setting)} />
            <RowAction title={t('common.delete')} label={t('periodic.deleteOf', { name: setting.name })} icon={DeleteIcon} tabIndex={tabIndex} onClick={() => onAct('delete', setting)} />
          </span>
        ),
      },
    ] satisfies LocalColumn<PeriodicExport>[]
  }, [t, locale, schedule, filterNames, operations, me.id, onAct])
}

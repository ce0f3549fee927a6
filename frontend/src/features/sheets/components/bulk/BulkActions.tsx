import { Button } from '@mui/material'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatNumber } from '@/shared/lib/format'
import { Hint } from '@/shared/ui/Hint'
import { DeleteIcon, DepartmentIcon, DownloadIcon, FileIcon, ListIcon, RefreshIcon, RestoreIcon, TagIcon, UserIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import type { Impossible } from '../../lib/actions'

export type BulkAction = 'tags' | 'departments' | 'assignees' | 'export' | 'download' | 'createSimple' | 'reanalyse' | 'delete' | 'restore'

const icons: Record<BulkAction, typeof TagIcon> = {
  tags: TagIcon, departments: DepartmentIcon, assignees: UserIcon, export: DownloadIcon, download: FileIcon, createSimple: ListIcon, reanalyse: RefreshIcon, delete: DeleteIcon, restore: RestoreIcon,
}

/** The actions on the selected sheets. An impossible one says why, when pointed at and when chosen. */
export function BulkActions({ actions, impossible, onAction }: { actions: readonly BulkAction[]; impossible: Partial<Record<BulkAction, Impossible>>; onAction: (action: BulkAction) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return actions.map(action => {
    const Icon = icons[action]
    const why = impossible[action]
    const common = { size: 'small', startIcon: <Icon />, children: t(`bulk.action.${action}`) } as const
    if (!why) return <Button key={action} {...common} color={action === 'delete' ? 'error' : 'inherit'} aria-haspopup="dialog" onClick={() => onAction(action)} />
    const values = { limit: formatNumber(why.limit, locale) }
    return (
      <Hint key={action} title={t(why.key, values)} describeChild>
        <Button {...common} color="inherit" aria-disabled sx={{ opacity: 0.5 }} onClick={() => notify({ key: why.key, values, color: 'warning' })} />
      </Hint>
    )
  })
}

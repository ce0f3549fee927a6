import { Button, Tooltip } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '@/shared/i18n/keys'
import { DeleteIcon, DepartmentIcon, DownloadIcon, FileIcon, ListIcon, RefreshIcon, RestoreIcon, TagIcon, UserIcon } from '@/shared/ui/icons/icons'
import { atOnce } from '../../lib/actions'

export type BulkAction = 'tags' | 'departments' | 'assignees' | 'export' | 'download' | 'createSimple' | 'reanalyse' | 'delete' | 'restore'

const icons: Record<BulkAction, typeof TagIcon> = {
  tags: TagIcon, departments: DepartmentIcon, assignees: UserIcon, export: DownloadIcon, download: FileIcon, createSimple: ListIcon, reanalyse: RefreshIcon, delete: DeleteIcon, restore: RestoreIcon,
}

/** The actions on the selected sheets; an impossible one says why. */
export function BulkActions({ actions, impossible, onAction }: { actions: readonly BulkAction[]; impossible: Partial<Record<BulkAction, TextKey>>; onAction: (action: BulkAction) => void }) {
  const { t } = useTranslation()
  return actions.map(action => {
    const Icon = icons[action]
    const why = impossible[action]
    const button = (
      <Button key={action} size="small" color={action === 'delete' ? 'error' : 'inherit'} startIcon={<Icon />} aria-haspopup="dialog" disabled={why !== undefined} onClick={() => onAction(action)}>
        {t(`bulk.action.${action}`)}
      </Button>
    )
    return why === undefined ? (
      button
    ) : (
      <Tooltip key={action} title={t(why, { limit: atOnce.reanalyse })}>
        <span>{button}</span>
      </Tooltip>
    )
  })
}

import { Alert } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { Checklist } from '@/shared/api/checklists'
import { ConflictNote } from '@/shared/ui/ConflictNote'
import type { ComparedName } from '../lib/conflicts'

/** Another user's changes to a checklist during the edit: those taken over, and those to choose from. */
export function ChecklistConflicts({ stored, names, onChoose }: { stored: Checklist; names: readonly ComparedName[]; onChoose: (name: ComparedName, whose: 'mine' | 'theirs') => void }) {
  const { t } = useTranslation()
  const labels: Record<ComparedName, string> = {
    title: t('checklists.title_'),
    description: t('checklists.description'),
    targets: t('checklists.where.label'),
    chosen: t('checklists.step.laws'),
    substances: t('checklists.step.substances'),
  }
  const theirs: Record<ComparedName, string> = {
    title: stored.title,
    description: stored.description,
    targets: stored.extraction_targets.map(target => t(`checklists.where.${target}`)).join(t('common.listSeparator')),
    chosen: '',
    substances: stored.substances.map(({ cas, operator, threshold }) => `${cas} ${operator} ${threshold}%`).join(t('common.listSeparator')),
  }
  return (
    <Alert severity={names.length > 0 ? 'warning' : 'info'} sx={{ mx: 3, maxHeight: '40%', overflowY: 'auto', flexShrink: 0, '& .MuiAlert-message': { minWidth: 0 } }}>
      {t(names.length > 0 ? 'unsaved.conflict.choose' : 'unsaved.conflict.merged')}
      {names.map(name => (
        <ConflictNote key={name} named label={labels[name]} theirs={theirs[name] || t('common.notSet')} onMine={() => onChoose(name, 'mine')} onTheirs={() => onChoose(name, 'theirs')} />
      ))}
    </Alert>
  )
}

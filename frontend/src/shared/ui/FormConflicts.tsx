import { Alert } from '@mui/material'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '@/shared/lib/versionedForm'
import { ConflictNote } from './ConflictNote'

/** Another user's changes to the record of a form: those merged, and those to choose from. */
export function FormConflicts<F extends FieldValues>({
  edit: { conflicts, merged, choose },
  labels,
  text = String,
}: {
  edit: { conflicts: readonly Conflict<F>[]; merged: boolean; choose: (name: Conflict<F>['name'], whose: 'mine' | 'theirs') => void }
  labels: Record<keyof F & string, string>
  /** The text of a value. */
  text?: (value: Conflict<F>['theirs'], name: Conflict<F>['name']) => string
}) {
  const { t } = useTranslation()
  if (conflicts.length === 0) return merged ? <Alert severity="info">{t('unsaved.conflict.merged')}</Alert> : null
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0, flexGrow: 1 } }}>
      {t('unsaved.conflict.choose')}
      {conflicts.map(({ name, theirs }) => (
        <ConflictNote
          key={name}
          label={labels[name]}
          named
          theirs={text(theirs, name) || t('common.notSet')}
          onMine={() => choose(name, 'mine')}
          onTheirs={() => choose(name, 'theirs')}
        />
      ))}
    </Alert>
  )
}

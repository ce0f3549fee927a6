import { Alert, Button } from '@mui/material'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { Conflict, RecordForm } from '@/shared/lib/recordForm'
import { ConflictNote } from './ConflictNote'
import { FormAlert } from './FormAlert'
import { PlanNotice } from './Gate'

interface FormConflictsProps<F extends FieldValues> {
  edit: Pick<RecordForm<F>, 'conflicts' | 'merged' | 'restored' | 'choose' | 'discard' | 'deleted' | 'failure' | 'saving'>
  labels: Record<keyof F & string, string>
  /** The text of a value. */
  text?: (value: Conflict<F>['theirs'], name: FieldPath<F>) => string
}

/** What keeps a form from being saved, or has changed it: other users' changes with the choices, a failure, and restored input. */
export function FormConflicts<F extends FieldValues>({ edit: { conflicts, merged, restored, choose, discard, deleted, failure, saving }, labels, text = String }: FormConflictsProps<F>) {
  const { t } = useTranslation()
  if (deleted) return <FormAlert>{t('unsaved.conflict.deleted')}</FormAlert>
  if (conflicts.length > 0) {
    return (
      <FormAlert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0, flexGrow: 1 } }}>
        {t('unsaved.conflict.choose')}
        {conflicts.map(({ name, theirs }) => (
          <ConflictNote
            key={name}
            label={labels[name as keyof F & string]}
            named
            theirs={text(theirs, name) || t('common.notSet')}
            onMine={() => choose(name, 'mine')}
            onTheirs={() => choose(name, 'theirs')}
          />
        ))}
      </FormAlert>
    )
  }
  if (failure) return failure.plan ? <PlanNotice text={failure.text} /> : <FormAlert>{failure.text}</FormAlert>
  if (restored !== 'none') {
    return (
      <FormAlert
        severity="info"
        action={
          <Button color="inherit" size="small" variant="outlined" onClick={discard} disabled={saving}>
            {t('unsaved.discard')}
          </Button>
        }
      >
        {t(restored === 'newer' ? 'unsaved.restoredNewer' : 'unsaved.restored')}
      </FormAlert>
    )
  }
  return merged ? <Alert severity="info">{t('unsaved.conflict.merged')}</Alert> : null
}

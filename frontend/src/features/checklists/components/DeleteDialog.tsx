import type { Checklist } from '@/shared/api/checklists'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'

/** Confirms the deletion of a checklist with all its reviews. */
export function DeleteDialog({ list, busy, onConfirm, onCancel }: { list: Checklist; busy: boolean; onConfirm: () => void; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog open title={t('checklists.deleteTitle')} confirmLabel={t('common.delete')} destructive busy={busy} onConfirm={onConfirm} onCancel={onCancel}>
      {t('checklists.deleteText', { title: list.title })}
    </ConfirmDialog>
  )
}

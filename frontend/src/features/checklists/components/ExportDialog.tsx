import { type Checklist, type ResultsQuery, exportedAtOnce, useExportResults } from '@/shared/api/checklists'
import { followFile } from '@/shared/api/followFile'
import { useMe } from '@/shared/api/me'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import { saveFile } from '@/shared/lib/saveFile'
import { type TableForm, ExportDialog as Form } from '@/shared/ui/ExportDialog'

/** Exports the shown results of a checklist, a line for each proof. */
export function ExportDialog({ list, query, total, onClose }: { list: Checklist; query: ResultsQuery; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const company = useMe().company_id
  const { mutate, isPending } = useExportResults(list.id)
  const submit = ({ format, encoding }: TableForm) =>
    mutate(
      { ...query, format, charset: encoding, total },
      {
        onSuccess: made => {
          if ('jobId' in made) followFile(company, made.jobId, 'sheets.export.started')
          else saveFile(made.content, made.name)
          onClose()
        },
      },
    )
  return (
    <Form
      title={t('checklists.export.title')}
      text={t('checklists.export.text', counted(total, locale))}
      hint={total > exportedAtOnce ? t('checklists.export.byJob', { limit: formatNumber(exportedAtOnce, locale) }) : undefined}
      ready
      pending={isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

import { type Checklist, type ResultsQuery, exportedAtOnce, useExportResults } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { saveFile } from '@/shared/lib/saveFile'
import { type TableForm, ExportDialog as Form } from '@/shared/ui/ExportDialog'
import { notify } from '@/shared/ui/notify'

/** Exports the shown results of a checklist, a line for each proof. */
export function ExportDialog({ list, query, total, onClose }: { list: Checklist; query: ResultsQuery; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { mutate, isPending } = useExportResults(list.id)
  const submit = ({ format, encoding }: TableForm) =>
    mutate(
      { ...query, format, charset: encoding, total },
      {
        onSuccess: made => {
          if ('jobId' in made) notify({ key: 'sheets.export.started', color: 'success', link: { to: jobPath(made.jobId), key: 'sheets.export.follow' } })
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
      preferred="xlsx"
      ready
      pending={isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

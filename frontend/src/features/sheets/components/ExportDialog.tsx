import { Alert, Button, LinearProgress, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useExportOperations, useStartExport } from '@/shared/api/exports'
import type { Chosen } from '@/shared/api/bulk'
import { followFile } from '@/shared/api/followFile'
import { useMe } from '@/shared/api/me'
import { type Filters, isFiltered, sortedBy, toFilter } from '@/shared/filters'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import type { Sort } from '@/shared/lib/urlState'
import { type TableForm, ExportDialog as Form } from '@/shared/ui/ExportDialog'

/** Exports the shown sheets, in their order, as a table. */
export function ExportDialog({ chosen, filters, sort, total, onClose }: { chosen: Chosen | undefined; filters: Filters; sort: Sort | null; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const company = useMe().company_id
  const operations = useExportOperations()
  const { mutate, isPending } = useStartExport()
  const [operation, setOperation] = useState('sheets')
  const submit = (form: TableForm) =>
    mutate(
      { operation, ...form, ...(chosen ?? { filter: toFilter(filters) }), order_by: sortedBy(sort) ?? 'created_at', order: sortedBy(sort) ? (sort?.direction ?? 'desc') : 'desc' },
      {
        onSuccess: id => {
          followFile(company, id, 'sheets.export.started')
          onClose()
        },
      },
    )
  return (
    <Form
      title={t('sheets.export.title')}
      text={t(chosen ? 'sheets.export.selected' : isFiltered(filters) ? 'sheets.export.filtered' : 'sheets.export.all', counted(total, locale))}
      hint={t('sheets.export.hint')}
      ready={operations.data !== undefined}
      pending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {operations.isPending && <LinearProgress aria-label={t('common.loading')} />}
      {operations.isError && (
        <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void operations.refetch()}>{t('common.retry')}</Button>}>
          {t('sheets.export.failed')}
        </Alert>
      )}
      {operations.data && (
        <TextField select label={t('sheets.export.operation')} value={operation} onChange={event => setOperation(event.target.value)} fullWidth>
          {operations.data.items.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Form>
  )
}

import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel, FormLabel, LinearProgress, MenuItem, Radio, RadioGroup, Stack, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportRequest, useExportOperations, useStartExport } from '@/shared/api/exports'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import type { Sort } from '@/shared/lib/urlState'
import { notify } from '@/shared/ui/notify'
import { type Filters, isFiltered, sortedBy, toFilter } from '../filters'

/** Exports what the list shows, in its order, as a table. */
export function ExportDialog({ filters, sort, total, onClose }: { filters: Filters; sort: Sort | null; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const operations = useExportOperations()
  const { mutate, isPending } = useStartExport()
  const [operation, setOperation] = useState('sheets')
  const [format, setFormat] = useState<ExportRequest['format']>('csv')
  const [encoding, setEncoding] = useState<ExportRequest['encoding']>('utf-8')
  const submit = () =>
    mutate(
      { operation, format, encoding, filter: toFilter(filters), order_by: sortedBy(sort) ?? 'created_at', order: sortedBy(sort) ? (sort?.direction ?? 'desc') : 'desc' },
      {
        onSuccess: id => {
          notify({ key: 'sheets.export.started', color: 'success', link: { to: jobPath(id), key: 'sheets.export.follow' } })
          onClose()
        },
      },
    )
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('sheets.export.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 2 }}>
          {t(isFiltered(filters) ? 'sheets.export.filtered' : 'sheets.export.all', { n: formatNumber(total, locale) })}
        </Typography>
        {operations.isPending && <LinearProgress aria-label={t('common.loading')} />}
        {operations.isError && (
          <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void operations.refetch()}>{t('common.retry')}</Button>}>
            {t('sheets.export.failed')}
          </Alert>
        )}
        {operations.data && (
          <Stack sx={{ gap: 2, pt: 1 }}>
            <TextField select label={t('sheets.export.operation')} value={operation} onChange={event => setOperation(event.target.value)} fullWidth>
              {operations.data.items.map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
            <Choice label={t('sheets.export.format')} value={format} onChange={setFormat} choices={{ csv: t('sheets.export.csv'), xlsx: t('sheets.export.xlsx') }} />
            {format === 'csv' && (
              <Choice label={t('sheets.export.encoding')} value={encoding} onChange={setEncoding} choices={{ 'utf-8': t('sheets.export.utf8'), shift_jis: t('sheets.export.shiftJis') }} />
            )}
          </Stack>
        )}
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('sheets.export.hint')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={submit} loading={isPending} disabled={!operations.data}>
          {t('sheets.export.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Choice<T extends string>({ label, value, onChange, choices }: { label: string; value: T; onChange: (value: T) => void; choices: Record<T, string> }) {
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      <RadioGroup row aria-labelledby={id} value={value} onChange={event => onChange(event.target.value as T)}>
        {(Object.entries(choices) as [T, string][]).map(([choice, name]) => (
          <FormControlLabel key={choice} value={choice} control={<Radio size="small" />} label={name} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

import { Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Checklist, type ResultsQuery, exportedAtOnce, useExportResults } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { saveFile } from '@/shared/lib/saveFile'
import { notify } from '@/shared/ui/notify'

/** Exports what the screen shows of a checklist, a line for each proof. */
export function ExportDialog({ list, query, total, onClose }: { list: Checklist; query: ResultsQuery; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const [format, setFormat] = useState<'csv' | 'xlsx'>('xlsx')
  const [charset, setCharset] = useState<'utf-8' | 'shift_jis'>('utf-8')
  const { mutate, isPending } = useExportResults(list.id)
  const submit = () =>
    mutate(
      { ...query, format, charset, total },
      {
        onSuccess: made => {
          if ('jobId' in made) notify({ key: 'sheets.export.started', color: 'success', link: { to: jobPath(made.jobId), key: 'sheets.export.follow' } })
          else saveFile(made.content, made.name)
          onClose()
        },
      },
    )
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('checklists.export.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 2 }}>
          {t('checklists.export.text', { n: formatNumber(total, locale) })}
        </Typography>
        <Stack sx={{ gap: 2 }}>
          <Choice label={t('sheets.export.format')} value={format} onChange={setFormat} choices={{ xlsx: t('sheets.export.xlsx'), csv: t('sheets.export.csv') }} />
          {format === 'csv' && <Choice label={t('sheets.export.encoding')} value={charset} onChange={setCharset} choices={{ 'utf-8': t('sheets.export.utf8'), shift_jis: t('sheets.export.shiftJis') }} />}
        </Stack>
        {total > exportedAtOnce && (
          <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
            {t('checklists.export.byJob', { limit: formatNumber(exportedAtOnce, locale) })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={submit} loading={isPending}>
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

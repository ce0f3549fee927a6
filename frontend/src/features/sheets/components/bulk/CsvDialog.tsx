import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Stack, Typography } from '@mui/material'
import { useId, useRef, useState } from 'react'
import { type CsvCheck, useCsvEdit } from '@/shared/api/bulk'
import { errorText } from '@/shared/api/report'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import { limits } from '@/shared/lib/limits'
import { jobPath } from '@/shared/lib/paths'
import { useUnsaved } from '@/shared/lib/unsaved'
import { FormAlert } from '@/shared/ui/FormAlert'
import { UploadIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'

/** Edits many sheets by a CSV file: it is checked first, row by row, and then takes effect as a whole. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const check = useCsvEdit()
  const apply = useCsvEdit()
  // A page cannot keep a chosen file over a reload: leaving asks.
  useUnsaved(file !== null && !apply.isSuccess, { part: 'csv', survives: () => false })
  const tooLarge = file !== null && file.size > limits.csvBytes
  const choose = (next: File | undefined) => {
    if (!next) return
    setFile(next)
    check.reset()
    apply.reset()
    if (next.size <= limits.csvBytes) check.mutate({ file: next, dry: true })
  }
  const submit = () =>
    file &&
    apply.mutate(
      { file, dry: false },
      {
        onSuccess: ({ changed, job_id }) => {
          const values = counted(changed, locale)
          if (job_id) notify({ key: 'bulk.started', values, color: 'success', link: { to: jobPath(job_id), key: 'sheets.export.follow' } })
          else notify({ key: 'bulk.changed', values, color: 'success' })
          onClose()
        },
      },
    )
  const result = check.data
  const failure = apply.error ?? check.error
  return (
    <Dialog open onClose={apply.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('bulk.csv.title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Typography variant="body2" color="textSecondary">
            {t('bulk.csv.text')}
          </Typography>
          <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            <input ref={input} type="file" accept=".csv,text/csv" hidden data-testid="csv" onChange={({ target }) => choose(target.files?.[0])} />
            <Button
              variant="outlined"
              startIcon={<UploadIcon />}
              onClick={() => {
                // The same file, corrected meanwhile, may be chosen again.
                if (input.current) input.current.value = ''
                input.current?.click()
              }}
              disabled={apply.isPending}
            >
              {t(file ? 'bulk.csv.chooseAnother' : 'bulk.csv.choose')}
            </Button>
            {file && <Typography variant="body2">{file.name}</Typography>}
          </Stack>
          {check.isPending && <LinearProgress aria-label={t('bulk.csv.checking')} />}
          {tooLarge && <FormAlert>{t('bulk.csv.tooLarge')}</FormAlert>}
          {failure && <FormAlert>{errorText(failure, 'update')}</FormAlert>}
          {result && <Checked result={result} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={apply.isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={submit} loading={apply.isPending} disabled={!result || result.error_total > 0 || result.changed === 0}>
          {t('bulk.csv.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What a file would change, or what is wrong with it. */
function Checked({ result }: { result: CsvCheck }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const n = (value: number) => formatNumber(value, locale)
  return (
    <Box role="status">
      {result.error_total > 0 ? (
        <>
          <Alert severity="warning" sx={{ mb: 1 }}>
            {t('bulk.csv.errors', { n: n(result.error_total) })}
          </Alert>
          <Box component="ul" aria-label={t('bulk.csv.errorList')} sx={{ m: 0, pl: 2.5, maxHeight: 260, overflow: 'auto', fontSize: 'dense' }}>
            {result.errors.map((one, i) => (
              <li key={i}>{one.detail}</li>
            ))}
          </Box>
          {result.error_total > result.errors.length && (
            <Typography variant="caption" color="textSecondary">
              {t('bulk.csv.moreErrors', { n: n(result.error_total - result.errors.length) })}
            </Typography>
          )}
        </>
      ) : result.changed === 0 ? (
        <Alert severity="info">{t('bulk.csv.nothing', { rows: n(result.rows) })}</Alert>
      ) : (
        <>
          <Alert severity="success" sx={{ mb: 1 }}>
            {t('bulk.csv.ready', { rows: n(result.rows), n: n(result.changed) })}
          </Alert>
          <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 'dense' }}>
            {result.columns.map(({ field, column, count }) => (
              <li key={field}>{t('bulk.csv.column', { column, n: n(count) })}</li>
            ))}
          </Box>
        </>
      )}
      {result.ignored_columns.length > 0 && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
          {t('bulk.csv.ignored', { columns: result.ignored_columns.join(t('common.listSeparator')) })}
        </Typography>
      )}
    </Box>
  )
}

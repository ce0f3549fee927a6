import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ApiError } from '@/shared/api/error'
import { errorText } from '@/shared/api/report'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatBytes } from '@/shared/lib/format'
import { useUnsaved } from '@/shared/lib/unsaved'
import { UploadIcon } from './icons/icons'
import { FormAlert } from './FormAlert'

/** The upload of a CSV file. */
export interface CsvUpload<R> {
  pending: boolean
  failure: unknown
  result: R | undefined
  maxBytes: number
  onSubmit: (file: File) => void
  /** Forgets failure and result. */
  onReset: () => void
}

interface CsvDialogProps<R> {
  title: string
  lead: string
  upload: CsvUpload<R>
  /** A button that gives a file to start from. */
  template?: ReactNode
  resultOf: (result: R) => ReactNode
  onClose: () => void
}

/** Takes a CSV file of which all rows are applied or none, and shows what is wrong with which row. */
export function CsvDialog<R>({ title, lead, upload, template, resultOf, onClose }: CsvDialogProps<R>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const { pending, failure, result, maxBytes, onSubmit, onReset } = upload
  // A page cannot keep a chosen file over a reload: leaving asks.
  useUnsaved(file !== null && result === undefined, { part: 'csv', survives: () => false })
  const close = () => {
    onReset()
    onClose()
  }
  const take = (given: File | undefined) => {
    if (!given) return
    onReset()
    const wrong = !/\.csv$/i.test(given.name) ? t('csv.onlyCsv') : given.size > maxBytes ? t('csv.tooLarge', { size: formatBytes(maxBytes, locale) }) : null
    setRefusal(wrong)
    setFile(wrong ? null : given)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Dialog open onClose={pending ? undefined : close} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography variant="body2">{lead}</Typography>
          {template && <Box>{template}</Box>}
          {result === undefined && (
            <Box
              onDragOver={event => {
                event.preventDefault()
                setOver(true)
              }}
              onDragLeave={() => setOver(false)}
              onDrop={drop}
              sx={{ border: '1px dashed', borderColor: over ? 'primary.main' : 'divider', bgcolor: over ? 'secondary.light' : 'background.default', borderRadius: 1, p: 2, textAlign: 'center' }}
            >
              <input
                ref={chooser}
                type="file"
                accept=".csv,text/csv"
                hidden
                aria-label={t('csv.choose')}
                onChange={event => {
                  take(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
              <Button variant="outlined" startIcon={<UploadIcon />} disabled={pending} onClick={() => chooser.current?.click()}>
                {t(file ? 'csv.another' : 'csv.choose')}
              </Button>
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }} role="status">
                {file ? t('csv.chosen', { name: file.name, size: formatBytes(file.size, locale) }) : t('csv.dropHere', { size: formatBytes(maxBytes, locale) })}
              </Typography>
            </Box>
          )}
          {refusal && <FormAlert>{refusal}</FormAlert>}
          {failure != null && <CsvFaults failure={failure} />}
          {result !== undefined && resultOf(result)}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={close} disabled={pending}>
          {t(result === undefined ? 'common.cancel' : 'common.close')}
        </Button>
        {result === undefined && (
          <Button variant="contained" disabled={!file} loading={pending} onClick={() => file && onSubmit(file)}>
            {t('csv.submit')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** What the server found wrong, by row and column. */
function CsvFaults({ failure }: { failure: unknown }) {
  const { t } = useTranslation()
  const rows = failure instanceof ApiError ? failure.fields.filter(({ row }) => row !== undefined) : []
  if (rows.length === 0) {
    const first = failure instanceof ApiError ? failure.fields[0]?.detail : undefined
    return <FormAlert>{first ?? errorText(failure, 'update')}</FormAlert>
  }
  return (
    <>
      <FormAlert>{t('csv.faults')}</FormAlert>
      <Box sx={{ maxHeight: 280, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }} tabIndex={0} role="region" aria-label={t('csv.faultList')}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{t('csv.row')}</TableCell>
              <TableCell>{t('csv.column')}</TableCell>
              <TableCell>{t('csv.fault')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ path, row, column, detail }, i) => (
              <TableRow key={`${path}:${i}`}>
                <TableCell>{row}</TableCell>
                <TableCell>{column}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{detail}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {failure instanceof ApiError && failure.omitted > 0 && <Typography variant="body2">{t('csv.more', { count: failure.omitted })}</Typography>}
    </>
  )
}

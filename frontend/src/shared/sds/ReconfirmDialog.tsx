import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useId, useRef, useState } from 'react'
import { can } from '@/shared/auth/permissions'
import { useMe } from '@/shared/api/me'
import { ApiError } from '@/shared/api/error'
import { useReconfirmSheet } from '@/shared/api/reconfirm'
import { errorText } from '@/shared/api/report'
import { ReanalyzeInputBody } from '@/shared/api/rules'
import type { WholeSheet } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Refusal, refusalOf } from '@/shared/lib/pdfFile'
import { askToClose, releaseUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { FormAlert } from '@/shared/ui/FormAlert'
import { notify } from '@/shared/ui/notify'
import { useTooLong } from '@/shared/ui/useTooLong'

const part = 'reconfirmation'
/** English and Japanese. */
const languages = [44, 16] as const

/** Analyzes a sheet again with a user's answers about its file: another file, its language, and which of its pages are the sheet. */
export function ReconfirmDialog({ sheet, onClose }: { sheet: Pick<WholeSheet, 'id' | 'version' | 'name' | 'file' | 'answers'>; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const before = { language: String(sheet.answers?.language_id ?? ''), first: String(sheet.answers?.first_page ?? ''), last: String(sheet.answers?.last_page ?? ''), comment: '' }
  const [input, setInput] = useState(before)
  const [file, setFile] = useState<File | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const mayUpload = can(useMe(), 'SDS_UPLOAD')
  const { mutate, isPending, error, variables } = useReconfirmSheet(sheet)
  const commentFault = useTooLong()(input.comment, ReanalyzeInputBody.comment)
  const changed = file !== null || JSON.stringify(input) !== JSON.stringify(before)
  useUnsaved(changed, { part, survives: () => false, discard: () => (setInput(before), setFile(null)) })
  const set = (values: Partial<typeof input>) => setInput(now => ({ ...now, ...values }))
  const close = () => void askToClose(part).then(leave => (leave ? onClose() : undefined))

  const refusal: Refusal | null = file && refusalOf(file)
  // Another file has its own pages.
  const most = !file && sheet.file.pages > 0 ? sheet.file.pages : 10_000
  const page = (text: string) => (text === '' ? undefined : Number(text.normalize('NFKC')))
  const [first, last] = [page(input.first), page(input.last)]
  const wrong = (number: number | undefined) => number !== undefined && !(Number.isInteger(number) && number >= 1 && number <= most)
  const order = first !== undefined && last !== undefined && !wrong(first) && !wrong(last) && first > last
  const fault = (number: number | undefined) => (wrong(number) ? t('record.reconfirm.page', { most }) : order ? t('record.reconfirm.order') : undefined)

  const known = file !== null && error instanceof ApiError && variables?.file === file && error.fields.some(({ code }) => code === 'upload.known')
  const submit = (accepted = false) =>
    mutate(
      { language: input.language === '' ? undefined : (Number(input.language) as 16 | 44), first, last, comment: input.comment.trim(), ...(file && { file, accepted }) },
      {
        onSuccess: () => {
          notify({ key: 'messages.reanalysisRequested', color: 'success' })
          releaseUnsaved(part)
          onClose()
        },
      },
    )
  const pageField = (name: 'first' | 'last', number: number | undefined) => (
    <TextField
      label={t(`record.reconfirm.${name}`)}
      value={input[name]}
      onChange={event => set({ [name]: event.target.value })}
      error={fault(number) !== undefined}
      helperText={fault(number)}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      sx={{ flex: 1 }}
    />
  )
  return (
    <Dialog open onClose={isPending ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('record.reconfirm.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 0.5, fontWeight: 600 }}>{sheet.name}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('record.reconfirm.text')}
        </Typography>
        <Stack sx={{ gap: 2 }}>
          {mayUpload && (
            <div>
              <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, minWidth: 0 }}>
                <Button variant="outlined" size="small" onClick={() => chooser.current?.click()} sx={{ flexShrink: 0 }}>
                  {t('record.reconfirm.replace')}
                </Button>
                <Typography variant="body2" noWrap title={file?.name ?? sheet.file.name} color={file ? 'textPrimary' : 'textSecondary'}>
                  {file?.name ?? sheet.file.name}
                </Typography>
              </Stack>
              <Typography variant="caption" component="p" role={refusal ? 'alert' : undefined} sx={{ mt: 0.5, color: refusal ? 'error.dark' : 'text.secondary' }}>
                {refusal ? t(`upload.reason.${refusal.code}`) : t('record.reconfirm.replaceHint')}
              </Typography>
              <input
                ref={chooser}
                type="file"
                accept=".pdf,application/pdf"
                hidden
                data-testid="replacement"
                onChange={event => {
                  setFile(event.target.files?.[0] ?? null)
                  event.target.value = ''
                }}
              />
            </div>
          )}
          <TextField select label={t('sheet.language')} value={input.language} onChange={event => set({ language: event.target.value })} slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}>
            <MenuItem value="">{t('record.reconfirm.asRead')}</MenuItem>
            {languages.map(language => (
              <MenuItem key={language} value={String(language)}>
                {t(`sds.language.${language}`)}
              </MenuItem>
            ))}
          </TextField>
          <Stack direction="row" sx={{ gap: 1 }}>
            {pageField('first', first)}
            {pageField('last', last)}
          </Stack>
          <TextField label={t('sds.reanalysis.comment')} value={input.comment} onChange={event => set({ comment: event.target.value })} multiline minRows={2} error={commentFault !== undefined} helperText={commentFault} />
        </Stack>
        {error && (
          <FormAlert sx={{ mt: 2 }}>
            {error instanceof ApiError && error.fields.length > 0 ? error.fields.map(({ detail }) => detail).join('\n') : errorText(error, 'update')}
            {known && (
              <Box sx={{ mt: 0.5 }}>
                <Button color="inherit" size="small" variant="outlined" onClick={() => submit(true)} disabled={isPending}>
                  {t('record.reconfirm.accept')}
                </Button>
              </Box>
            )}
          </FormAlert>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={close} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={() => submit()} loading={isPending} disabled={refusal !== null || wrong(first) || wrong(last) || order || commentFault !== undefined}>
          {t('record.reconfirm.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

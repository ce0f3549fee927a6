import { Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The form of a table; the encoding is that of a CSV. */
export interface TableForm {
  format: 'csv' | 'xlsx'
  encoding: 'utf-8' | 'shift_jis'
}

interface Props {
  title: string
  text: string
  hint?: string
  /** Additional questions, shown above. */
  children?: ReactNode
  /** The additional questions are loaded. */
  ready: boolean
  pending: boolean
  onSubmit: (form: TableForm) => void
  onClose: () => void
}

/** Asks for the form of an exported table. */
export function ExportDialog({ title, text, hint, children, ready, pending, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const [form, setForm] = useState<TableForm>({ format: 'xlsx', encoding: 'utf-8' })
  return (
    <Dialog open onClose={pending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 2 }}>
          {text}
        </Typography>
        {!ready && children}
        {ready && (
          <Stack sx={{ gap: 2, pt: children ? 1 : 0 }}>
            {children}
            <Choice label={t('sheets.export.format')} value={form.format} onChange={format => setForm({ ...form, format })} choices={{ csv: t('sheets.export.csv'), xlsx: t('sheets.export.xlsx') }} />
            {form.format === 'csv' && (
              <Choice label={t('sheets.export.encoding')} value={form.encoding} onChange={encoding => setForm({ ...form, encoding })} choices={{ 'utf-8': t('sheets.export.utf8'), shift_jis: t('sheets.export.shiftJis') }} />
            )}
          </Stack>
        )}
        {hint && (
          <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
            {hint}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={pending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={() => onSubmit(form)} loading={pending} disabled={!ready}>
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
      <FormLabel id={id} sx={{ fontSize: 'dense' }}>
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

import { Box, Button, FormHelperText, IconButton, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { type ClipboardEvent, useState } from 'react'
import { WatchedSubstance } from '@/shared/api/rules'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { AddIcon, CloseIcon } from '@/shared/ui/icons/icons'
import { useTooLong } from '@/shared/ui/useTooLong'
import { type RowFault, type SubstanceRow, emptyRow, isBlank, readRows, rowFaults } from '../lib/substances'

/** Substances by CAS number, each with a threshold. Lines pasted from a spreadsheet become rows. */
export function SubstanceStep({ rows, onChange, missing }: { rows: readonly SubstanceRow[]; onChange: (rows: readonly SubstanceRow[]) => void; missing: boolean }) {
  const { t } = useTranslation()
  const [pasting, setPasting] = useState<string | null>(null)
  const faults = rowFaults(rows)
  const change = (key: string, patch: Partial<SubstanceRow>) => onChange(rows.map(row => (row.key === key ? { ...row, ...patch } : row)))
  const add = (text: string) => onChange([...rows.filter(row => !isBlank(row)), ...readRows(text)])
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    // A single value is pasted as usual.
    if (!/[\r\n\t]/.test(text.trim())) return
    event.preventDefault()
    add(text)
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {t('checklists.substances.help')}
      </Typography>
      {missing && rows.every(isBlank) && (
        <FormHelperText error role="alert">
          {t('checklists.substances.missing')}
        </FormHelperText>
      )}
      {faults.size > 0 && (
        <FormHelperText error role="status">
          {t('checklists.substances.faults', { count: faults.size })}
        </FormHelperText>
      )}
      <Box component="ol" aria-label={t('checklists.substances.list')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {rows.map((row, i) => (
          <Line key={row.key} row={row} number={i + 1} fault={faults.get(row.key)} onChange={patch => change(row.key, patch)} onPaste={onPaste} onRemove={() => onChange(rows.length > 1 ? rows.filter(({ key }) => key !== row.key) : [emptyRow()])} />
        ))}
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button size="small" startIcon={<AddIcon />} onClick={() => onChange([...rows, emptyRow()])}>
          {t('checklists.substances.add')}
        </Button>
        <Button size="small" onClick={() => setPasting(pasting === null ? '' : null)} aria-expanded={pasting !== null}>
          {t('checklists.substances.paste')}
        </Button>
      </Stack>
      {pasting !== null && (
        <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
          <TextField label={t('checklists.substances.pasteLabel')} helperText={t('checklists.substances.pasteHelp')} value={pasting} onChange={event => setPasting(event.target.value)} multiline minRows={4} maxRows={12} fullWidth />
          <Button
            size="small"
            variant="outlined"
            disabled={pasting.trim() === ''}
            onClick={() => {
              add(pasting)
              setPasting(null)
            }}
          >
            {t('checklists.substances.take', { count: readRows(pasting).length })}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

function Line({ row, number, fault, onChange, onPaste, onRemove }: { row: SubstanceRow; number: number; fault: RowFault | undefined; onChange: (patch: Partial<SubstanceRow>) => void; onPaste: (event: ClipboardEvent) => void; onRemove: () => void }) {
  const { t } = useTranslation()
  const label = (name: string) => t('checklists.substances.labelled', { number, name: t(keyIn('checklists.substances', name)) })
  const [left, setLeft] = useState(false)
  const longName = useTooLong()(row.name, WatchedSubstance.name)
  // A number still being typed is not validated by form; a wrong check digit is reported at once.
  const atCas = fault !== undefined && fault !== 'threshold' && fault !== 'name' && (fault !== 'form' || left)
  return (
    <Box component="li" sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr) minmax(0, 1fr) 36px', sm: '200px minmax(0, 1fr) 92px 110px 36px' }, gap: 1, alignItems: 'start' }}>
      <TextField
        label={t('checklists.substances.cas')}
        value={row.cas}
        onChange={event => onChange({ cas: event.target.value })}
        onPaste={onPaste}
        onBlur={() => setLeft(true)}
        error={atCas}
        helperText={atCas ? t(`checklists.substances.fault.${fault}`) : undefined}
        slotProps={{ htmlInput: { 'aria-label': label('cas'), inputMode: 'text' } }}
        sx={{ gridColumn: { xs: '1 / 3', sm: 'auto' } }}
      />
      <TextField label={t('checklists.substances.name')} value={row.name} onChange={event => onChange({ name: event.target.value })} error={longName !== undefined} helperText={longName} slotProps={{ htmlInput: { 'aria-label': label('name') } }} sx={{ gridColumn: { xs: '1 / 4', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }} />
      <TextField select label={t('checklists.substances.operator')} value={row.operator} onChange={event => onChange({ operator: event.target.value as SubstanceRow['operator'] })} slotProps={{ select: { 'aria-label': label('operator') } }} sx={{ gridColumn: { xs: '2 / 4', sm: 'auto' }, gridRow: { xs: 3, sm: 'auto' } }}>
        <MenuItem value=">=">{t('checklists.substances.atLeast')}</MenuItem>
        <MenuItem value=">">{t('checklists.substances.above')}</MenuItem>
      </TextField>
      <TextField
        label={t('checklists.substances.threshold')}
        value={row.threshold}
        onChange={event => onChange({ threshold: event.target.value })}
        error={fault === 'threshold'}
        helperText={fault === 'threshold' ? t('checklists.substances.fault.threshold') : undefined}
        slotProps={{ htmlInput: { 'aria-label': label('threshold'), inputMode: 'decimal' } }}
        sx={{ gridColumn: { xs: 1, sm: 'auto' }, gridRow: { xs: 3, sm: 'auto' } }}
      />
      <Hint title={t('checklists.substances.remove')}>
        <IconButton size="small" aria-label={t('checklists.substances.removeOne', { number })} onClick={onRemove} sx={{ mt: 0.5, gridColumn: { xs: 3, sm: 'auto' }, gridRow: { xs: 1, sm: 'auto' } }}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Hint>
    </Box>
  )
}

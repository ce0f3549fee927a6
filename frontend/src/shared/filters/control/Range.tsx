import { Box, InputAdornment, Stack, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Parameter, isReversed, valuesOf } from '..'
import type { ControlProps } from './control'

const numeral = (text: string) => text.normalize('NFKC').replace(/[−‐–]/g, '-').trim()

/** From and to. An invalid end is reported beside it, and applied only once it is corrected. */
export function Range({ filter, label, filters, onChange }: Omit<ControlProps, 'parameter'>) {
  const { t } = useTranslation()
  const faultId = useId()
  const ends = filter.parameters as readonly [Parameter, Parameter]
  const known = ends.map(end => valuesOf(filters, end)[0] ?? '')
  const [typed, setTyped] = useState({ for: known.join(), ends: known, tried: false })
  // The URL was changed elsewhere: Back, or a removed chip.
  if (typed.for !== known.join()) setTyped({ for: known.join(), ends: known, tried: false })

  const days = filter.kind === 'day_range'
  const faultOf = ([from = '', to = '']: readonly string[]) => {
    const form = new RegExp(filter.pattern ?? '')
    if (!days && [from, to].some(end => end !== '' && !form.test(end))) return t('sheets.fault.number')
    if (from === '' || to === '' || (days ? from <= to : Number(from) <= Number(to))) return undefined
    return t(days ? 'sheets.fault.days' : 'sheets.fault.range')
  }
  const apply = (next: readonly string[]) => {
    const tidy = days ? next : next.map(numeral)
    setTyped({ for: known.join(), ends: [...tidy], tried: true })
    if (faultOf(tidy) || tidy.join() === known.join()) return
    onChange(Object.fromEntries(ends.map((end, i) => [end, tidy[i] ?? ''])))
  }
  const missing = filter.with && valuesOf(filters, filter.with as Parameter).length === 0 ? t('sheets.needs', { name: t(`sheets.filters.${filter.with}`) }) : undefined
  const fault = typed.tried || isReversed(filters, filter) ? faultOf(typed.ends) : undefined
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 0.25 }}>
        {label}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
        {ends.map((end, i) => {
          const set = (value: string) => typed.ends.map((other, at) => (at === i ? value : other))
          return [
            i > 0 && (
              <Typography key="to" component="span" variant="body2" color="textSecondary" aria-hidden>
                {t('sheets.rangeTo')}
              </Typography>
            ),
            <TextField
              key={end}
              hiddenLabel
              fullWidth
              size="small"
              type={days ? 'date' : 'text'}
              value={typed.ends[i]}
              disabled={missing !== undefined}
              error={fault !== undefined}
              onChange={({ target: { value } }) => (days ? apply(set(value)) : setTyped({ ...typed, ends: set(value), tried: false }))}
              onBlur={() => !days && apply(typed.ends)}
              onKeyDown={event => !days && event.key === 'Enter' && !event.nativeEvent.isComposing && apply(typed.ends)}
              slotProps={{
                htmlInput: { 'aria-label': t(`sheets.${days ? 'days' : 'range'}.${i === 0 ? 'from' : 'to'}`, { name: label }), 'aria-describedby': (fault ?? missing) && faultId, ...(days ? { max: '9999-12-31' } : { inputMode: 'decimal' }) },
                input: { endAdornment: filter.unit && <InputAdornment position="end">{filter.unit}</InputAdornment> },
              }}
            />,
          ]
        })}
      </Stack>
      {(fault ?? missing) && (
        <Typography id={faultId} role={fault && 'alert'} variant="caption" component="p" color={fault ? 'error' : 'text.secondary'} sx={{ mt: 0.25 }}>
          {fault ?? missing}
        </Typography>
      )}
    </Box>
  )
}

import { MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'

const other = 'other'

/** Chooses the date of the law: today (empty), a date on which an announced change begins, or any. */
export function AsOf({ value, onChange, announced, label, none }: { value: string; onChange: (day: string) => void; announced: readonly string[]; label: string; none?: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [free, setFree] = useState(value !== '' && !announced.includes(value))
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      <TextField
        select
        label={label}
        value={free ? other : value}
        onChange={event => {
          setFree(event.target.value === other)
          onChange(event.target.value === other ? '' : event.target.value)
        }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        sx={{ minWidth: 190 }}
      >
        <MenuItem value="">{none ?? t('laws.today')}</MenuItem>
        {announced.map(day => (
          <MenuItem key={day} value={day}>
            {t('laws.announced', { day: formatDate(day, locale) })}
          </MenuItem>
        ))}
        <MenuItem value={other}>{t('laws.otherDay')}</MenuItem>
      </TextField>
      {free && <TextField type="date" label={t('laws.day')} value={value} onChange={event => onChange(event.target.value)} slotProps={{ inputLabel: { shrink: true } }} />}
    </Stack>
  )
}

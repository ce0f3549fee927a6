import { Box, Stack } from '@mui/material'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { pictogramCodes } from './definitions'

/** One GHS pictogram; its name is what assistive technology reads. */
export function Pictogram({ code, size = 24 }: { code: string; size?: number }) {
  const { t } = useTranslation()
  const known = pictogramCodes.find(one => one === code)
  if (!known) return <span>{code}</span>
  const name = t(`sds.pictogram.${known}`)
  return (
    <Hint title={name}>
      <Box component="img" src={`/ghs/${known}.svg`} alt={name} width={size} height={size} sx={{ display: 'block', flexShrink: 0 }} />
    </Hint>
  )
}

export function Pictograms({ codes, size }: { codes: readonly string[]; size?: number }) {
  return (
    <Stack direction="row" component="span" sx={{ gap: '1px', alignItems: 'center', flexShrink: 0 }}>
      {codes.map(code => (
        <Pictogram key={code} code={code} size={size} />
      ))}
    </Stack>
  )
}

/** The signal word, styled by its severity. */
export function SignalWord({ word }: { word: string }) {
  const { t } = useTranslation()
  if (word === '') return null
  const danger = word === 'danger'
  const loud = danger || word === 'warning'
  return (
    <Box component="span" sx={{ fontWeight: loud ? 700 : 400, color: danger ? 'error.dark' : word === 'warning' ? 'warning.dark' : 'text.secondary' }}>
      {t(keyIn('sds.choice.signal_word', word))}
    </Box>
  )
}

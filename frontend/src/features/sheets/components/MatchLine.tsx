import { Typography } from '@mui/material'
import type { SheetRow } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Where the searched words are, if not in the name, which is seen anyway; a place that several words share is one. */
export const elsewhere = ({ matches = [] }: Pick<SheetRow, 'matches'>) =>
  matches.filter(({ field, text }, i) => field !== 'name' && matches.findIndex(other => other.field === field && other.text === text) === i)

/** A line with the places of the searched words. */
export function MatchLine({ sheet }: { sheet: Pick<SheetRow, 'matches'> }) {
  const { t } = useTranslation()
  const places = elsewhere(sheet)
  if (places.length === 0) return null
  const text = places.map(({ field, text: value }) => t('sheets.chip', { name: t(`sheets.match.${field}`), value })).join('  ')
  return (
    <Typography variant="caption" component="span" noWrap title={text} sx={{ display: 'block', color: 'text.secondary' }}>
      {text}
    </Typography>
  )
}

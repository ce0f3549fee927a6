import { Box, Link as MuiLink, Typography } from '@mui/material'
import { Link } from 'react-router'
import type { DutyChange } from '@/shared/api/duties'
import type { Duty } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { counted, formatDate } from '@/shared/lib/format'
import { listAddress } from '@/shared/lib/listAddress'
import { lawPath } from '@/shared/lib/paths'

/** What announced changes of the lists bring, by day: which sheets, which duties. */
export function Changes({ changes, duties }: { changes: readonly DutyChange[]; duties: readonly Duty[] }) {
  const locale = useLocale()
  const days = [...new Set(changes.map(({ from }) => from))]
  return days.map(day => (
    <Box key={day} component="section" aria-label={formatDate(day, locale)} sx={{ '& + &': { mt: 2 } }}>
      <Typography component="h3" sx={{ fontSize: 'normal', fontWeight: 600, borderBottom: 1, borderColor: 'divider', pb: 0.5 }}>
        {formatDate(day, locale)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'line' } }}>
        {changes
          .filter(({ from }) => from === day)
          .map(change => (
            <ChangeLine key={change.class_key} change={change} duties={duties} />
          ))}
      </Box>
    </Box>
  ))
}

function ChangeLine({ change, duties }: { change: DutyChange; duties: readonly Duty[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const name = [change.law_name, change.category_name, change.class_name].map(nameOf).filter((one, i, all) => one && all.indexOf(one) === i)
  const following = duties.filter(({ id }) => change.duty_ids.includes(id))
  return (
    <Box component="li" sx={{ py: 1, fontSize: 'dense' }}>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline' }}>
        <MuiLink component={Link} to={`${lawPath(change.class_id)}?from=${change.from}`} sx={{ minWidth: 0 }}>
          {name.join(t('laws.pathSeparator'))}
        </MuiLink>
        <MuiLink component={Link} to={listAddress(change.filter)} sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {t('duties.page.sheets', counted(change.sheets, locale))}
        </MuiLink>
      </Box>
      <Typography color="textSecondary" sx={{ fontSize: 'small' }}>
        {[t('duties.page.entries', counted(change.entries, locale)), change.first_sheets > 0 && t('duties.page.first', counted(change.first_sheets, locale))].filter(Boolean).join(t('duties.separator'))}
      </Typography>
      {following.length > 0 && (
        <Typography sx={{ fontSize: 'small' }}>
          {t('duties.page.brings', { duties: following.map(({ what, article }) => t('duties.page.duty', { what: nameOf(what), article })).join(t('duties.separator')) })}
        </Typography>
      )}
    </Box>
  )
}

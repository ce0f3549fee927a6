import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Overview } from '@/shared/api/overview'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { formatDate, counted } from '@/shared/lib/format'
import { listAddress } from '@/shared/lib/listAddress'
import { StatusChip } from '@/shared/ui/StatusChip'

/** The number of changes shown at first. */
const few = 6

/** Entries of laws that have begun to apply lately, or will, with the sheets that they cover. */
export function LawChanges({ changes }: { changes: Overview['law_changes'] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const lawName = useLawName()
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, few)
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(change => (
          <Box component="li" key={`${change.class_key}@${change.from}`} sx={{ '& + &': { borderTop: 1, borderColor: 'line' } }}>
            <Box
              component={Link}
              to={listAddress(change.filter)}
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) auto',
                columnGap: 1.5,
                alignItems: 'center',
                px: 1,
                mx: -1,
                py: 0.875,
                borderRadius: 1,
                color: 'text.primary',
                textDecoration: 'none',
                '&:hover': { bgcolor: 'action.hover' },
                '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
              }}
            >
              <Box component="span" sx={{ minWidth: 0 }}>
                <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                  <Typography component="span" variant="caption" color="textSecondary">
                    {formatDate(change.from, locale)}
                  </Typography>
                  <StatusChip label={t(change.announced ? 'home.willApply' : 'home.applies')} tone={change.announced ? 'info' : 'warning'} />
                </Box>
                <Typography component="span" variant="body2" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
                  {[change.law_name, change.category_name, change.class_name].map(lawName).filter((name, i, names) => name && names.indexOf(name) === i).join(' › ')}
                </Typography>
              </Box>
              <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                {t('home.sheets', counted(change.count, locale))}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
      {changes.length > few && (
        <Button size="small" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('home.fewer') : t('home.more', { count: changes.length - few })}
        </Button>
      )}
    </>
  )
}

import { Typography } from '@mui/material'
import type { Substance } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { formatDate } from '@/shared/lib/format'

/** The classes of the substance in the European Union, with their source. */
export function Harmonised({ harmonised }: { harmonised: Substance['harmonised'] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  return (
    <Typography variant="body2" sx={{ px: 2, py: 1 }}>
      {t('substances.harmonised', {
        day: formatDate(harmonised.as_of, locale),
        classes: harmonised.classes.map(({ name, category }) => [nameOf(name), nameOf(category)].filter(Boolean).join(' ')).join(t('common.listSeparator')),
      })}
    </Typography>
  )
}

import { ButtonBase, Typography } from '@mui/material'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { useSheetContext } from '../context'
import { placeKey } from '../lib/fields'
import { Line } from './FieldLine'

/** The edition of JIS Z 7252 and Z 7253 that the sheet follows, with the reason and its place. */
export function EditionLine() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { sheet, activate } = useSheetContext()
  const { edition } = sheet
  if (!edition) return null
  const { section, field } = edition
  const reason = t(`record.edition.basis.${edition.basis}`, { text: edition.basis === 'date' ? formatDate(edition.text ?? '', locale) : edition.text })
  return (
    <Line label={t('record.edition.label')}>
      <Typography component="div" sx={{ fontSize: 'dense', py: 0.5, px: 1, overflowWrap: 'anywhere' }}>
        {edition.edition ? t(`record.edition.of.${edition.edition}`) : t('record.edition.unknown')}{' '}
        {section !== undefined && field ? (
          <ButtonBase
            onClick={() => activate(placeKey({ section, id: field }), 'key')}
            sx={{ fontFamily: 'inherit', fontSize: 'small', textAlign: 'left', color: 'primary.dark', textDecoration: 'underline', textUnderlineOffset: 3, borderRadius: 0.5, '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}
          >
            {reason}
          </ButtonBase>
        ) : (
          <Typography component="span" color="textSecondary" sx={{ fontSize: 'small' }}>
            {reason}
          </Typography>
        )}
      </Typography>
    </Line>
  )
}

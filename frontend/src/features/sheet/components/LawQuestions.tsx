import { Box, Button, Typography } from '@mui/material'
import type { Proof } from '@/shared/api/laws'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { questions } from '@/shared/law/duties'
import { useSheetContext } from '../context'
import { placeKey } from '../lib/fields'

/** What the sheet would have to say for the open verdicts to be settled: a question each, the most decisive first. */
export function LawQuestions({ verdicts }: { verdicts: readonly Proof[] }) {
  const { t } = useTranslation()
  const { mayEdit, activate, edit } = useSheetContext()
  const open = questions(verdicts)
  if (open.length === 0) return null
  return (
    <Box component="section" aria-label={t('duties.questions')} sx={{ mt: 1, borderTop: 1, borderColor: 'divider', pt: 1, px: 0.75 }}>
      <Typography component="h4" sx={{ fontSize: 'dense', fontWeight: 600 }}>
        {t('duties.questions')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 'dense' }}>
        {open.map(({ missing, classes, parts, place }) => (
          <Box component="li" key={missing} sx={{ py: 0.25 }}>
            {t(keyIn('duties.question', missing), { defaultValue: t('duties.questionOther', { name: t(keyIn('laws.missing', missing), { defaultValue: missing }) }) })}
            {parts.length > 0 && t('duties.questionParts', { parts: parts.slice(0, 3).join(t('common.listSeparator')) })}
            <Typography component="span" color="textSecondary" sx={{ fontSize: 'small', ml: 1 }}>
              {t('duties.settles', { count: classes.length })}
            </Typography>
            {place && (
              <Button
                size="small"
                sx={{ ml: 1, py: 0, minWidth: 0 }}
                onClick={() => {
                  activate(placeKey(place), 'key')
                  if (mayEdit) edit(placeKey(place))
                }}
              >
                {t(mayEdit ? 'duties.answer' : 'duties.answerPlace')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

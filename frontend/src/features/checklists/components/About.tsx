import { Alert, Box, Paper, Stack, Typography } from '@mui/material'
import type { Checklist } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { useTargetsText } from '../lib/targets'
import { ListState } from './ListState'

/** The targets of a checklist, the searched sections, and its state. */
export function About({ list }: { list: Checklist }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const targets = useTargetsText(8)
  const waiting = list.state === 'requested' || list.state === 'in_preparation'
  const facts: [string, string][] = [
    [t('checklists.column.targets'), targets(list)],
    [t('checklists.where.label'), list.extraction_targets.map(target => t(`checklists.where.${target}`)).join(t('common.listSeparator'))],
    [t('checklists.checkedAt'), formatDateTime(list.checked_at, locale)],
  ]
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5, mb: 2 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <ListState state={list.state} />
        <Typography variant="body2" component="span" color="textSecondary">
          {t(`checklists.kind.${list.kind}`)}
        </Typography>
      </Stack>
      {list.description && (
        <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-line' }}>
          {list.description}
        </Typography>
      )}
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, m: 0, mt: 1, fontSize: 'dense' }}>
        {facts.map(
          ([name, value]) =>
            value && (
              <Box key={name} sx={{ display: 'flex', gap: 1, minWidth: 0, flexWrap: 'wrap' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {name}
                </Box>
                <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {value}
                </Box>
              </Box>
            ),
        )}
      </Box>
      {waiting && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {t('checklists.request.waiting')}
        </Alert>
      )}
      {list.state === 'suspended' && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {t('checklists.suspendedText')}
        </Alert>
      )}
    </Paper>
  )
}

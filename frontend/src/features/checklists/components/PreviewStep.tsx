import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type ChecklistInput, type Preview, usePreview } from '@/shared/api/checklists'
import { announcedDays, useLaws } from '@/shared/api/laws'
import { errorText } from '@/shared/api/report'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatDate } from '@/shared/lib/format'
import { AsOf } from '@/shared/law/AsOf'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { isPlanRefusal, PlanNotice } from '@/shared/ui/Gate'
import { Counts } from './Counts'

/** The results that the checklist would have now, or its changes on a date, before it is saved. */
export function PreviewStep({ input }: { input: ChecklistInput }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [asOf, setAsOf] = useState('')
  const { data: tree } = useLaws()
  const { data, isPending, error, refetch } = usePreview(input, asOf)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {t('checklists.preview.help')}
      </Typography>
      <AsOf value={asOf} onChange={setAsOf} announced={announcedDays(tree)} label={t('checklists.preview.asOf')} none={t('checklists.preview.now')} />
      <Box sx={{ height: 4 }}>{isPending && <LinearProgress aria-label={t('common.loading')} />}</Box>
      {isPlanRefusal(error) && <PlanNotice text={error.detail} />}
      {error && !isPlanRefusal(error) && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          }
          sx={{ whiteSpace: 'pre-line' }}
        >
          {errorText(error, 'read')}
        </Alert>
      )}
      {data && (
        <>
          <Box role="status">
            {data.before && (
              <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.5 }}>
                <Typography variant="body2">{t('checklists.preview.before')}</Typography>
                <Counts counts={data.before} />
              </Stack>
            )}
            <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography variant="body2">{data.before ? t('checklists.preview.on', { day: formatDate(data.as_of, locale) }) : t('checklists.preview.found')}</Typography>
              <Counts counts={data.counts} />
            </Stack>
          </Box>
          <Found preview={data} />
        </>
      )}
    </Stack>
  )
}

function Found({ preview: { items, total, before } }: { preview: Preview }) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (total === 0) return <Typography variant="body2">{t(before ? 'checklists.preview.noChange' : 'checklists.preview.nothing')}</Typography>
  return (
    <Box>
      <Typography component="h3" sx={{ fontSize: 'normal', fontWeight: 600 }}>
        {t(before ? 'checklists.preview.changes' : 'checklists.preview.hits', counted(total, locale))}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li': { borderBottom: 1, borderColor: 'line' } }}>
        {items.map(({ sheet, from, to }) => (
          <Box component="li" key={sheet.id} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center', py: 0.5, fontSize: 'dense' }}>
            <Box component="span" sx={{ flex: '1 1 16em', minWidth: 0 }}>
              {sheet.name}
              {sheet.supplier && (
                <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
                  {sheet.supplier}
                </Typography>
              )}
            </Box>
            <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}>
              {before && from && (
                <>
                  <VerdictChip verdict={from} />
                  <span aria-label={t('checklists.preview.becomes')} role="img">
                    →
                  </span>
                </>
              )}
              <VerdictChip verdict={to} />
            </Box>
          </Box>
        ))}
      </Box>
      {total > items.length && (
        <Typography variant="caption" color="textSecondary">
          {t('checklists.preview.rest', counted(total - items.length, locale))}
        </Typography>
      )}
    </Box>
  )
}

import { Stack, Typography } from '@mui/material'
import type { SheetRow } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { Pictograms, SignalWord } from '@/shared/sds/Pictograms'
import { SheetLink } from '@/shared/sds/SheetLink'
import { AnalysisStatus, RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { useDeleted } from '../lib/deleted'
import { useShortList } from '../names'
import { subtitleOf } from './columns'
import { Marks } from './Marks'
import { MatchLine } from './MatchLine'

/** A sheet on a narrow screen. */
export function SheetCard({ sheet }: { sheet: SheetRow }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const short = useShortList()
  const revised = formatDate(sheet.revised_at, locale)
  const cas = short(sheet.cas_numbers, 2)
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', justifyContent: 'space-between', fontSize: 'medium' }}>
        <SheetLink id={sheet.id} name={sheet.name} wraps deleted={useDeleted(sheet.id)} />
        <Marks sheet={sheet} />
      </Stack>
      <MatchLine sheet={sheet} />
      <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
        {[subtitleOf(sheet), sheet.supplier].filter(Boolean).join(' / ')}
      </Typography>
      {cas && (
        <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
          CAS {cas}
        </Typography>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mt: 0.75 }}>
        <AnalysisStatus sheet={sheet} />
        <RevisionStatusChip status={sheet.revision_status} />
        <Pictograms codes={sheet.pictograms} size={22} />
        {sheet.signal_word !== 'none' && <SignalWord word={sheet.signal_word} />}
        {revised && (
          <Typography variant="caption" component="span" color="textSecondary" sx={{ ml: 'auto' }}>
            {t('sheets.column.revised_at')} {revised}
          </Typography>
        )}
      </Stack>
    </>
  )
}

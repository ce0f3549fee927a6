import { Button, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { AnalysisStatus, RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { CloseIcon, DownloadIcon, NextIcon, RefreshIcon } from '@/shared/ui/icons/icons'
import { useSheetContext } from '../context'
import { closedScan } from './ClosedFile'
import { CreateSimpleMenu } from './CreateSimpleMenu'

/** The sheet's name, its state, and its actions. */
export function SheetHeader({
  titleId,
  unreviewed,
  onNext,
  onReanalyse,
  onDownload,
  onClose,
}: {
  titleId: string
  /** The number of values still to be reviewed. */
  unreviewed: number
  onNext: () => void
  onReanalyse: () => void
  onDownload?: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const createSimple = can(useMe(), 'CREATE_SIMPLE_DOWNLOAD') && sheet.status_group === 'completed'
  const about = [sheet.product_name !== sheet.name && sheet.product_name, sheet.product_code_list.join(t('common.listSeparator')), sheet.supplier].filter(Boolean).join(' / ')
  return (
    <Stack direction="row" component="header" sx={{ alignItems: 'center', gap: 1, pl: 2, pr: 1, py: 1, borderBottom: 1, borderColor: 'divider', flexWrap: { xs: 'wrap', md: 'nowrap' } }}>
      <Stack sx={{ minWidth: 0, flexGrow: 1, flexBasis: { xs: 'calc(100% - 60px)', md: 0 } }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h2" noWrap title={sheet.name}>
            {sheet.name}
          </Typography>
          <AnalysisStatus sheet={sheet} />
          <RevisionStatusChip status={sheet.revision_status} />
        </Stack>
        {about && (
          <Typography variant="caption" color="textSecondary" noWrap title={about}>
            {about}
          </Typography>
        )}
      </Stack>
      <IconButton aria-label={t('common.close')} onClick={onClose} sx={{ order: { xs: 0, md: 2 } }}>
        <CloseIcon />
      </IconButton>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexShrink: { md: 0 }, flexWrap: { xs: 'wrap', md: 'nowrap' }, order: 1 }}>
        {unreviewed > 0 && (
          <Tooltip describeChild title={t('sheet.nextKey')}>
            <Button size="small" variant="contained" color="warning" endIcon={<NextIcon />} onClick={onNext}>
              {t('sheet.next', { count: unreviewed })}
            </Button>
          </Tooltip>
        )}
        {sheet.may_request && (
          <Button size="small" startIcon={<RefreshIcon />} onClick={onReanalyse}>
            {t('sheet.reanalyse')}
          </Button>
        )}
        {onDownload && !closedScan(sheet.file) && (
          <Button size="small" startIcon={<DownloadIcon />} onClick={onDownload}>
            PDF
          </Button>
        )}
        {createSimple && <CreateSimpleMenu sheetId={sheet.id} />}
      </Stack>
    </Stack>
  )
}

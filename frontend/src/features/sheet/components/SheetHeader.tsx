import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { SheetSteps as Steps } from '@/shared/lib/sheetSequence'
import { AnalysisStatus, RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { Hint } from '@/shared/ui/Hint'
import { CloseIcon, NextIcon } from '@/shared/ui/icons/icons'
import { useSheetContext } from '../context'
import { SheetSteps } from './SheetSteps'

/** The sheet's name, its state, the review, and the ways on; on a narrow screen in two lines, the first with the name. */
export function SheetHeader({
  titleId,
  unreviewed,
  onNext,
  steps,
  review,
  menu,
  onClose,
}: {
  titleId: string
  /** The number of values still to be reviewed. */
  unreviewed: number
  onNext: () => void
  steps: Steps | null
  /** Confirms many values at once. */
  review: ReactNode
  menu: ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const about = [sheet.product_name !== sheet.name && sheet.product_name, sheet.product_code_list.join(t('common.listSeparator')), sheet.supplier].filter(Boolean).join(' / ')
  return (
    <Stack direction="row" component="header" sx={{ alignItems: 'center', columnGap: { xs: 0.5, md: 1 }, rowGap: 0.25, pl: 2, pr: 1, py: { xs: 0.5, md: 1 }, borderBottom: 1, borderColor: 'divider', flexWrap: { xs: 'wrap', md: 'nowrap' }, '& > *': { order: { xs: 2, md: 0 } } }}>
      <Stack sx={{ minWidth: 0, flexGrow: 1, flexBasis: { xs: 'calc(100% - 56px)', md: 0 }, '&&': { order: 0 } }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h2" noWrap title={sheet.name}>
            {sheet.name}
          </Typography>
          {/* On a narrow screen the name comes first: what is as usual is left out, and a revision that is due is a finding. */}
          <Box sx={{ display: { xs: sheet.status_group === 'completed' ? 'none' : 'block', md: 'block' }, flexShrink: 0 }}>
            <AnalysisStatus sheet={sheet} />
          </Box>
          <Box sx={{ display: { xs: 'none', md: 'block' }, flexShrink: 0 }}>
            <RevisionStatusChip status={sheet.revision_status} />
          </Box>
        </Stack>
        {about && (
          // On a narrow screen it is in the first lines below.
          <Typography variant="caption" color="textSecondary" noWrap title={about} sx={{ display: { xs: 'none', md: 'block' } }}>
            {about}
          </Typography>
        )}
      </Stack>
      {unreviewed > 0 &&
        (sheet.may_edit ? (
          <Hint describeChild title={t('sheet.nextKey')}>
            <Button size="small" variant="contained" color="warning" endIcon={<NextIcon />} onClick={onNext} sx={{ flexShrink: 0 }}>
              {t('sheet.next', { count: unreviewed })}
            </Button>
          </Hint>
        ) : (
          // A reader is not asked to do what is another's work.
          <Typography variant="body2" color="textSecondary" sx={{ flexShrink: 0 }}>
            {t('sheet.next', { count: unreviewed })}
          </Typography>
        ))}
      {review}
      <Stack direction="row" sx={{ alignItems: 'center', flexShrink: 0, ml: 'auto' }}>
        {steps && <SheetSteps steps={steps} />}
        {menu}
      </Stack>
      <IconButton aria-label={t('common.close')} onClick={onClose} sx={{ flexShrink: 0, '&&': { order: { xs: 1, md: 0 } } }}>
        <CloseIcon />
      </IconButton>
    </Stack>
  )
}

import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type ComparedSheet, type LikeSheet, useDismissLikeSheet } from '@/shared/api/revisions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { lazyPart } from '@/shared/lib/lazyPart'
import { notify } from '@/shared/ui/notify'
import { DialogPane } from '@/shared/ui/DialogPane'
import { SheetLink } from '../SheetLink'

const JoinDialog = lazyPart(() => import('./JoinDialog').then(part => part.JoinDialog))

interface LikeNoticeProps {
  /** The sheet that resembles others. */
  sheet: ComparedSheet
  like: readonly LikeSheet[]
  mayEdit: boolean
  /** Deletes the sheet, where the user may. */
  onDelete?: () => void
}

/**
 * Says that a sheet is probably a version of another one, or the same file, and why; the user looks at that one, makes
 * both versions of one sheet, or states that they are not.
 */
export function LikeNotice({ sheet, like, mayEdit, onDelete }: LikeNoticeProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { mutate, isPending } = useDismissLikeSheet()
  const [joining, setJoining] = useState(false)
  const [first, ...others] = like
  if (!first) return null
  const same = first.reasons.includes('same_file')
  const joins = first.newer_id !== undefined && first.older_id !== undefined
  const { name } = first
  const about = [
    ...(same ? [] : first.reasons.map(reason => t(`revision.reason.${reason}`))),
    first.revised_at && t('revision.revised', { day: formatDate(first.revised_at, locale) }),
    others.length > 0 && t('revision.more', { count: others.length }),
  ].filter(Boolean)
  const dismiss = () => mutate({ sheet: sheet.id, unrelated: first.id }, { onSuccess: () => notify({ key: 'revision.dismissed', values: { name }, color: 'success' }) })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.25, minWidth: 0, fontSize: 'dense' }}>
      <Box sx={{ minWidth: 0, flex: '1 1 260px' }}>
        <Typography variant="caption" component="p">
          {t(`revision.${same ? 'same' : first.order}`)}
        </Typography>
        <Stack direction="row" useFlexGap sx={{ columnGap: 1, alignItems: 'baseline', flexWrap: 'wrap', minWidth: 0 }}>
          <Box sx={{ minWidth: 0, maxWidth: '100%' }}>
            <SheetLink id={first.id} name={name} />
          </Box>
          {about.length > 0 && (
            <Typography variant="caption" color="textSecondary">
              {about.join(t('common.listSeparator'))}
            </Typography>
          )}
        </Stack>
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', flexShrink: 0 }}>
        {joins && (
          <Button size="small" variant="outlined" aria-label={t('revision.registerOf', { name })} onClick={() => setJoining(true)}>
            {t('revision.register')}
          </Button>
        )}
        {same && onDelete && (
          <Button size="small" variant="outlined" onClick={onDelete}>
            {t('revision.remove')}
          </Button>
        )}
        {mayEdit && (
          <Button size="small" color="cancel" aria-label={t(same ? 'revision.keepOf' : 'revision.dismissOf', { name })} onClick={dismiss} loading={isPending}>
            {t(same ? 'revision.keep' : 'revision.dismiss')}
          </Button>
        )}
      </Stack>
      <DialogPane open={joining ? first.id : null} onClose={() => setJoining(false)}>
        {joining && <JoinDialog sheet={sheet} like={first} onClose={() => setJoining(false)} />}
      </DialogPane>
    </Box>
  )
}

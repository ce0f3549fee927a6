import { Box, Button, IconButton, LinearProgress, List, ListItem, Stack, Typography } from '@mui/material'
import { memo } from 'react'
import { useMe } from '@/shared/api/me'
import type { LikeSheets } from '@/shared/api/revisions'
import { canEditSheets } from '@/shared/auth/permissions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { SheetLink } from '@/shared/sds/SheetLink'
import { AnalysisStatus } from '@/shared/sds/SheetStatus'
import { LikeNotice } from '@/shared/sds/versions/LikeNotice'
import { formatBytes } from '@/shared/lib/format'
import { CloseIcon, RefreshIcon } from '@/shared/ui/icons/icons'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import type { Phase, UploadItem } from '../item'
import { mayPassLater } from '@/shared/lib/pdfFile'
import { Hint } from '@/shared/ui/Hint'

const tones: Record<Phase, StatusTone> = {
  checking: 'neutral',
  known: 'warning',
  ready: 'neutral',
  waiting: 'neutral',
  sending: 'info',
  sent: 'info',
  registering: 'info',
  done: 'success',
  refused: 'error',
  failed: 'error',
}

interface Actions {
  onRetry: (ids: readonly string[]) => void
  onAccept: (id: string) => void
  onRemove: (id: string) => void
}

/** Files with their state, that of the analysis once they are registered, the reason of a refusal, and their actions. */
export function FileList({ label, items, likes, ...actions }: Actions & { label: string; items: readonly UploadItem[]; likes?: readonly LikeSheets[] }) {
  return (
    <List aria-label={label} dense disablePadding sx={{ borderTop: 1, borderColor: 'divider', '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
      {items.map(item => (
        <FileItem key={item.id} item={item} likes={item.sheetId ? likes?.find(({ id }) => id === item.sheetId) : undefined} {...actions} />
      ))}
    </List>
  )
}

const FileItem = memo(function FileItem({ item, likes, onRetry, onAccept, onRemove }: Actions & { item: UploadItem; likes?: LikeSheets }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { file, phase, refusal } = item
  const percent = Math.floor((100 * item.sent) / Math.max(1, file.size))
  const isFinal = phase === 'done' || phase === 'registering' || phase === 'sent'
  return (
    <ListItem sx={{ display: 'grid', alignItems: 'center', gridTemplateColumns: 'minmax(0, 1fr) auto auto', columnGap: 1.5, py: 0.75, minHeight: 52 }}>
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1, minWidth: 0 }}>
          {item.sheetId ? (
            <Box sx={{ minWidth: 0, typography: 'body2' }}>
              <SheetLink id={item.sheetId} name={file.name} />
            </Box>
          ) : (
            <Typography variant="body2" noWrap title={file.name} sx={{ fontWeight: 500 }}>
              {file.name}
            </Typography>
          )}
          <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
            {formatBytes(file.size, locale)}
          </Typography>
        </Stack>
        {phase === 'sending' && (
          <LinearProgress variant="determinate" value={percent} aria-label={t('upload.progressOf', { name: file.name })} sx={{ mt: 0.5, borderRadius: 1 }} />
        )}
        {refusal && (
          <Typography variant="caption" component="p" sx={{ color: 'error.dark' }}>
            {refusal.text || t(`upload.reason.${refusal.code}`)}
          </Typography>
        )}
        {likes?.reason && (
          <Typography variant="caption" component="p" sx={{ color: 'error.dark' }}>
            {likes.reason.detail}
          </Typography>
        )}
        <KnownAs item={item} onAccept={onAccept} />
      </Box>
      {likes ? <AnalysisStatus sheet={{ status_group: likes.status_group }} /> : <StatusChip label={t(`upload.phase.${phase}`, { percent })} tone={tones[phase]} />}
      <Stack direction="row" sx={{ width: 64, justifyContent: 'flex-end' }}>
        {refusal && mayPassLater(refusal) && (
          <Hint title={t('common.retry')}>
            <IconButton size="small" aria-label={t('upload.retryOne', { name: file.name })} onClick={() => onRetry([item.id])}>
              <RefreshIcon fontSize="small" />
            </IconButton>
          </Hint>
        )}
        {!isFinal && (
          <Hint title={t('upload.clear')}>
            <IconButton size="small" aria-label={t('upload.removeOne', { name: file.name })} onClick={() => onRemove(item.id)}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Hint>
        )}
      </Stack>
      {likes && likes.sds_list.length > 0 && <Likes likes={likes} />}
    </ListItem>
  )
})

/** What the registered sheet resembles, below the file over the whole width. */
function Likes({ likes }: { likes: LikeSheets }) {
  const me = useMe()
  const mayEdit = canEditSheets(me)
  return (
    <Box sx={{ gridColumn: '1 / -1', my: 0.5, px: 1.25, py: 0.75, borderRadius: 1, bgcolor: 'tone.info.background' }}>
      <LikeNotice sheet={likes} like={likes.sds_list} mayEdit={mayEdit} />
    </Box>
  )
}

/** The sheet that has the contents of a file, and the choice to register the file even so. */
function KnownAs({ item: { id, file, phase, known = [] }, onAccept }: { item: UploadItem; onAccept: (id: string) => void }) {
  const { t } = useTranslation()
  const [first, ...others] = known
  if (phase !== 'known' && (!first || phase === 'done')) return null
  return (
    <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, minWidth: 0 }}>
      {first && (
        <>
          <Typography variant="caption" color="textSecondary">
            {t('upload.sameAs')}
          </Typography>
          <Box sx={{ minWidth: 0, maxWidth: '100%', typography: 'caption' }}>
            <SheetLink id={first.id} name={first.name} />
          </Box>
          {others.length > 0 && (
            <Typography variant="caption" color="textSecondary">
              {t('upload.sameAsMore', { count: others.length })}
            </Typography>
          )}
        </>
      )}
      {phase === 'known' && (
        <Button size="small" aria-label={t('upload.acceptOne', { name: file.name })} onClick={() => onAccept(id)}>
          {t('upload.accept')}
        </Button>
      )}
    </Stack>
  )
}

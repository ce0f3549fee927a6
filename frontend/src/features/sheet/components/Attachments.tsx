import { Box, Button, IconButton, LinearProgress, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { type Attachment, useAttachments } from '@/shared/api/attachments'
import { useCompany } from '@/shared/api/company'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { can } from '@/shared/auth/permissions'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatBytes, formatDateTime } from '@/shared/lib/format'
import { limits } from '@/shared/lib/limits'
import { saveFile } from '@/shared/lib/saveFile'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { FormAlert } from '@/shared/ui/FormAlert'
import { PlanNotice } from '@/shared/ui/Gate'
import { Hint } from '@/shared/ui/Hint'
import { DeleteIcon, DownloadIcon, FileIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import { useSheetContext } from '../context'
import { useAttaching } from '../hooks/useAttaching'

/** The types that the server accepts. */
const accept = '.pdf,.rtf,.txt,.csv,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.msg,.eml,.jpg,.jpeg,.png,.gif,.bmp,.tif,.tiff,.heic,.webp,.zip'

/** The files beside the sheet's PDF. */
export function Attachments() {
  const { t } = useTranslation()
  const { sheet, mayEdit } = useSheetContext()
  return (
    <Box sx={{ width: '100%', px: 0.75, py: 0.5 }}>
      {sheet.attachments.length === 0 && !mayEdit && <Typography variant="body2" color="textSecondary">—</Typography>}
      {sheet.attachments.length > 0 && (
        <Box component="ul" aria-label={t('record.attachments.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {sheet.attachments.map(file => (
            <AttachmentLine key={file.id} file={file} />
          ))}
        </Box>
      )}
      {mayEdit && <Attach />}
    </Box>
  )
}

function AttachmentLine({ file }: { file: Attachment }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const me = useMe()
  const { sheet, mayEdit } = useSheetContext()
  const { fetchOne, remove } = useAttachments(sheet.id)
  const [asking, setAsking] = useState(false)
  const open = file.scan === undefined || file.scan === 'clean'
  const download = () =>
    fetchOne.mutate(file, {
      onSuccess: content => saveFile(content, file.name),
      onError: failure => notify({ text: errorText(failure, 'read'), color: 'error' }),
    })
  const drop = async () => {
    // The line may be gone with its file before the answer is handled: callbacks of `mutate` would not be called then.
    try {
      await remove.mutateAsync(file)
      notify({ key: 'record.attachments.deleted', color: 'success' })
    } catch (failure) {
      notify({ text: errorText(failure, 'update'), color: 'error' })
    }
    setAsking(false)
  }
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 0.75, minHeight: 32 }}>
      <FileIcon sx={{ fontSize: 16, color: 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {[formatBytes(file.size, locale), file.created_by_name, formatDateTime(file.created_at, locale)].filter(Boolean).join(' · ')}
        </Typography>
        {!open && file.scan && (
          <Typography variant="caption" component="p" sx={{ color: file.scan === 'checking' ? 'text.secondary' : 'error.dark' }}>
            {t(keyIn('record.attachments.scan', file.scan))}
          </Typography>
        )}
      </Box>
      {open && can(me, 'SDS_DOWNLOAD') && (
        <Hint title={t('record.attachments.download')}>
          <IconButton size="small" aria-label={t('record.attachments.downloadOf', { name: file.name })} loading={fetchOne.isPending} onClick={download}>
            <DownloadIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Hint>
      )}
      {mayEdit && (
        <Hint title={t('record.attachments.delete')}>
          <IconButton size="small" aria-label={t('record.attachments.deleteOf', { name: file.name })} onClick={() => setAsking(true)}>
            <DeleteIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Hint>
      )}
      <ConfirmDialog open={asking} title={t('record.attachments.ask')} confirmLabel={t('record.attachments.delete')} destructive busy={remove.isPending} onConfirm={() => void drop()} onCancel={() => setAsking(false)}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
      </ConfirmDialog>
    </Stack>
  )
}

function Attach() {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const limit = useCompany().attachment_limit_id
  const room = Math.max(0, limit - sheet.attachments.length)
  const input = useRef<HTMLInputElement>(null)
  const { attach, sending, fault, forget, cancel } = useAttaching(sheet.id, room, limit)
  return (
    <Stack sx={{ gap: 0.5, mt: sheet.attachments.length > 0 ? 0.5 : 0 }}>
      {sending && (
        <Box role="status" sx={{ '& > div + div': { mt: 0.5 } }}>
          {sending.files.map((file, i) => (
            <Box key={`${i}:${file.name}`}>
              <Typography variant="caption" noWrap component="p">
                {file.name}
              </Typography>
              <LinearProgress variant="determinate" value={(100 * file.sent) / file.size} aria-label={t('record.attachments.progress', { name: file.name })} />
            </Box>
          ))}
          <Button size="small" color="cancel" onClick={cancel}>
            {t('record.attachments.cancel')}
          </Button>
        </Box>
      )}
      {room === 0 ? (
        limit < limits.attachments ? (
          <PlanNotice text={t('record.attachments.noRoom', { limit })} />
        ) : (
          <Typography variant="caption" color="textSecondary">
            {t('record.attachments.most', { limit })}
          </Typography>
        )
      ) : (
        !sending && (
          <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Button size="small" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
              {t('record.attachments.add')}
            </Button>
            <Typography variant="caption" color="textSecondary">
              {t('record.attachments.limits', { count: sheet.attachments.length, limit })}
            </Typography>
          </Stack>
        )
      )}
      {fault &&
        (fault.plan ? (
          <PlanNotice text={fault.text} />
        ) : (
          <FormAlert onClose={forget} sx={{ py: 0 }}>
            {fault.text}
          </FormAlert>
        ))}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        data-testid="attachments"
        onChange={event => {
          void attach([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </Stack>
  )
}

import { Alert, Button, Stack, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'

/** Says what is not saved yet, and saves it. */
export function SaveBar({
  count,
  conflicts,
  fault,
  saving,
  onSave,
  onDiscard,
}: {
  count: number
  /** Somebody else has changed the same values meanwhile. */
  conflicts: boolean
  /** What the server said about the last attempt. */
  fault: string | null
  saving: boolean
  onSave: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Stack role="region" aria-label={t('sheet.unsaved', { count })} sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper', flexShrink: 0 }}>
      {fault && (
        <Alert severity={conflicts ? 'warning' : 'error'} sx={{ borderRadius: 0, whiteSpace: 'pre-line' }}>
          {fault}
        </Alert>
      )}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 2, py: 1 }}>
        <Typography variant="body2" sx={{ flexGrow: 1, fontWeight: 600 }}>
          {t('sheet.unsaved', { count })}
        </Typography>
        <Button variant="outlined" color="cancel" size="small" onClick={onDiscard} disabled={saving}>
          {t('sheet.discard')}
        </Button>
        <Button variant="contained" size="small" onClick={onSave} loading={saving}>
          {t(conflicts ? 'sheet.conflict.saveMine' : 'sheet.save')}
        </Button>
      </Stack>
    </Stack>
  )
}

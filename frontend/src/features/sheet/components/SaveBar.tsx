import { Button, Stack, Typography } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { FormAlert } from '@/shared/ui/FormAlert'

/** Shows the number of unsaved changes, and saves them. */
export function SaveBar({
  count,
  conflicts,
  fault,
  saving,
  onSave,
  onDiscard,
  onAll,
}: {
  count: number
  /** Another user has changed the same values meanwhile. */
  conflicts: boolean
  /** The server's answer to the last attempt. */
  fault: string | null
  saving: boolean
  onSave: () => void
  onDiscard: () => void
  /** Resolves all conflicts in favor of one side. */
  onAll: (whose: 'mine' | 'theirs') => void
}) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Stack role="region" aria-label={t('sheet.unsaved', { count })} sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper', flexShrink: 0 }}>
      {conflicts ? (
        <FormAlert
          severity="warning"
          flush
          action={
            <>
              <Button color="inherit" size="small" variant="outlined" onClick={() => onAll('mine')}>
                {t('unsaved.conflict.allMine')}
              </Button>
              <Button color="inherit" size="small" variant="outlined" onClick={() => onAll('theirs')}>
                {t('unsaved.conflict.allTheirs')}
              </Button>
            </>
          }
        >
          {t('unsaved.conflict.choose')}
        </FormAlert>
      ) : (
        fault && <FormAlert flush>{fault}</FormAlert>
      )}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 2, py: 1 }}>
        <Typography variant="body2" sx={{ flexGrow: 1, fontWeight: 600 }}>
          {t('sheet.unsaved', { count })}
        </Typography>
        <Button variant="outlined" color="cancel" size="small" onClick={onDiscard} disabled={saving}>
          {t('sheet.discard')}
        </Button>
        <Button variant="contained" size="small" onClick={onSave} loading={saving} disabled={conflicts}>
          {t('sheet.save')}
        </Button>
      </Stack>
    </Stack>
  )
}

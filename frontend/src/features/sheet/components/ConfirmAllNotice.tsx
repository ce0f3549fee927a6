import { Alert, Button } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { ConfirmAll } from '../hooks/useConfirmAll'

/** Says how many values were confirmed together, and takes it back. */
export function ConfirmAllNotice({ all: { last, undo, forget, busy } }: { all: ConfirmAll }) {
  const { t } = useTranslation()
  if (!last) return null
  const failed = 'fault' in last
  const text = failed ? last.fault : 'undone' in last ? t('record.review.undone', { count: last.undone }) : t('record.review.confirmed', { count: last.places.length })
  const skipped = 'skipped' in last && last.skipped > 0 && t('record.review.skipped', { count: last.skipped })
  return (
    <Alert
      severity={failed ? 'error' : 'success'}
      role={failed ? 'alert' : 'status'}
      onClose={forget}
      closeText={t('common.close')}
      action={
        'places' in last ? (
          <>
            {last.places.length > 0 && (
              <Button color="inherit" size="small" variant="outlined" onClick={() => void undo()} loading={busy}>
                {t('record.review.undo')}
              </Button>
            )}
            <Button color="inherit" size="small" onClick={forget}>
              {t('common.close')}
            </Button>
          </>
        ) : undefined
      }
      sx={{ borderRadius: 0, py: 0, flexShrink: 0, alignItems: 'center', whiteSpace: 'pre-line', borderTop: 1, borderColor: 'divider', '& .MuiAlert-action': { pt: 0, alignItems: 'center', gap: 0.5 } }}
    >
      {[text, skipped].filter(Boolean).join(' ')}
    </Alert>
  )
}

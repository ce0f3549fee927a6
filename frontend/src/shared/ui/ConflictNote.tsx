import { Box, Button, Typography } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Shows another user's change below a value (`named`: elsewhere, with its name): the new value, and the choice. */
export function ConflictNote({ label, named = false, theirs, onMine, onTheirs }: { label: string; named?: boolean; theirs: string; onMine: () => void; onTheirs: () => void }) {
  const { t } = useTranslation()
  return (
    <Box role="group" aria-label={label} sx={{ px: 0.75, pb: 0.5 }}>
      <Typography variant="caption" component="p" sx={{ color: 'error.dark', overflowWrap: 'anywhere' }}>
        {named ? t('unsaved.conflict.theirsOf', { label, value: theirs }) : t('unsaved.conflict.theirs', { value: theirs })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.25 }}>
        <Button size="small" variant="outlined" aria-label={t('unsaved.conflict.mineOf', { label })} onClick={onMine} sx={{ py: 0, fontSize: 'small' }}>
          {t('unsaved.conflict.mine')}
        </Button>
        <Button size="small" variant="outlined" aria-label={t('unsaved.conflict.takeOf', { label })} onClick={onTheirs} sx={{ py: 0, fontSize: 'small' }}>
          {t('unsaved.conflict.take')}
        </Button>
      </Box>
    </Box>
  )
}

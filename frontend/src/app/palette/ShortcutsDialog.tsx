import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Keys } from './Keys'
import { shortcuts } from './shortcuts'

/** The help on the keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('palette.shortcuts')}</DialogTitle>
      <DialogContent tabIndex={0}>
        {shortcuts.map(({ group, keys }) => (
          <Box key={group} component="section" aria-label={t(`palette.group.${group}`)} sx={{ mb: 2 }}>
            <Typography component="h3" variant="body2" color="textSecondary" sx={{ fontWeight: 600, mb: 0.5 }}>
              {t(`palette.group.${group}`)}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', rowGap: 0.75, columnGap: 2, alignItems: 'center' }}>
              {Object.entries<readonly string[]>(keys).map(([name, combination]) => (
                <Box key={name} sx={{ display: 'contents' }}>
                  <Typography component="dt" variant="body2">
                    {t(keyIn(`palette.keys.${group}`, name))}
                  </Typography>
                  <Box component="dd" sx={{ m: 0, justifySelf: 'end' }}>
                    <Keys keys={combination} />
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { Button, Stack, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { page } from '@/shared/lib/browser'
import { paths } from '@/shared/lib/paths'
import { ErrorIcon } from '@/shared/ui/icons/icons'
import { isChunkError } from './chunkErrors'

/** What stands in the place of a screen that failed, or could not be loaded because a newer version is out. */
export function ErrorPage() {
  const { t } = useTranslation()
  const outdated = isChunkError(useRouteError())
  return (
    <Stack component="main" spacing={2} role="alert" sx={{ alignItems: 'center', justifyContent: 'center', minHeight: '70dvh', textAlign: 'center', p: 3 }}>
      <ErrorIcon color="primary" sx={{ fontSize: 48 }} />
      <Typography variant="h1">{t(outdated ? 'errors.page.updatedTitle' : 'errors.page.title')}</Typography>
      <Typography color="text.secondary" sx={{ maxWidth: 520 }}>
        {t(outdated ? 'errors.page.updatedText' : 'errors.page.text')}
      </Typography>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" onClick={() => page.reload()}>
          {t('common.reload')}
        </Button>
        {!outdated && (
          <Button
            variant="outlined"
            onClick={() => {
              page.setRoute(paths.sdsList)
              page.reload()
            }}
          >
            {t('errors.page.toHome')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

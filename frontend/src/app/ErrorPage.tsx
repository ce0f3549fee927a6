import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { page } from '@/shared/lib/browser'
import { paths } from '@/shared/lib/paths'
import { isChunkError } from './chunkErrors'

/**
 * What stands in the place of a screen that failed, or could not be loaded because a newer version is out. It
 * is drawn with what is there from the start, for nothing more may be loadable.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const outdated = isChunkError(useRouteError())
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 2, placeContent: 'center', justifyItems: 'center', minHeight: '60dvh', textAlign: 'center', p: 3 }}>
      <Box component="h1" sx={{ typography: 'h1', m: 0 }}>
        {t(outdated ? 'errors.page.updatedTitle' : 'errors.page.title')}
      </Box>
      <Box component="p" sx={{ color: 'text.secondary', maxWidth: 520, m: 0 }}>
        {t(outdated ? 'errors.page.updatedText' : 'errors.page.text')}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <PlainButton onClick={() => page.reload()}>{t('common.reload')}</PlainButton>
        {!outdated && (
          <PlainButton
            onClick={() => {
              page.setRoute(paths.sdsList)
              page.reload()
            }}
          >
            {t('errors.page.toHome')}
          </PlainButton>
        )}
      </Box>
    </Box>
  )
}

function PlainButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Box
      component="button"
      type="button"
      onClick={onClick}
      sx={{ typography: 'button', px: 2.5, py: 1, cursor: 'pointer', color: 'primary.main', bgcolor: 'background.paper', border: '1px solid', borderRadius: 1 }}
    >
      {children}
    </Box>
  )
}

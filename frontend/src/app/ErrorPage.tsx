import Box from '@mui/material/Box'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { page } from '@/shared/lib/browser'
import { reloadForPart } from '@/shared/lib/chunks'
import { tryPartsAgain } from '@/shared/lib/lazyPart'
import { useRetryOnline } from '@/shared/lib/online'
import { paths } from '@/shared/lib/paths'
import { FaultReport, PlainButton, faultKind } from '@/shared/ui/FaultText'
import { useTabTitle } from '@/shared/ui/tabTitle'

/**
 * Replaces a screen that failed, or could not be loaded for lack of a connection or because a newer version
 * is out. It uses only what is loaded from the start, since nothing more may be loadable; the surroundings
 * of the screen stay.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const kind = faultKind(error)
  useTabTitle(t(`errors.page.${kind}`))
  const retry = () => {
    tryPartsAgain()
    void navigate(pathname + search, { replace: true })
  }
  useRetryOnline(kind === 'offline', retry)
  // In a layout effect: a moment later the address may have changed.
  useLayoutEffect(() => reloadForPart(error), [error])
  // Leaving and coming back loads the screen again.
  useEffect(() => tryPartsAgain, [])
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 2, placeContent: 'center', justifyItems: 'center', minHeight: '60dvh', textAlign: 'center', p: 3 }}>
      <Box component="h1" tabIndex={-1} data-page-title sx={{ typography: 'h1', m: 0, outline: 'none' }}>
        {t(`errors.page.${kind}`)}
      </Box>
      <Box component="p" sx={{ color: 'text.secondary', maxWidth: 520, m: 0 }}>
        {t(`errors.page.${kind}Text`)}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        {kind !== 'updated' && <PlainButton onClick={retry}>{t('common.retry')}</PlainButton>}
        {kind !== 'offline' && <PlainButton onClick={() => page.reload()}>{t('common.reload')}</PlainButton>}
        {kind === 'fault' && (
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
      {kind === 'fault' && <FaultReport error={error} where="page" />}
    </Box>
  )
}

import { Box, Link as MuiLink, Stack } from '@mui/material'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, ScrollRestoration } from 'react-router'
import { paths } from '@/shared/lib/paths'
import { Brand } from '@/shared/ui/Brand'
import { LanguageSwitch } from '@/shared/ui/LanguageSwitch'
import { SkipLink, mainId } from '@/shared/ui/SkipLink'
import { Spinner } from '@/shared/ui/Spinner'
import { useFocusOnNavigation } from './focus'

/** The layout of screens that need no login. */
export function PublicLayout() {
  const { t } = useTranslation()
  useFocusOnNavigation()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Stack component="header" direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', px: { xs: 2, md: 4 }, py: 2 }}>
        <Box component={Link} to={paths.login} sx={{ textDecoration: 'none' }}>
          <Brand />
        </Box>
        <LanguageSwitch />
      </Stack>
      <Box component="main" id={mainId} tabIndex={-1} sx={{ flexGrow: 1, px: 2, py: { xs: 2, md: 5 }, outline: 'none' }}>
        <Suspense fallback={<Spinner />}>
          <Outlet />
        </Suspense>
      </Box>
      <Stack component="footer" direction="row" spacing={3} sx={{ justifyContent: 'center', p: 3 }}>
        <MuiLink component={Link} to={paths.terms} variant="body2" sx={{ color: 'text.secondary' }}>
          {t('public.terms.link')}
        </MuiLink>
        <MuiLink component={Link} to={paths.privacyPolicy} variant="body2" sx={{ color: 'text.secondary' }}>
          {t('public.privacy.link')}
        </MuiLink>
      </Stack>
      <ScrollRestoration />
    </Box>
  )
}

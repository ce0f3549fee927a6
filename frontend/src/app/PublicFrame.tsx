import { Box, Link, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { Brand } from '@/shared/ui/Brand'
import { LanguageSwitch } from '@/shared/ui/LanguageSwitch'
import { SkipLink, mainId } from '@/shared/ui/SkipLink'

/** The layout of screens that need no login. Its links are plain ones, so that it works without the router. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Stack component="header" direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', px: { xs: 2, md: 4 }, py: 2 }}>
        <Box component="a" href={`#${paths.login}`} sx={{ textDecoration: 'none' }}>
          <Brand />
        </Box>
        <LanguageSwitch />
      </Stack>
      <Box component="main" id={mainId} tabIndex={-1} sx={{ flexGrow: 1, px: 2, py: { xs: 2, md: 5 }, outline: 'none' }}>
        {children}
      </Box>
      <Stack component="footer" direction="row" spacing={3} sx={{ justifyContent: 'center', p: 3 }}>
        <Link href={`#${paths.terms}`} variant="body2" sx={{ color: 'text.secondary' }}>
          {t('screens.terms')}
        </Link>
        <Link href={`#${paths.privacyPolicy}`} variant="body2" sx={{ color: 'text.secondary' }}>
          {t('screens.privacyPolicy')}
        </Link>
      </Stack>
    </Box>
  )
}

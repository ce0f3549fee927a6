import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { TextsProvider } from '@/shared/i18n/useTranslation'
import { makeTheme } from './theme'

/** The current language, and the theme with the texts of MUI in it. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <TextsProvider>
      <InTheme>{children}</InTheme>
    </TextsProvider>
  )
}

function InTheme({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const theme = useMemo(() => makeTheme(locale), [locale])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  )
}

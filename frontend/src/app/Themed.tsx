import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { makeTheme } from './theme'

/** The theme with the texts of MUI in the current language. */
export function Themed({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const theme = useMemo(() => makeTheme(locale), [locale])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  )
}

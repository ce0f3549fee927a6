import { CssBaseline } from '@mui/material'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '@/shared/api/queryClient'
import { useLocale } from '@/shared/i18n/useLocale'
import { Notices } from '@/shared/ui/Notices'
import { makeRouter } from './router'
import { makeTheme } from './theme'

export function App() {
  const locale = useLocale()
  const theme = useMemo(() => makeTheme(locale), [locale])
  const [router] = useState(makeRouter)
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <Notices>
          <RouterProvider router={router} />
        </Notices>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

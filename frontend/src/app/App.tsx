import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useMemo } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '@/shared/api/queryClient'
import { useLocale } from '@/shared/i18n/useLocale'
import type { makeRouter } from './router'
import { makeTheme } from './theme'

// Nothing is said before something has been done: the snackbars need not hold up the first screen.
const Notices = lazy(async () => ({ default: (await import('@/shared/ui/Notices')).Notices }))

export function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  const locale = useLocale()
  const theme = useMemo(() => makeTheme(locale), [locale])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Notices />
        </Suspense>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

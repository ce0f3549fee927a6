import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '@/shared/api/queryClient'
import { useLocale } from '@/shared/i18n/useLocale'
import { lazyPart } from '@/shared/lib/lazyPart'
import { Pane } from '@/shared/ui/Pane'
import type { makeRouter } from './router'
import { makeTheme } from './theme'

// Notices appear only after an action: the snackbars need not delay the first screen.
const Notices = lazyPart(async () => (await import('@/shared/ui/Notices')).Notices)

export function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  const locale = useLocale()
  const theme = useMemo(() => makeTheme(locale), [locale])
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        {/* Without them the screen goes on; outside of a pane they would take it along. */}
        <Pane name="notices" hidden>
          <Notices />
        </Pane>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

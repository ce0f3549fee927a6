import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '@/shared/api/queryClient'
import { NoticeHost } from '@/shared/ui/NoticeHost'
import { useMissedNavigation } from './missedNavigation'
import type { makeRouter } from './router'
import { Themed } from './Themed'

export function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  useMissedNavigation(router)
  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <NoticeHost />
      </QueryClientProvider>
    </Themed>
  )
}

import { Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { Spinner } from '@/shared/ui/Spinner'
import { useFocusOnNavigation } from './focus'
import { PublicFrame } from './PublicFrame'

/** The layout of the router's screens that need no login. */
export function PublicLayout() {
  useFocusOnNavigation()
  return (
    <PublicFrame>
      <Suspense fallback={<Spinner />}>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </PublicFrame>
  )
}

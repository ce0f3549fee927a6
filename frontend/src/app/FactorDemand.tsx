import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyPart } from '@/shared/lib/lazyPart'
import { enrollPath, paths } from '@/shared/lib/paths'

const FactorNotice = lazyPart(async () => (await import('./FactorNotice')).FactorNotice)

/**
 * For users of whom their company demands a second factor: reports until when; from then on the API allows
 * nothing else, and every address leads to the set-up.
 */
export function FactorDemand({ due }: { due: string }) {
  const { pathname } = useLocation()
  if (pathname.startsWith(paths.enrollFactor)) return null
  if (new Date(due) <= new Date()) return <Navigate to={enrollPath('totp')} replace />
  return (
    <Suspense fallback={null}>
      <FactorNotice due={due} />
    </Suspense>
  )
}

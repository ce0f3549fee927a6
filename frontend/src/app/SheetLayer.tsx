import { Suspense, lazy, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { loadChunk } from './chunkErrors'

const drawer = () => import('@/features/sheet/SheetDrawer')
const SheetDrawer = lazy(() => loadChunk(async () => ({ default: (await drawer()).SheetDrawer })))

/** When the list has been drawn, the drawer is fetched beforehand: most people open a sheet next. */
const beforehand = 3_000

/** Lets a screen open a sheet over itself: the URL says which. */
export function SheetLayer() {
  const [sheetId, open, at] = useOpenSheet()
  const [needed, setNeeded] = useState(sheetId !== null)
  if (sheetId !== null && !needed) setNeeded(true)
  useEffect(() => {
    const timer = setTimeout(() => {
      // If it does not come, opening a sheet tries again and says so.
      drawer().catch(() => undefined)
    }, beforehand)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Outlet />
      {needed && (
        <Suspense fallback={null}>
          <SheetDrawer sheetId={sheetId} at={at} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}

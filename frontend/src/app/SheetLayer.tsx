import { Suspense, lazy, useState } from 'react'
import { Outlet } from 'react-router'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { loadChunk } from './chunkErrors'

const SheetDrawer = lazy(() => loadChunk(async () => ({ default: (await import('@/features/sheet/SheetDrawer')).SheetDrawer })))

/** Lets a screen open a sheet over itself: the URL says which. */
export function SheetLayer() {
  const [sheetId, open] = useOpenSheet()
  const [needed, setNeeded] = useState(sheetId !== null)
  if (sheetId !== null && !needed) setNeeded(true)
  return (
    <>
      <Outlet />
      {needed && (
        <Suspense fallback={null}>
          <SheetDrawer sheetId={sheetId} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}

import { Drawer } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { loadAhead } from '@/shared/lib/ahead'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { lazyPart } from '@/shared/lib/lazyPart'
import { Pane } from '@/shared/ui/Pane'

const drawer = () => import('@/features/sheet/SheetDrawer')
const SheetDrawer = lazyPart(async () => (await drawer()).SheetDrawer)

/** A pointer over a row, or the focus in one: its sheet may be opened in a moment. */
const rowEvents = ['pointerover', 'focusin'] as const

/** Lets a screen open a sheet over itself, as given by the URL. */
export function SheetLayer() {
  const { t } = useTranslation()
  const [sheetId, open, at] = useOpenSheet()
  const [needed, setNeeded] = useState(sheetId !== null)
  if (sheetId !== null && !needed) setNeeded(true)
  // Most users open a sheet next.
  useEffect(() => loadAhead(drawer), [])
  useEffect(() => {
    const onRow = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('main :is(tr, li, [role="row"])')) return
      stop()
      drawer()
        .then(({ warmUp }) => warmUp())
        .catch(() => undefined)
    }
    const stop = () => rowEvents.forEach(name => document.removeEventListener(name, onRow))
    rowEvents.forEach(name => document.addEventListener(name, onRow))
    return stop
  }, [])
  return (
    <>
      <Outlet />
      {needed && (
        <Pane
          name="sheet"
          resetKey={sheetId}
          onClose={() => open(null)}
          frame={message => (
            <Drawer anchor="right" open={sheetId !== null} onClose={() => open(null)} slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': t('shell.sheet'), sx: { width: { xs: '100%', md: 560 } } } }}>
              {message}
            </Drawer>
          )}
        >
          <SheetDrawer sheetId={sheetId} at={at} onClose={() => open(null)} />
        </Pane>
      )}
    </>
  )
}

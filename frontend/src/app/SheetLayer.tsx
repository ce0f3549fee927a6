import { Drawer } from '@mui/material'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { readOpening } from '@/shared/api/sheets'
import { storedCompany } from '@/shared/auth/token'
import { loadAhead } from '@/shared/lib/ahead'
import { routeIn } from '@/shared/lib/browser'
import { sheetIn, useOpenSheet } from '@/shared/lib/openSheet'
import { lazyPart } from '@/shared/lib/lazyPart'
import { Pane } from '@/shared/ui/Pane'

const drawer = () => import('@/features/sheet/SheetDrawer')
const SheetDrawer = lazyPart(async () => (await drawer()).SheetDrawer)

/** Requests the sheet that the page's address opens, before anything is drawn. */
export function readSheetAhead(): void {
  const [companyId, sheetId] = [storedCompany(), sheetIn(routeIn(window.location).searchParams)]
  if (!companyId || !sheetId) return
  void readOpening(companyId, sheetId)
  drawer()
    .then(({ warmUp }) => warmUp())
    .catch(() => undefined)
}

/** A pointer over a row, or the focus in one: its sheet may be opened in a moment. */
const rowEvents = ['pointerover', 'focusin'] as const

/** Lets a screen open a sheet over itself, as given by the URL. */
export function SheetLayer() {
  const { t } = useTranslation()
  const [sheetId, open, at] = useOpenSheet()
  const [needed, setNeeded] = useState(sheetId !== null)
  if (sheetId !== null && !needed) setNeeded(true)
  // A page that opens with a sheet draws what is behind it afterwards.
  const behind = useDeferredValue(true, sheetId === null)
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
      {behind && <Outlet />}
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

import { Drawer } from '@mui/material'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '@/shared/api/queryClient'
import { readOpening } from '@/shared/api/sheets'
import { likeSheetsQuery } from '@/shared/api/revisions'
import { tagsQuery } from '@/shared/api/tags'
import { storedCompany } from '@/shared/auth/token'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { loadAhead, whenIdle } from '@/shared/lib/ahead'
import { isNarrow, routeIn } from '@/shared/lib/browser'
import { useCloseSheet, useOpenSheet } from '@/shared/lib/openSheet'
import { sheetIn } from '@/shared/lib/paths'
import { lazyParts } from '@/shared/lib/lazyPart'
import { Pane } from '@/shared/ui/Pane'

const feature = () => import('@/features/sheet/SheetDrawer')
const drawer = lazyParts(async () => (await feature()).SheetDrawer)

/**
 * Requests the sheet that the page's address opens, before anything is drawn. Resolves when its drawer is loaded: one that
 * arrived while the rest is drawn would be held back, as React shows nothing for a short time only.
 */
export async function readSheetAhead(): Promise<void> {
  const [companyId, sheetId] = [storedCompany(), sheetIn(routeIn(window.location).searchParams)]
  if (!companyId || !sheetId) return
  void readOpening(companyId, sheetId, !isNarrow())
  void queryClient.prefetchQuery(tagsQuery(companyId))
  void queryClient.prefetchQuery(likeSheetsQuery(companyId, [sheetId]))
  await drawer.load()
}

/** A pointer over a row, or the focus in one: its sheet may be opened in a moment. */
const rowEvents = ['pointerover', 'focusin'] as const

/** What a user does first with a page. */
const useEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

function onFirstUse(run: () => void): void {
  const onUse = () => {
    for (const name of useEvents) document.removeEventListener(name, onUse, true)
    run()
  }
  for (const name of useEvents) document.addEventListener(name, onUse, { capture: true, passive: true })
}

/** Lets a screen open a sheet over itself, as given by the URL. */
export function SheetLayer() {
  const { t } = useTranslation()
  const [sheetId, , at] = useOpenSheet()
  const close = useCloseSheet()
  const [needed, setNeeded] = useState(sheetId !== null)
  if (sheetId !== null && !needed) setNeeded(true)
  // A page that opens with a sheet draws what is behind it once the sheet stands, or is closed; on a narrow screen nothing of that is seen before it is used.
  const [behind, setBehind] = useState(sheetId === null)
  if (sheetId === null && !behind) setBehind(true)
  const onDrawn = useCallback(() => {
    const draw = () => void whenIdle(() => startTransition(() => setBehind(true)))
    if (isNarrow()) onFirstUse(draw)
    else draw()
  }, [])
  // Most users open a sheet next.
  useEffect(() => loadAhead(drawer.load), [])
  useEffect(() => {
    const onRow = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('main :is(tr, li, [role="row"])')) return
      stop()
      feature()
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
          onClose={close}
          frame={message => (
            <Drawer anchor="right" open={sheetId !== null} onClose={close} slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': t('shell.sheet'), sx: { width: { xs: '100%', md: 560 } } } }}>
              {message}
            </Drawer>
          )}
        >
          <drawer.Part sheetId={sheetId} at={at} onClose={close} onDrawn={onDrawn} />
        </Pane>
      )}
    </>
  )
}

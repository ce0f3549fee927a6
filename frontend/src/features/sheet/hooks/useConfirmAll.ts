import { useState } from 'react'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { type FieldEdit, type WholeSheet, readSheet, useEditSheet } from '@/shared/api/sheets'
import type { Place, PlacedField } from '../lib/fields'
import { stillConfirmed, stillOpen } from '../lib/review'

/** The server takes no more edits at once. */
const most = 500

/** How often a request is repeated over other users' changes. */
const maxTries = 4

/** The result of the last action: what was confirmed and can be undone, or why it failed. */
export type Confirmed = { places: readonly Place[]; skipped: number } | { undone: number } | { fault: string }

export interface ConfirmAll {
  confirm: (seen: readonly PlacedField[]) => Promise<void>
  undo: () => Promise<void>
  last: Confirmed | null
  forget: () => void
  busy: boolean
}

/**
 * Confirms many values in one request, and opens them again. Values that another user has changed meanwhile
 * are left out: they have not been seen.
 */
export function useConfirmAll(sheet: WholeSheet): ConfirmAll {
  const companyId = useMe().company_id
  const { mutateAsync } = useEditSheet(sheet.id)
  const [last, setLast] = useState<Confirmed | null>(null)
  const [busy, setBusy] = useState(false)

  /** Sends an action for the places that `choose` finds in the newest version; returns them. */
  const send = async (action: 'confirm' | 'restore', choose: (now: WholeSheet) => readonly Place[]): Promise<readonly Place[]> => {
    let now = sheet
    const done: Place[] = []
    for (let tries = 1; ; ) {
      const chosen = choose(now).slice(0, most)
      if (chosen.length === 0) return done
      const fields: FieldEdit[] = chosen.map(({ section, id }) => ({ section, id, action }))
      try {
        now = await mutateAsync({ version: now.version, edit: { fields } })
        done.push(...chosen)
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.status !== 412 || tries++ === maxTries) throw failure
        now = await readSheet(companyId, sheet.id)
      }
    }
  }
  const run = async (work: () => Promise<Confirmed>) => {
    if (busy) return
    setBusy(true)
    try {
      setLast(await work())
    } catch (failure) {
      setLast({ fault: errorText(failure, 'update') })
    } finally {
      setBusy(false)
    }
  }
  return {
    last,
    busy,
    forget: () => setLast(null),
    confirm: seen =>
      run(async () => {
        const places = await send('confirm', now => stillOpen(now, seen))
        return { places, skipped: seen.length - places.length }
      }),
    undo: () =>
      run(async () => {
        const places = last && 'places' in last ? last.places : []
        return { undone: (await send('restore', now => stillConfirmed(now, places))).length }
      }),
  }
}

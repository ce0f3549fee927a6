import { cleanup, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { SheetDrawer } from '../SheetDrawer'

const idle = new Map<number, () => void>()
let asked = 0

beforeEach(() => {
  asPerson()
  idle.clear()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    idle.set(++asked, run)
    return asked
  })
  vi.stubGlobal('cancelIdleCallback', (which: number) => void idle.delete(which))
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet())),
    ...pdfAnswers,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Section 15 has a button of its own. */
const isFilled = (number: number) => document.querySelectorAll(`#section-${number} :is(.value, table, button)`).length > (number === 15 ? 1 : 0)
const filled = () => Array.from({ length: 17 }, (_, number) => number).filter(isFilled)

it('fills the late sections one after the other, each once the page is idle', async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await waitFor(() => expect(filled()).toEqual([0, 1]))
  for (let more = 2; more <= 4; more++) {
    await waitFor(() => {
      for (const [which, run] of [...idle]) {
        idle.delete(which)
        run()
      }
      expect(filled().at(-1)).toBe(more)
    })
  }
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { laws, sheetLaws } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { value } from '@/test/values'
import type { FieldCell as Cell } from './components/FieldCell'
import { SheetDrawer } from './SheetDrawer'

const drawn = vi.hoisted(() => new Map<string, number>())
vi.mock('./components/FieldCell', async original => {
  const { FieldCell } = await original<{ FieldCell: typeof Cell }>()
  return {
    FieldCell: (props: Parameters<typeof FieldCell>[0]) => {
      drawn.set(props.place.id, (drawn.get(props.place.id) ?? 0) + 1)
      return FieldCell(props)
    },
  }
})

beforeEach(async () => {
  asPerson()
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet())),
    http.get('*/api/v1/companies/:id/sdses/s1/laws', () => HttpResponse.json(sheetLaws())),
    http.get('*/api/v1/laws', () => HttpResponse.json({ as_of: '2026-04-01', set: { version: '1', entries: 1, substances: 1 }, laws })),
    ...pdfAnswers,
  )
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  // The last section is filled last.
  await waitFor(() => expect(document.querySelector('#section-16 button')).not.toBeNull())
})

it('moving to a value renders only the values that change', async () => {
  await userEvent.click(value(/^引火点：/))
  drawn.clear()
  await userEvent.click(value(/^製品名：/))
  expect([...drawn.keys()].sort()).toEqual(['flash_point', 'product_name'])
})

it('typing into the note renders no value', async () => {
  drawn.clear()
  await userEvent.type(await screen.findByRole('textbox', { name: '備考' }), 'abc')
  expect([...drawn.keys()]).toEqual([])
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { findValue, value } from '@/test/values'
import { SheetDrawer } from './SheetDrawer'

/** What edits values arrives when a test says so. */
const arrival = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => (arrive = resolve))
  return { arrived, arrive: () => arrive() }
})
vi.mock('./components/RecordInput', async original => {
  await arrival.arrived
  return original()
})
vi.mock('./components/FieldEditor', async original => {
  await arrival.arrived
  return original()
})

beforeEach(() => {
  asPerson()
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet({ name: 'トルエン 一級', note: '倉庫2' }))),
    ...pdfAnswers,
  )
})

it('shows the values until what edits them has arrived, and begins the edit then', async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  const product = await findValue(/^製品名：/)
  const basics = within(screen.getByRole('region', { name: '基本情報' }))
  expect(basics.getByText('トルエン 一級')).toBeVisible()
  expect(basics.getByText('倉庫2')).toBeVisible()
  await userEvent.dblClick(product)
  expect(value(/^製品名：トルエン/)).toBeVisible()
  arrival.arrive()
  expect(await screen.findByRole('textbox', { name: '製品名' })).toHaveFocus()
  expect(await basics.findByRole('textbox', { name: 'SDS名' })).toHaveValue('トルエン 一級')
  expect(basics.getByRole('textbox', { name: '備考' })).toHaveValue('倉庫2')
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { WholeSheet } from '@/shared/api/sheets'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { SheetDrawer } from '../SheetDrawer'

beforeEach(() => {
  asPerson()
})

const open = async (edition?: NonNullable<WholeSheet['edition']>) => {
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json({ ...wholeSheet(), ...(edition && { edition }) })),
    ...pdfAnswers,
  )
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await screen.findByLabelText(/^製品名：/)
}

it('names the edition that the sheet states, and leads to its place', async () => {
  await open({ edition: '2019', basis: 'stated', section: 1, field: 'product_name', text: 'JIS Z 7253:2019' })
  expect(await screen.findByText(/JIS Z 7252:2019／JIS Z 7253:2019/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '記載：「JIS Z 7253:2019」' }))
  expect(screen.getByLabelText(/^製品名：/)).toHaveAttribute('aria-current', 'true')
})

it('says why an edition is inferred, and where none is', async () => {
  await open({ edition: '', basis: 'not_stated' })
  expect(await screen.findByText(/^不明/)).toHaveTextContent('版の記載がなく、内容からも判別できません。')
})

it('is not shown for sheets that follow no JIS', async () => {
  await open()
  expect(screen.queryByText('準拠規格（JIS）')).toBeNull()
})

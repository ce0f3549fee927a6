import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Mixture } from '@/shared/api/mixture'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { findValue } from '@/test/values'
import { SheetDrawer } from '../SheetDrawer'

const category = (key: string) => ({ key, name: { ja: `区分${key}`, en: `Category ${key}` } })

const mixture = (): Mixture => ({
  mixture: true,
  as_of: '2026-03-04',
  ingredients: [
    { name: 'トルエン', cas: ['108-88-3'], share: { low: 60, high: 70, known: true }, identified: true, fields: ['composition/t/name'], harmonised: [] },
    { name: '樹脂', cas: [], share: { low: 30, high: 40, known: true }, identified: false, fields: [], harmonised: [] },
  ],
  results: [
    {
      class: 'reproductive_toxicity',
      class_name: { ja: '生殖毒性', en: 'Reproductive toxicity' },
      verdict: 'classified',
      mildest: category('1A'),
      severest: category('1A'),
      incomplete: false,
      match: 'less_strict',
      stated: category('2'),
      explained: false,
      reasons: [],
      steps: [
        { kind: 'cutoff', category: category('1A'), criterion: '3.7.1', terms: [{ ingredient: 0, category: category('1A'), source: 'nite', weight: 1, weight_high: 1 }], low: 60, high: 70, op: '>=', threshold: 0.3, unit: '%', outcome: 'met' },
      ],
    },
    {
      class: 'acute_toxicity_oral',
      class_name: { ja: '急性毒性（経口）', en: 'Acute toxicity (oral)' },
      verdict: 'unknown',
      incomplete: true,
      match: 'cannot_judge',
      explained: true,
      reasons: [{ code: 'ingredients', ingredients: [1] }],
      steps: [
        {
          kind: 'estimate',
          category: category('4'),
          criterion: '3.1.3.6',
          terms: [{ ingredient: 0, category: category('4'), source: 'nite', ate_low: 500, ate_high: 500, converted: true }],
          low: 428.6,
          high: 500,
          unknown: { low: 30, high: 40, known: true },
          corrected: true,
          op: '<=',
          threshold: 2000,
          unit: 'mg/kg',
          outcome: 'met',
        },
      ],
    },
  ],
})

const open = (sheet: Partial<ReturnType<typeof wholeSheet>> = {}) => {
  const composition = { key: 'composition', rows: [{ id: 't', fields: [] }, { id: 'u', fields: [] }] }
  const whole = wholeSheet()
  const sections = [...whole.sections.filter(({ number }) => number !== 3), { number: 3, fields: [], groups: [composition] }].toSorted((a, b) => a.number - b.number)
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json({ ...whole, composition_type: 101, sections, ...sheet })),
    ...pdfAnswers,
  )
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
}

beforeEach(() => {
  asPerson()
  server.use(http.get('*/api/v1/companies/:id/sdses/s1/mixture', () => HttpResponse.json(mixture())))
})

it('shows differences from section 2 first, and the arithmetic of a class', async () => {
  open()
  const toggle = await screen.findByRole('button', { name: '成分から計算した分類と比較' })
  await userEvent.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  const row = await screen.findByRole('button', { name: /生殖毒性.*計算結果：区分1A.*第2項：区分2.*SDSの方が緩い/ })
  expect(screen.queryByRole('button', { name: /急性毒性（経口）.*計算結果/ })).toBeNull()
  row.focus()
  await userEvent.keyboard('{Enter}')
  const steps = await screen.findByRole('list', { name: '計算の内訳' })
  expect(steps).toHaveTextContent('トルエン')
  expect(steps).toHaveTextContent('含有量 = 60–70 %')
  expect(steps).toHaveTextContent('≥ 0.3 % → 区分1A')
  expect(steps).toHaveTextContent('満たす')
})

it('shows what cannot be judged on demand, with its reason', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: '成分から計算した分類と比較' }))
  await userEvent.click(await screen.findByRole('button', { name: '一致・判定できない項目も表示（1件）' }))
  await userEvent.click(await screen.findByRole('button', { name: /急性毒性（経口）.*計算結果：判定できない/ }))
  expect(await screen.findByText('この項目の情報がない成分があります：樹脂')).toBeVisible()
  const steps = within(await screen.findByRole('list', { name: '計算の内訳' }))
  expect(steps.getByText(/ATEmix =（100 − 毒性不明の割合 30～40%）÷ Σ（含有量 ÷ ATE）= 428\.6–500 mg\/kg/)).toBeVisible()
  expect(steps.getByText(/ATE 500 mg\/kg（区分からの換算値）/)).toBeVisible()
})

it('shows what the European Union says of the ingredients, with its source, once that list is loaded', async () => {
  const loaded = mixture()
  loaded.eu_as_of = '2026-09-01'
  loaded.ingredients[0]!.harmonised = [{ class: { ja: '引火性液体', en: 'Flammable liquids' }, category: { ja: '区分2', en: 'Category 2' } }]
  server.use(http.get('*/api/v1/companies/:id/sdses/s1/mixture', () => HttpResponse.json(loaded)))
  open()
  await userEvent.click(await screen.findByRole('button', { name: '成分から計算した分類と比較' }))
  const facts = await screen.findByRole('region', { name: 'EU CLP規則附属書VIによる成分の分類（2026/09/01時点、計算には用いません）' })
  expect(facts).toHaveTextContent('トルエン · 引火性液体 区分2')
  expect(facts).not.toHaveTextContent('樹脂')
})

it('says so where the calculation cannot be loaded, and tries again', async () => {
  server.use(http.get('*/api/v1/companies/:id/sdses/s1/mixture', () => new HttpResponse(null, { status: 500 }), { once: true }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: '成分から計算した分類と比較' }))
  const alert = await screen.findByText('成分からの分類を取得できませんでした。')
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByRole('button', { name: /生殖毒性.*計算結果/ })).toBeVisible()
  expect(alert).not.toBeVisible()
})

it('is not offered for a substance', async () => {
  open({ composition_type: 100 })
  await findValue(/^製品名：/)
  expect(screen.queryByRole('button', { name: '成分から計算した分類と比較' })).toBeNull()
})

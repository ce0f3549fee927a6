import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { due, proof, unknownProof } from '@/test/laws'
import { byKind, questions } from './duties'
import { Because, DutyGroups, ForceChip } from './DutyGroups'

it('lists duties by kind, in the order of the kinds', () => {
  const kinds = byKind([due({ kind: 'report', id: 1 }), due({ kind: 'appoint', id: 2 }), due({ kind: 'report', id: 3 })])
  expect(kinds.map(({ kind, duties }) => [kind, duties.map(({ id }) => id)])).toEqual([
    ['appoint', [2]],
    ['report', [1, 3]],
  ])
})

it('asks one question for all classes that lack the same value, the most decisive first', () => {
  const open = (class_code: string, missing: string[], part = '') => proof({ class_code, verdict: 'unknown', missing, reason: { code: 'x', text: '', args: part ? { part } : undefined } })
  expect(
    questions([
      open('A', ['flash_point']),
      open('B', ['concentration'], 'トルエン'),
      open('C', ['concentration', 'cas'], 'キシレン'),
      open('C', ['concentration'], 'トルエン'),
      open('D', ['list']),
      proof({ class_code: 'E', missing: ['cas'] }),
    ]),
  ).toMatchObject([
    { missing: 'concentration', classes: ['JP-PRTR/CLASS1/B', 'JP-PRTR/CLASS1/C'], parts: ['トルエン', 'キシレン'] },
    { missing: 'flash_point', classes: ['JP-PRTR/CLASS1/A'], parts: [], place: { section: 9, id: 'flash_point' } },
  ])
  expect(questions([unknownProof])).toHaveLength(1)
})

it('leads each question to the field that answers it', () => {
  const of = (missing: string, field?: string) => questions([proof({ verdict: 'unknown', missing: [missing], inputs: field ? [{ section: 3, field }] : [] })])[0]?.place
  expect(of('concentration', 'composition/r2/cas')).toEqual({ section: 3, id: 'composition/r2/concentration' })
  expect(of('cas', 'composition/r1/name')).toEqual({ section: 3, id: 'composition/r1/cas' })
  expect(of('un_number')).toEqual({ section: 14, id: 'un_number' })
  expect(of('solubility')).toEqual({ section: 9, id: 'solubility_water' })
  expect(of('concentration')).toBeUndefined()
  expect(of('formula', 'composition/r2/cas')).toBeUndefined()
})

it('shows a duty with its condition, interval, records and article, and says which article nobody has verified', async () => {
  const known = due({ id: 2, kind: 'report', what: { ja: '届出', en: 'Notice' }, verification: 'knowledge', link: undefined, article: '消防法第9条の4', retention_years: undefined })
  render(<DutyGroups duties={[due(), known]} aside={duty => <ForceChip force={duty.force} />} more={duty => <Because due={duty} />} />)
  expect(screen.queryByText('有機則第28条')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /作業環境測定・濃度測定/ }))
  for (const text of ['有機溶剤業務を行う屋内作業場', '6か月以内ごと', '3年間', '条文照合済み', '条件により必須']) expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: '有機則第28条' })).toHaveAttribute('href', 'https://laws.e-gov.go.jp/law/347M50002000036')
  expect(screen.getByText(/根拠となる該当：労働安全衛生法 › 有機溶剤中毒予防規則 › 有機則 第2種有機溶剤等/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /届出・報告/ }))
  expect(screen.getByText('要原文確認')).toBeVisible()
  expect(screen.getByText('消防法第9条の4')).toBeVisible()
})

it('says from when an announced duty is due', () => {
  render(<ForceChip force="scheduled" from="2027-04-01" />)
  expect(screen.getByText('2027/04/01から')).toBeVisible()
})

it('a duty that several laws name is named once above the folded ones', () => {
  render(<DutyGroups duties={[due(), due({ id: 2, article: '他法第1条' })]} aside={() => null} more={() => null} />)
  expect(screen.getByRole('button')).toHaveTextContent(new RegExp(`^[^、]*${due().what.ja}[^、]*$`))
})

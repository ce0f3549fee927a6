import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { proof, unknownProof } from '@/test/laws'
import { ProofView } from './ProofView'
import { byLaw, countClasses } from './tree'
import { boundsText, contentText, readThreshold } from './words'

it.each([
  [{ low: 5, high: 5, known: true }, '5%', '5 %'],
  [{ low: 10, high: 20, known: true }, '10～20%', '10–20 %'],
  [{ low: 25, high: 40, high_open: true, known: true }, '25%以上40%未満', '≥25–<40 %'],
  [{ low: 10, high: 20, low_open: true, high_open: true, known: true }, '10%超20%未満', '>10–<20 %'],
  [{ low: 0, high: 1, high_open: true, known: true }, '1%未満', '<1 %'],
  [{ low: 0, high: 1, known: true }, '1%以下', '≤1 %'],
  [{ low: 99, high: 100, known: true }, '99%以上', '≥99 %'],
  [{ low: 99, high: 100, low_open: true, known: true }, '99%超', '>99 %'],
  [{ low: 0, high: 100, known: true }, '100%以下', '≤100 %'],
  [{ low: 100, high: 100, known: true }, '100%', '100 %'],
  [{ low: 0, high: 100, known: false }, '', ''],
])('writes the share %o as %s and %s', (share, japanese, english) => {
  expect(contentText(share, 'ja-JP')).toBe(japanese)
  expect(contentText(share, 'en-US')).toBe(english)
})

it('reads thresholds of shares and of properties', () => {
  expect(readThreshold('>= 1')).toEqual({ bounds: [{ sign: '≥', value: '1' }], unit: '%' })
  expect(readThreshold('> 0.1')).toEqual({ bounds: [{ sign: '>', value: '0.1' }], unit: '%' })
  expect(readThreshold('flash_point < 21 degC')).toEqual({ field: 'flash_point', bounds: [{ sign: '<', value: '21' }], unit: '°C' })
  expect(readThreshold('-30 <= flash_point < 0 degC')).toEqual({ field: 'flash_point', bounds: [{ sign: '≥', value: '-30' }, { sign: '<', value: '0' }], unit: '°C' })
  expect(readThreshold('pH >= 12.5')).toEqual({ field: 'pH', bounds: [{ sign: '≥', value: '12.5' }], unit: '' })
  for (const other of ['what else there is', 'flash_point', '']) expect(readThreshold(other)).toBeUndefined()
})

it.each([
  ['>= 10, < 20', '10%以上20%未満', '≥ 10, < 20 %'],
  ['0 <= flash_point < 30 degC', '0 ℃以上30 ℃未満', '≥ 0, < 30 °C'],
  ['250 <= flash_point degC', '250 ℃以上', '≥ 250 °C'],
  ['pH <= 2.0', '2.0以下', '≤ 2.0'],
])('writes the threshold %s as %s and %s', (text, japanese, english) => {
  const { bounds = [], unit = '' } = readThreshold(text) ?? {}
  expect(boundsText(bounds, unit, 'ja-JP')).toBe(japanese)
  expect(boundsText(bounds, unit, 'en-US')).toBe(english)
})

it('writes conditions on several properties in the words of the language', () => {
  const { rerender } = render(<ProofView proof={proof({ threshold: 'auto_ignition <= 100 degC, or flash_point <= -20 degC and boiling_point <= 40 degC' })} />)
  expect(screen.getByText('自然発火点 100 ℃以下、または引火点 -20 ℃以下かつ沸点 40 ℃以下')).toBeVisible()
  rerender(<ProofView proof={proof({ threshold: '21 <= flash_point < 70 degC' })} />)
  expect(screen.getByText('引火点 21 ℃以上70 ℃未満')).toBeVisible()
})

it('groups by law, category and class, the strongest first', () => {
  const laws = byLaw([unknownProof, proof({ class_code: 'A', verdict: 'below_threshold' }), proof({ class_code: 'B' }), proof({ class_code: 'B', verdict: 'scheduled' })])
  expect(laws.map(({ key, verdict }) => [key, verdict])).toEqual([['JP-PRTR', 'applies'], ['JP-ISHA', 'unknown']])
  expect(laws[0]?.categories[0]?.classes.map(({ key, verdict, proofs }) => [key, verdict, proofs.length])).toEqual([
    ['JP-PRTR/CLASS1/B', 'applies', 2],
    ['JP-PRTR/CLASS1/A', 'below_threshold', 1],
  ])
  expect(countClasses(laws)).toEqual({ applies: 1, below_threshold: 1, unknown: 1 })
})

it('proves a verdict: the substance of the law, the ingredients, the threshold, the list, and its place', async () => {
  const onInput = vi.fn()
  render(<ProofView proof={proof({ element: 'Pb', parts: [{ row: 0, name: '硝酸鉛', cas: '10099-74-8', how: 'element', share: { low: 10, high: 20, known: true }, factor: 0.6256 }] })} onInput={onInput} />)
  for (const text of ['該当', 'トルエン', '番号 1-300', '含有率の下限が裾切値以上です。', '1%以上', '含有率（Pb換算）', '法第2条第2項', '2023/04/01', '経済産業省（2023/04時点）', '所管官庁の公表リスト']) expect(screen.getByText(text)).toBeVisible()
  const part = within(screen.getByRole('list', { name: '該当する成分' })).getByRole('listitem')
  expect(part).toHaveTextContent('硝酸鉛10099-74-8元素を含む10～20% × Pb 0.626')
  await userEvent.click(screen.getByRole('button', { name: '3. 濃度：10～20 % · 確認済み' }))
  expect(onInput).toHaveBeenCalledWith(expect.objectContaining({ section: 3, field: 'composition/r1/concentration' }))
})

it('shows what is missing for a verdict', () => {
  render(<ProofView proof={unknownProof} />)
  expect(screen.getByText('判定不能')).toBeVisible()
  expect(screen.getByText('不足している情報').nextElementSibling).toHaveTextContent('含有率')
})

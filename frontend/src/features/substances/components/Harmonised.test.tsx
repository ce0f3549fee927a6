import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '@/test/render'
import { Harmonised } from './Harmonised'

it('names the classes of the European Union with their source and its day', () => {
  const classes = [
    { class: 'flammable_liquids', name: { ja: '引火性液体', en: 'Flammable liquids' }, category: { ja: '区分2', en: 'Category 2' } },
    { class: 'gases_under_pressure', name: { ja: '高圧ガス', en: 'Gases under pressure' }, category: { ja: '', en: '' } },
  ]
  renderScreen(<Harmonised harmonised={{ as_of: '2026-09-01', classes }} />)
  expect(screen.getByText('EU CLP規則附属書VI（2026/09/01時点）：引火性液体 区分2、高圧ガス')).toBeVisible()
})

import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showLocale } from '@/shared/i18n/i18n'
import { laws } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { LawsPageView } from './LawsPageView'

const tree = { as_of: '2026-11-24', set: { version: '2026-11', entries: 16643, substances: 6364 }, laws }

const nothing = () => undefined

const view = (
  <LawsPageView tree={tree} law={undefined} chosen={undefined} failed={false} onRetry={nothing} search={{ value: '', onChange: nothing, onKeyDown: nothing, onBlur: nothing }} from="" onFrom={nothing} page={1} onPage={nothing} />
)

it('groups the digits of the number of substances, in both languages', async () => {
  renderScreen(view)
  expect(screen.getByText('法令上の物質・物質群16,643件（2026年11月時点の情報）')).toBeVisible()
  await act(() => showLocale('en-US'))
  expect(screen.getByText('16,643 substances and groups named by laws (as of November 2026)')).toBeVisible()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '@/test/render'
import { Hint } from './Hint'

const hint = () => screen.findByRole('tooltip', { name: '削除' })
const none = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())

it('names what has no text, and appears for the pointer and the keyboard', async () => {
  renderScreen(<Hint title="削除"><button type="button">×</button></Hint>)
  const button = await screen.findByRole('button', { name: '削除' })
  await userEvent.hover(button)
  expect(await hint()).toBeVisible()
  await userEvent.unhover(button)
  await none()
  await userEvent.tab()
  expect(button).toHaveFocus()
  expect(await hint()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await none()
})

it('describes what has a text, before and while it is shown, and keeps its handlers', async () => {
  const seen: string[] = []
  renderScreen(<Hint title="削除" describeChild><button type="button" onFocus={() => seen.push('focus')} onBlur={() => seen.push('blur')}>行</button></Hint>)
  const button = await screen.findByRole('button', { name: '行', description: '削除' })
  await userEvent.hover(button)
  await hint()
  expect(button).toHaveAccessibleName('行')
  expect(button).toHaveAccessibleDescription('削除')
  await userEvent.unhover(button)
  await none()
  await userEvent.tab()
  await userEvent.tab()
  expect(seen).toEqual(['focus', 'blur'])
})

it('keeps the name that an element has', async () => {
  renderScreen(<Hint title="削除"><button type="button" aria-label="塩酸を削除">×</button></Hint>)
  expect(await screen.findByRole('button', { name: '塩酸を削除' })).toBeVisible()
})

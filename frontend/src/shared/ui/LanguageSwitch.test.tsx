import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '@/test/render'
import { LanguageSwitch } from './LanguageSwitch'

// The texts of a language are a separate chunk, which cannot be loaded without a connection.
vi.mock('@/shared/i18n/i18n', async original => ({
  ...(await original<object>()),
  switchLocale: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /static/en-abc.js')),
}))

it('a language that cannot be loaded is reported, and can be retried', async () => {
  const switched = vi.fn()
  renderScreen(<LanguageSwitch onSwitch={switched} />)
  const button = await screen.findByRole('button', { name: 'English' })
  await userEvent.click(button)
  expect(await screen.findByText('サーバーに接続できません。通信環境をご確認ください。')).toBeVisible()
  await waitFor(() => expect(button).toBeEnabled())
  expect(switched).not.toHaveBeenCalled()
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { MyPage } from './MyPage'

// The texts of a language are a separate chunk, which cannot be loaded without a connection.
vi.mock('@/shared/i18n/i18n', async original => ({
  ...(await original<object>()),
  switchLocale: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /static/en-abc.js')),
}))

it('my page reports a language that cannot be loaded, and stays in the former one', async () => {
  asPerson()
  renderScreen(<MyPage />)
  await userEvent.click(await screen.findByRole('radio', { name: 'English（英語）' }))
  expect(await screen.findByText('サーバーに接続できません。通信環境をご確認ください。')).toBeVisible()
  expect(screen.getByRole('radio', { name: '日本語' })).toBeChecked()
})

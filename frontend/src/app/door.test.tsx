import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { page } from '@/shared/lib/browser'
import { auth } from '@/test/auth'
import { openDoor } from './door'

// What it would follow of other tabs outlives this test.
vi.mock('@/shared/auth/followLogin', () => ({ followLogin: () => () => undefined }))

const goTo = async (hash: string) => {
  await act(async () => {
    const changed = new Promise(resolve => window.addEventListener('hashchange', resolve, { once: true }))
    window.location.hash = hash
    await changed
  })
}

// One test, because the page has one login, which follows its address from the beginning.
test('the login keeps what has been typed when an address that needs it is opened, shows what its address reports, and leads there', async () => {
  vi.mocked(page.setRoute).mockImplementation(path => window.history.replaceState(null, '', `#${path}`))
  window.history.replaceState(null, '', '#/login')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(() => openDoor(root))
  const email = screen.getByLabelText(/メールアドレス/)
  const user = userEvent.setup()
  const logIn = async () => {
    await user.type(screen.getByLabelText(/^パスワード/, { selector: 'input' }), 'Passw0rd!')
    await user.click(screen.getByRole('button', { name: 'ログイン' }))
  }
  await user.type(email, 'taro@example.co.jp')

  auth.signIn.mockRejectedValueOnce(Object.assign(new Error('Incorrect username or password.'), { name: 'NotAuthorizedException' }))
  await logIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('メールアドレスまたはパスワードが正しくありません。')
  await goTo('/login?messageType=success&messageKey=messages.passwordReset')
  expect(screen.getByText('パスワードを再設定しました。新しいパスワードでログインしてください。')).toBeVisible()
  expect(screen.queryByText('メールアドレスまたはパスワードが正しくありません。')).toBeNull()

  await goTo('/company/tags?page=1')
  expect(window.location.hash).toBe('#/login?redirect=%2Fcompany%2Ftags%3Fpage%3D1')
  expect(screen.getByLabelText(/メールアドレス/)).toHaveValue('taro@example.co.jp')

  auth.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
  await logIn()
  await waitFor(() => expect(page.setRoute).toHaveBeenLastCalledWith('/company/tags?page=1'))
  expect(auth.signIn).toHaveBeenLastCalledWith(expect.objectContaining({ username: 'taro@example.co.jp' }))
  act(() => root.unmount())
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, type JsonBodyType, http } from 'msw'
import { expect, test } from 'vitest'
import { peekLoginState } from '@/shared/auth/loginState'
import { hasUnsaved } from '@/shared/lib/unsaved'
import { auth } from '@/test/auth'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { MyPage } from './MyPage'

/** Records requests to the route that ends sessions, and answers them. */
function serve(answer: () => HttpResponse<JsonBodyType> = () => new HttpResponse(null, { status: 204 })) {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/users/me/sign-out', async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  return sent
}
const problem = (status: number, detail: string) => HttpResponse.json({ code: 'x', detail }, { status })

test('logs out everywhere, after a confirmation', async () => {
  asPerson()
  const sent = serve()
  renderScreen(<MyPage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'すべての端末からログアウトする' }))
  const question = await screen.findByRole('alertdialog', { name: 'すべての端末からログアウトしますか？' })
  expect(sent).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'ログアウト' }))
  await waitFor(() => expect(auth.signOut).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ scope: 'everywhere' }])
  expect(peekLoginState()).toBe('logout')
})

test('drops input discarded before the confirmation, and guards input typed after it', async () => {
  asPerson()
  renderScreen(<MyPage />)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/役職/), '補佐')
  const signOut = screen.getByRole('button', { name: 'すべての端末からログアウトする' })
  await user.click(signOut)
  await user.click(await screen.findByRole('button', { name: '変更を破棄' }))
  await user.click(within(await screen.findByRole('alertdialog', { name: 'すべての端末からログアウトしますか？' })).getByRole('button', { name: 'キャンセル' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText(/役職/)).toHaveValue('課長')
  await user.type(screen.getByLabelText(/役職/), '代理')
  expect(hasUnsaved()).toBe(true)
  await user.click(signOut)
  expect(await screen.findByRole('alertdialog', { name: '保存していない変更があります' })).toBeVisible()
})

test('ends the session here if it has ended elsewhere already', async () => {
  asPerson()
  serve(() => problem(401, 'ログインし直してください。'))
  renderScreen(<MyPage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'すべての端末からログアウトする' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ログアウト' }))
  await waitFor(() => expect(auth.signOut).toHaveBeenCalledOnce())
  expect(peekLoginState()).toBe('tokenInvalidated')
})

test('stays logged in if logging out everywhere fails', async () => {
  asPerson()
  serve(() => problem(500, 'サーバーエラー'))
  renderScreen(<MyPage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'すべての端末からログアウトする' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ログアウト' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(auth.signOut).not.toHaveBeenCalled()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { peekLoginState } from '@/shared/auth/loginState'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { TotpSetup } from './components/TotpSetup'
import { PhoneSetup } from './components/PhoneSetup'

const field = (code: string, path: string, detail: string) => HttpResponse.json({ code: 'input.invalid', detail: '入力内容を確認してください。', fields: [{ path, code, detail }] }, { status: 400 })

test('an authenticator app is confirmed by its first code, and the user logs in again', async () => {
  asPerson()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/users/me/second-factors/totp', () => HttpResponse.json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Anzen:a@b.example?secret=JBSWY3DPEHPK3PXP&issuer=Anzen' })),
    http.put('*/api/v1/users/me/second-factors/totp', async ({ request }) => {
      const body = (await request.json()) as { code: string }
      sent.push(body)
      return body.code === '123456' ? new HttpResponse(null, { status: 204 }) : field('factor.wrong_code', 'code', '認証コードが正しくないか、有効期限が切れています。')
    }),
  )
  renderScreen(<TotpSetup onExpired={() => undefined} />)
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  expect(screen.getByRole('img', { name: '認証アプリで読み取るQRコード' })).toBeInTheDocument()
  const confirm = screen.getByRole('button', { name: '設定を完了する' })
  await userEvent.click(confirm)
  expect(await screen.findByText('6桁の認証コードを入力してください。')).toBeVisible()
  await userEvent.type(screen.getByLabelText(/認証コード/), '000000')
  await userEvent.click(confirm)
  expect(await screen.findByText('認証コードが正しくないか、有効期限が切れています。')).toBeVisible()
  await userEvent.type(screen.getByLabelText(/認証コード/), '123456')
  await userEvent.click(confirm)
  await waitFor(() => expect(peekLoginState()).toBe('twoFactorCompleted'))
  expect(sent).toEqual([{ code: '000000' }, { code: '123456' }])
})

test('a phone number has 10 to 15 digits, and another code comes after 30 seconds', async () => {
  asPerson()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/users/me/second-factors/phone_code', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ destination: '+********5678' })
    }),
  )
  renderScreen(<PhoneSetup onExpired={() => undefined} />)
  const number = screen.getByLabelText(/電話番号/)
  const send = screen.getByRole('button', { name: '認証コードを送信する' })
  await userEvent.type(number, '090-1234-5')
  await userEvent.click(send)
  expect(await screen.findByText('10～15桁の数字で入力してください。')).toBeVisible()
  await userEvent.clear(number)
  await userEvent.type(number, '０９０−1234−5678')
  await userEvent.click(send)
  expect(await screen.findByText(/\+\*{8}5678/)).toBeVisible()
  expect(sent).toEqual([{ phone: '09012345678' }])
  expect(screen.getByRole('button', { name: /^認証コードを再送する（あと/ })).toBeDisabled()
})

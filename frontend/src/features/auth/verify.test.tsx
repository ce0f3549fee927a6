import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from '@/shared/lib/browser'
import { auth } from '@/test/auth'
import { renderScreen } from '@/test/render'
import { setPendingSignIn } from './pendingSignIn'
import { VerifyPage } from './VerifyPage'

const failure = (name: string, message = '') => Object.assign(new Error(message), { name })
const step = (signInStep: string, more: object = {}) => ({ nextStep: { signInStep, ...more } })
const done = step('DONE')
const wrong = () => failure('CodeMismatchException')

const begin = (more: Partial<Parameters<typeof setPendingSignIn>[0] & object> = {}) => {
  setPendingSignIn({ email: 'taro@example.co.jp', password: 'Passw0rd!', mode: 'totp', choices: ['totp', 'phone_code'], destination: '', ...more })
  renderScreen(<VerifyPage />, '/login/verify?mode=totp&redirect=%2Fuser')
}
const code = () => screen.getByLabelText(/認証コード（6桁）/)
const enter = async (typed: string) => {
  await userEvent.type(code(), typed)
  await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
}

beforeEach(() => {
  vi.spyOn(page, 'reload').mockImplementation(() => undefined)
  vi.spyOn(page, 'setRoute').mockImplementation(() => undefined)
  vi.spyOn(page, 'go').mockImplementation(() => undefined)
})

describe('the second step of the login', () => {
  test('signs in by a code, however it is typed, and goes where the user wanted to', async () => {
    auth.confirmSignIn.mockResolvedValue(done)
    begin()
    expect(code()).toHaveFocus()
    await enter('１２３ 4-56x')
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(auth.confirmSignIn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ challengeResponse: '123456' }))
    expect(page.setRoute).toHaveBeenCalledWith('/user')
  })

  test('needs six digits', async () => {
    begin()
    await enter('12345')
    expect(await screen.findByText('6桁の認証コードを入力してください。')).toBeVisible()
    expect(auth.confirmSignIn).not.toHaveBeenCalled()
  })

  test('ends after five wrong codes', async () => {
    auth.confirmSignIn.mockRejectedValue(wrong())
    begin()
    for (let n = 1; n <= 5; n++) {
      await enter('000000')
      if (n < 5) expect(await screen.findByText('認証コードが正しくありません。')).toBeVisible()
      // The clock of the phone may be slow.
      if (n < 5) expect(screen.getByText(/日付と時刻が自動設定/)).toBeVisible()
    }
    expect(page.go).toHaveBeenCalledExactlyOnceWith('/login?messageKey=auth.provider.verification_failed&messageType=error&redirect=%2Fuser')
  })

  test.each([
    ['NotAuthorizedException', 'Invalid session for the user, session is expired.', 'verification_expired'],
    ['NotAuthorizedException', 'Invalid session for the user.', 'verification_failed'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'too_many_requests'],
  ])('%s (%s) leads back to the login', async (name, message, key) => {
    auth.confirmSignIn.mockRejectedValue(failure(name, message))
    begin()
    await enter('123456')
    await waitFor(() => expect(page.go).toHaveBeenCalledWith(`/login?messageKey=auth.provider.${key}&messageType=error&redirect=%2Fuser`))
  })

  test('a code that was used can be followed by another', async () => {
    auth.confirmSignIn.mockRejectedValueOnce(failure('ExpiredCodeException')).mockResolvedValue(done)
    begin()
    await enter('123456')
    expect(await screen.findByText(/使用済みか、有効期限が切れています/)).toBeVisible()
    await enter('234567')
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
  })

  test('another factor begins the sign-in again', async () => {
    auth.signIn.mockResolvedValue(step('CONTINUE_SIGN_IN_WITH_MFA_SELECTION', { allowedMFATypes: ['SMS', 'TOTP'] }))
    auth.confirmSignIn.mockResolvedValueOnce(step('CONFIRM_SIGN_IN_WITH_SMS_CODE', { codeDeliveryDetails: { destination: '+*******5678' } })).mockResolvedValue(done)
    begin()
    await userEvent.click(screen.getByRole('button', { name: 'SMS認証' }))
    expect(await screen.findByText(/\+\*{7}5678/)).toBeVisible()
    expect(auth.confirmSignIn).toHaveBeenLastCalledWith(expect.objectContaining({ challengeResponse: 'SMS' }))
    expect(screen.getByRole('button', { name: /^認証コードを再送する（あと/ })).toBeDisabled()
    await enter('123456')
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
  })

  test('a recovery code follows the password in a sign-in of its own', async () => {
    auth.signIn.mockResolvedValue(step('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE'))
    auth.confirmSignIn.mockResolvedValueOnce(step('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE')).mockResolvedValue(done)
    begin()
    await userEvent.click(screen.getByRole('button', { name: 'リカバリーコード' }))
    const field = screen.getByLabelText(/リカバリーコード/)
    await userEvent.type(field, 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    expect(await screen.findByText('リカバリーコードが正しくないか、使用済みです。')).toBeVisible()
    await userEvent.type(screen.getByLabelText(/リカバリーコード/), 'P8AT-7P20')
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(auth.signIn).toHaveBeenCalledOnce()
    expect(auth.signIn.mock.lastCall?.[0]).toMatchObject({ username: 'taro@example.co.jp', password: 'Passw0rd!', options: { authFlowType: 'CUSTOM_WITH_SRP' } })
  })

  test('without a sign-in under way leads to the login', () => {
    setPendingSignIn(null)
    renderScreen(<VerifyPage />, '/login/verify')
    expect(page.go).toHaveBeenCalledWith('/login')
  })
})

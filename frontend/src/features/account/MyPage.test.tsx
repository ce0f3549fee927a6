import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { type Me, meQuery } from '@/shared/api/me'
import { queryClient } from '@/shared/api/queryClient'
import { auth, storeToken } from '@/test/auth'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { changed, done, held, keep } from '@/test/requests'
import { server } from '@/test/server'
import { MyPage } from './MyPage'

describe('my page', () => {
  test('saves the profile', async () => {
    asPerson()
    const sent = keep('put', '*/api/v1/users/me', changed(person()))
    renderScreen(<MyPage />)
    const user = userEvent.setup()
    const position = await screen.findByLabelText(/役職/)
    await user.clear(position)
    await user.type(position, '部長')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('プロフィールを更新しました。')).toBeInTheDocument()
    expect(sent).toMatchObject([{ body: { last_name: '山田', first_name: '太郎', position: '部長' }, ifMatch: '"7"' }])
  })

  test('says that a login by SAML uses neither password nor factors', async () => {
    asPerson()
    storeToken()
    renderScreen(<MyPage />)
    expect(await screen.findByLabelText(/役職/)).toBeVisible()
    expect(screen.queryByText(/会社のアカウント（SAML認証）でログインしています/)).toBeNull()
    cleanup()
    localStorage.setItem('CognitoIdentityServiceProvider.client.oauthSignIn', 'true,false')
    renderScreen(<MyPage />)
    expect(await screen.findByText(/会社のアカウント（SAML認証）でログインしています/)).toBeVisible()
  })

  test('takes what is typed during a save for input, not for another change', async () => {
    let me = person()
    asPerson(me)
    const slow = held(() => {
      me = { ...me, version: 8, position: '課長補佐' }
      return HttpResponse.json(me)
    })
    server.use(http.get('*/api/v1/users/me', () => HttpResponse.json(me)))
    const sent = keep('put', '*/api/v1/users/me', (one, count) => (count === 1 ? slow.answer() : changed(me)(one)))
    renderScreen(<MyPage />)
    const user = userEvent.setup()
    const position = await screen.findByLabelText(/役職/)
    await user.type(position, '補佐')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.type(position, '（東京）')
    slow.release()
    expect(await screen.findByText('プロフィールを更新しました。')).toBeInTheDocument()
    expect(position).toHaveValue('課長補佐（東京）')
    expect(screen.queryByText(/ほかのユーザー/)).toBeNull()
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ body: { position: '課長補佐（東京）' }, ifMatch: '"8"' })
  })

  test('keeps the input when the language is changed, which makes a new version of the user', async () => {
    let me = person()
    asPerson(me)
    server.use(
      http.get('*/api/v1/users/me', () => HttpResponse.json(me)),
      http.put('*/api/v1/users/me/language', () => {
        me = { ...me, version: 8, locale: 'en-US' }
        return HttpResponse.json({ locale: 'en-US' })
      }),
    )
    const sent = keep('put', '*/api/v1/users/me', one => changed(me)(one))
    renderScreen(<MyPage />)
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText(/役職/), '補佐')
    await user.click(screen.getByRole('radio', { name: 'English（英語）' }))
    expect(await screen.findByText('My page')).toBeInTheDocument()
    await waitFor(() => expect(queryClient.getQueryData<Me>(meQuery().queryKey)?.version).toBe(8))
    expect(screen.getByLabelText(/Position/)).toHaveValue('課長補佐')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toMatchObject([{ body: { position: '課長補佐' }, ifMatch: '"8"' }]))
  })

  test('changes the password by the API, and continues with the new one', async () => {
    asPerson()
    let right = false
    const sent: unknown[] = []
    server.use(
      http.put('*/api/v1/users/me/password', async ({ request }) => {
        sent.push(await request.json())
        expect(request.headers.get('Authorization')).toBe('Bearer id-token')
        if (right) return done()
        const fields = [{ path: 'password', code: 'password.wrong', detail: '現在のパスワードが正しくありません。' }]
        return HttpResponse.json({ code: 'input.invalid', detail: '入力内容を確認してください。', fields }, { status: 400 })
      }),
    )
    auth.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
    renderScreen(<MyPage />)
    const user = userEvent.setup()
    const current = await screen.findByLabelText(/現在のパスワード/)
    await user.type(current, 'Wrong0ld!')
    await user.type(screen.getByLabelText(/新しいパスワード/), 'Passw0rd!')
    await user.type(screen.getByLabelText(/パスワード（確認）/), 'Passw0rd!')
    await user.click(screen.getByRole('button', { name: 'パスワードを変更する' }))
    await waitFor(() => expect(current).toHaveAccessibleDescription('現在のパスワードが正しくありません。'))
    expect(auth.signIn).not.toHaveBeenCalled()
    right = true
    await user.click(screen.getByRole('button', { name: 'パスワードを変更する' }))
    expect(await screen.findByText('パスワードを変更しました。')).toBeInTheDocument()
    expect(sent.at(-1)).toEqual({ password: 'Wrong0ld!', new_password: 'Passw0rd!' })
    expect(auth.signIn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ username: person().email, password: 'Passw0rd!' }))
    expect(auth.signOut).toHaveBeenCalledBefore(auth.signIn)
  })
})

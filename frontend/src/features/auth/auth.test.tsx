import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { peekLoginState, storeLoginState } from '@/shared/auth/loginState'
import { startI18n, switchLocale } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { auth } from '@/test/auth'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { ActivationPage } from './ActivationPage'
import { LoginPage } from './LoginPage'
import { PasswordRecoveryPage } from './PasswordRecoveryPage'
import { ResetPasswordPage } from './ResetPasswordPage'
import { SignupPage } from './SignupPage'

const failure = (name: string, message = '') => Object.assign(new Error(message), { name })
const problem = (status: number, code: string, fields?: object[]) => () => HttpResponse.json({ code, detail: code, fields }, { status })

describe('login', () => {
  const logIn = async (path = '/login') => {
    renderScreen(<LoginPage />, path)
    const user = userEvent.setup()
    await user.type(screen.getByLabelText(/メールアドレス/), 'Taro@Example.co.jp')
    await user.type(screen.getByLabelText(/^パスワード/, { selector: 'input' }), 'Passw0rd!')
    await user.click(screen.getByRole('button', { name: 'ログイン' }))
  }

  test('signs in, and restarts at the requested page', async () => {
    auth.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
    await logIn('/login?redirect=%2Fcompany%2Ftags%3Fpage%3D2')
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(auth.signIn).toHaveBeenCalledWith(expect.objectContaining({ username: 'taro@example.co.jp', password: 'Passw0rd!' }))
    expect(page.setRoute).toHaveBeenCalledWith('/company/tags?page=2')
    expect(peekLoginState()).toBe('loggedIn')
  })

  test.each([
    ['NotAuthorizedException', 'Incorrect username or password.', 'メールアドレスまたはパスワードが正しくありません。'],
    ['UserNotFoundException', '', 'メールアドレスまたはパスワードが正しくありません。'],
    ['NotAuthorizedException', 'Password attempts exceeded', '試行回数が上限に達しました。10分ほど時間をおいて再度お試しください。'],
    ['LimitExceededException', '', '試行回数が上限に達しました。10分ほど時間をおいて再度お試しください。'],
    ['NetworkError', '', 'サーバーに接続できません。通信環境をご確認ください。'],
    ['SomethingNewException', '', '認証中にエラーが発生しました。時間をおいて再度お試しください。'],
  ])('%s (%s) is shown', async (name, message, text) => {
    auth.signIn.mockRejectedValue(failure(name, message))
    await logIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(page.reload).not.toHaveBeenCalled()
  })

  describe('with a passkey', () => {
    const start = async (email = 'Taro@Example.co.jp') => {
      vi.stubGlobal('PublicKeyCredential', class {})
      Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: vi.fn() } })
      renderScreen(<LoginPage />, '/login')
      const user = userEvent.setup()
      if (email) await user.type(screen.getByLabelText(/メールアドレス/), email)
      await user.click(screen.getByRole('button', { name: 'パスキーでログイン' }))
    }

    test('needs the address alone', async () => {
      auth.signIn.mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
      await start('')
      expect(auth.signIn).not.toHaveBeenCalled()
      expect(screen.getByLabelText(/メールアドレス/)).toHaveFocus()
      await userEvent.type(screen.getByLabelText(/メールアドレス/), 'Taro@Example.co.jp')
      await userEvent.click(screen.getByRole('button', { name: 'パスキーでログイン' }))
      await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
      expect(auth.signIn.mock.lastCall?.[0]).toMatchObject({ username: 'taro@example.co.jp', options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } })
    })

    test.each([
      ['PasskeyAuthenticationCanceled', '', /中止されたか、時間切れ/],
      ['RelyingPartyMismatch', '', /パスキーでログインできませんでした/],
      ['NotAuthorizedException', 'Incorrect username or password.', /パスキーでログインできませんでした/],
      ['NotAuthorizedException', 'Password attempts exceeded', /試行回数が上限に達しました/],
    ])('%s (%s) is told', async (name, message, words) => {
      auth.signIn.mockRejectedValue(failure(name, message))
      await start()
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
    })

    test('an address without a passkey is told', async () => {
      auth.signIn.mockResolvedValue({ nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION', availableChallenges: ['PASSWORD'] } })
      await start()
      expect(await screen.findByRole('alert')).toHaveTextContent('このメールアドレスのパスキーを確認できませんでした。')
    })
  })

  test('has no passkeys in a browser without them', () => {
    vi.unstubAllGlobals()
    renderScreen(<LoginPage />, '/login')
    expect(screen.queryByRole('button', { name: 'パスキーでログイン' })).toBeNull()
  })

  test('a leftover session is closed first', async () => {
    auth.signIn.mockRejectedValueOnce(failure('UserAlreadyAuthenticatedException')).mockResolvedValue({ nextStep: { signInStep: 'DONE' } })
    await logIn()
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(auth.signOut).toHaveBeenCalledOnce()
  })

  test('an unknown step fails', async () => {
    auth.signIn.mockResolvedValue({ nextStep: { signInStep: 'CONFIRM_SIGN_UP' } })
    await logIn()
    expect(await screen.findByText('ログインできませんでした。時間をおいて再度お試しください。')).toBeInTheDocument()
  })

  test('shows once why the last session ended', () => {
    storeLoginState('tokenInvalidated')
    renderScreen(<LoginPage />)
    expect(screen.getByRole('alert')).toHaveTextContent('ログインの有効期限が切れました。')
    expect(peekLoginState()).toBeNull()
  })

  test.each([
    ['?messageKey=messages.passwordReset&messageType=success', 'パスワードを再設定しました。新しいパスワードでログインしてください。'],
    ['?messageText=%E3%83%86%E3%82%B9%E3%83%88', null],
    ['?messageText=Your+account+is+locked.+Call+03-1234-5678&messageType=error', null],
    [`?messageText=${encodeURIComponent('パスワードを変更しました。')}`, 'パスワードを変更しました。'],
    ['?messageKey=messages.sheetSaved', null],
    ['?messageKey=auth.state.inactiveUser', 'このアカウントは現在ご利用いただけません。'],
    ['?messageKey=no.such.key', null],
    ['?messageKey=common.delete', null],
  ])('the address may ask for a message: %s', (query, text) => {
    renderScreen(<LoginPage />, `/login${query}`)
    if (text) expect(screen.getByRole('alert')).toHaveTextContent(text)
    else expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('a missing value is reported at the field, in the current language', async () => {
    renderScreen(<LoginPage />)
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }))
    expect(await screen.findAllByText('必須項目です。')).toHaveLength(2)
    expect(screen.getByLabelText(/メールアドレス/)).toHaveFocus()
    await switchLocale('en-US')
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
    expect(auth.signIn).not.toHaveBeenCalled()
  })
})

describe('sign-up', () => {
  const fill = async (email = 'taro@example.co.jp') => {
    const user = userEvent.setup()
    await user.type(screen.getByLabelText(/会社名/), '株式会社安全化学')
    await user.type(screen.getByLabelText(/^姓/), '山田')
    await user.type(screen.getByLabelText(/^名/), '太郎')
    await user.type(screen.getByLabelText(/メールアドレス/), email)
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: '登録する' }))
  }

  test('is sent, and leads to what comes next', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/v1/signup', async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 202 })
      }),
    )
    const router = renderScreen(<SignupPage />, '/signup')
    await fill()
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/complete'))
    expect(router.state.location.state).toEqual({ email: 'taro@example.co.jp' })
    expect(sent).toEqual([
      { company_name: '株式会社安全化学', last_name: '山田', first_name: '太郎', email: 'taro@example.co.jp', locale: 'ja-JP' },
    ])
  })

  test('keeps what is typed over a reload, until it is sent', async () => {
    server.use(http.post('*/api/v1/signup', () => new HttpResponse(null, { status: 202 })))
    renderScreen(<SignupPage />, '/signup')
    await userEvent.type(screen.getByLabelText(/会社名/), '株式会社安全化学')
    await userEvent.type(screen.getByLabelText(/メールアドレス/), 'taro@example.co.jp')
    cleanup()
    const router = renderScreen(<SignupPage />, '/signup')
    expect(screen.getByLabelText(/会社名/)).toHaveValue('株式会社安全化学')
    expect(screen.getByLabelText(/メールアドレス/)).toHaveValue('taro@example.co.jp')
    await userEvent.clear(screen.getByLabelText(/会社名/))
    await userEvent.clear(screen.getByLabelText(/メールアドレス/))
    await fill()
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/complete'))
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  test('needs an address of the company', async () => {
    renderScreen(<SignupPage />, '/signup')
    await fill('taro@gmail.com')
    expect(await screen.findByText(/フリーメールアドレスはご利用いただけません/)).toBeInTheDocument()
  })

  test('shows what the server finds wrong at the field', async () => {
    server.use(
      http.post('*/api/v1/signup', problem(400, 'input.invalid', [{ path: 'company_name', code: 'x', detail: 'サーバーからの指摘' }])),
    )
    renderScreen(<SignupPage />, '/signup')
    await fill()
    expect(await screen.findByText('サーバーからの指摘')).toBeInTheDocument()
    expect(screen.getByLabelText(/会社名/)).toHaveFocus()
    expect(screen.getByLabelText(/会社名/)).toHaveAccessibleDescription('サーバーからの指摘')
  })

  test('reports a failure of the whole form', async () => {
    server.use(http.post('*/api/v1/signup', problem(500, 'internal')))
    renderScreen(<SignupPage />, '/signup')
    await fill()
    expect(await screen.findByText(/登録できませんでした/)).toBeInTheDocument()
  })
})

describe('activation', () => {
  const verified = (needsPassword: boolean) =>
    http.post('*/api/v1/verify-token', () =>
      HttpResponse.json({ purpose: 'activation', email: 'taro@example.co.jp', needs_password: needsPassword }),
    )

  test('sets the password, activates, and goes on to the login after 5 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const sent: unknown[] = []
      server.use(
        verified(true),
        http.put('*/api/v1/signup/activation', async ({ request }) => {
          sent.push(await request.json())
          return new HttpResponse(null, { status: 204 })
        }),
      )
      const router = renderScreen(<ActivationPage />, '/signup/activation?token=secret')
      const user = userEvent.setup({ advanceTimers: ms => vi.advanceTimersByTime(ms) })
      await user.type(await screen.findByLabelText(/新しいパスワード/), 'Passw0rd!')
      await user.type(screen.getByLabelText(/パスワード（確認）/), 'Passw0rd!')
      await user.click(screen.getByRole('button', { name: '設定して有効にする' }))
      expect(await screen.findByRole('heading', { name: 'アカウントが有効になりました' })).toBeInTheDocument()
      expect(sent).toEqual([{ token: 'secret', password: 'Passw0rd!' }])
      await vi.advanceTimersByTimeAsync(4000)
      expect(router.state.location.pathname).toBe('/signup/activation')
      await vi.advanceTimersByTimeAsync(1100)
      expect(router.state.location.pathname).toBe('/login')
    } finally {
      vi.useRealTimers()
    }
  })

  test('needs no input if there is a password, and happens once', async () => {
    let times = 0
    server.use(
      verified(false),
      http.put('*/api/v1/signup/activation', () => {
        times++
        return new HttpResponse(null, { status: 204 })
      }),
    )
    renderScreen(<ActivationPage />, '/signup/activation?token=secret')
    expect(screen.getByText(/アカウントを有効にしています/)).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'アカウントが有効になりました' })).toBeInTheDocument()
    expect(times).toBe(1)
  })

  test.each([
    ['token.expired', 'URLの有効期限が切れています'],
    ['token.used', 'このURLは使用済みです'],
    ['token.unknown', 'URLが正しくありません'],
  ])('%s is shown', async (code, title) => {
    server.use(http.post('*/api/v1/verify-token', problem(400, code)))
    renderScreen(<ActivationPage />, '/signup/activation?token=secret')
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  })

  test('an expired link can be renewed', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('*/api/v1/verify-token', problem(400, 'token.expired')),
      http.post('*/api/v1/activation/regeneration', async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    renderScreen(<ActivationPage />, '/signup/activation?token=old')
    await userEvent.type(await screen.findByLabelText(/メールアドレス/), 'taro@example.co.jp')
    await userEvent.click(screen.getByRole('button', { name: '新しいURLを送信する' }))
    expect(await screen.findByText(/確認メールを再送しました/)).toBeInTheDocument()
    expect(sent).toEqual([{ email: 'taro@example.co.jp' }])
  })

  test('a server error is not reported as an expired link', async () => {
    server.use(http.post('*/api/v1/verify-token', problem(503, 'busy')))
    renderScreen(<ActivationPage />, '/signup/activation?token=secret')
    expect(await screen.findByText(/アカウントを有効にできませんでした/)).toBeInTheDocument()
  })
})

describe('a forgotten password', () => {
  test('is recovered by mail', async () => {
    let address = ''
    server.use(
      http.post('*/api/v1/password-recovery', async ({ request }) => {
        address = ((await request.json()) as { email: string }).email
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const router = renderScreen(<PasswordRecoveryPage />, '/password-recovery')
    await userEvent.type(screen.getByLabelText(/メールアドレス/), 'taro+a@example.co.jp')
    await userEvent.click(screen.getByRole('button', { name: '再設定用のメールを送信する' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe('?messageKey=messages.recoverySent&messageType=success')
    expect(address).toBe('taro+a@example.co.jp')
  })

  test('a refused address is reported', async () => {
    server.use(http.post('*/api/v1/password-recovery', problem(400, 'input.email')))
    renderScreen(<PasswordRecoveryPage />, '/password-recovery')
    await userEvent.type(screen.getByLabelText(/メールアドレス/), 'taro@example.co.jp')
    await userEvent.click(screen.getByRole('button', { name: '再設定用のメールを送信する' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('メールアドレスをご確認ください。')
  })

  const reset = async () => {
    await userEvent.type(await screen.findByLabelText(/新しいパスワード/), 'Passw0rd!')
    await userEvent.type(screen.getByLabelText(/パスワード（確認）/), 'Passw0rd!')
    await userEvent.click(screen.getByRole('button', { name: 'パスワードを再設定する' }))
  }
  const good = http.post('*/api/v1/verify-token', () =>
    HttpResponse.json({ purpose: 'password_reset', email: 'taro@example.co.jp', needs_password: true }),
  )

  test('is set anew by the link', async () => {
    const sent: unknown[] = []
    server.use(
      good,
      http.post('*/api/v1/reset-password/', async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const router = renderScreen(<ResetPasswordPage />, '/reset-password?token=secret')
    await reset()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe('?messageKey=messages.passwordReset&messageType=success')
    expect(sent).toEqual([{ token: 'secret', new_password: 'Passw0rd!' }])
  })

  test('a link that expired meanwhile is reported', async () => {
    server.use(good, http.post('*/api/v1/reset-password/', problem(400, 'token.expired')))
    renderScreen(<ResetPasswordPage />, '/reset-password?token=secret')
    await reset()
    expect(await screen.findByRole('heading', { name: 'URLの有効期限が切れています' })).toBeInTheDocument()
  })

  test('a link without a token is reported at once', async () => {
    await startI18n('en-US')
    renderScreen(<ResetPasswordPage />, '/reset-password')
    expect(screen.getByRole('heading', { name: 'The link is not valid' })).toBeInTheDocument()
  })
})

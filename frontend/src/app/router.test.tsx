import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { RouteObject } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { peekLoginState, storeLoginState } from '@/shared/auth/loginState'
import { forgetStoredUser } from '@/shared/auth/stored'
import { initialLocale } from '@/shared/i18n/initialLocale'
import { config, setConfig } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { paths } from '@/shared/lib/paths'
import { auth } from '@/test/auth'
import { asPerson, person } from '@/test/fixtures'
import { renderRoutes } from '@/test/render'
import { server } from '@/test/server'
import { makeRoutes } from './router'

/** The app's routes without their screens: the tests check where navigation leads. */
function bare(list: RouteObject[]): RouteObject[] {
  return list.map(({ lazy, element, children, ...route }) => {
    void lazy
    void element
    return { ...route, ...(children && { children: bare(children) }) } as RouteObject
  })
}

async function goTo(path: string): Promise<string> {
  const router = renderRoutes(bare(makeRoutes()), path)
  await waitFor(() => expect(router.state.initialized && router.state.navigation.state === 'idle').toBe(true))
  return router.state.location.pathname + router.state.location.search
}

describe('without a login', () => {
  test.each([
    [paths.company, '/login?redirect=%2Fcompany'],
    ['/company/tags?page=2&sort=-name', '/login?redirect=%2Fcompany%2Ftags%3Fpage%3D2%26sort%3D-name'],
    [paths.myPage, '/login?redirect=%2Fuser'],
    ['/jobs/j1', '/login?redirect=%2Fjobs%2Fj1'],
    ['/dynamic/list/l1?verdict=unknown', '/login?redirect=%2Fdynamic%2Flist%2Fl1%3Fverdict%3Dunknown'],
    [paths.login, '/login'],
    [paths.signup, '/signup'],
    ['/signup/activation?token=x', '/signup/activation?token=x'],
    [paths.terms, '/terms'],
    [paths.top, '/login'],
    ['/no/such/page', '/login'],
    [paths.inquiry, '/en/contact?language=ja'],
  ])('%s leads to %s', async (path, target) => {
    expect(await goTo(path)).toBe(target)
  })

  test.each(['logout', 'twoFactorCompleted'] as const)('after %s there is no way back', async state => {
    storeLoginState(state)
    expect(await goTo(paths.company)).toBe('/login')
  })

  test('after a lost token there is', async () => {
    storeLoginState('tokenInvalidated')
    expect(await goTo(paths.company)).toBe('/login?redirect=%2Fcompany')
  })
})

describe('with a login', () => {
  test.each([
    ['viewer', paths.company, paths.company],
    ['viewer', paths.companySettings, paths.sdsList],
    ['viewer', paths.departments, paths.sdsList],
    ['viewer', paths.tags, paths.sdsList],
    ['viewer', paths.sdsUpload, paths.sdsList],
    ['editor', paths.tags, paths.tags],
    ['editor', paths.departments, paths.sdsList],
    ['editor', paths.sdsUpload, paths.sdsUpload],
    ['admin', paths.companySettings, paths.companySettings],
    ['admin', paths.departments, paths.departments],
    ['admin', paths.login, paths.sdsUpload],
    ['viewer', paths.login, paths.sdsList],
    ['admin', '/login?redirect=%2Fuser', paths.myPage],
    ['admin', '/login?redirect=https%3A%2F%2Fevil.example', paths.sdsUpload],
    ['admin', paths.signup, paths.sdsUpload],
    ['viewer', '/jobs/j1', '/jobs/j1'],
    ['viewer', paths.checklists, paths.checklists],
    ['viewer', '/dynamic/list/l1', '/dynamic/list/l1'],
    ['admin', '/login?redirect=%2Fjobs%2Fj1', '/jobs/j1'],
    ['admin', paths.top, paths.sdsList],
    ['admin', '/no/such/page', paths.sdsList],
  ] as const)('%s: %s leads to %s', async (role, path, target) => {
    asPerson(person(role))
    expect(await goTo(path)).toBe(target)
  })

  test.each([paths.checklists, '/dynamic/list/l1'])('%s is not for who may not read checklists', async path => {
    const me = person('viewer')
    asPerson({ ...me, role: { ...me.role, permissions: ['SDS_READ'] } })
    expect(await goTo(path)).toBe(paths.sdsList)
  })

  test('an unknown address leads to the marketing site, if there is one', async () => {
    asPerson()
    setConfig({ ...config(), marketingUrl: 'https://www.example.test' })
    renderRoutes(bare(makeRoutes()), '/no/such/page')
    await waitFor(() => expect(page.leaveFor).toHaveBeenCalledWith('https://www.example.test'))
  })
})

test('the language of the account is shown, and that of the device kept for the logged-out state', async () => {
  asPerson({ ...person(), locale: 'en-US' })
  await goTo(paths.company)
  await waitFor(() => expect(document.documentElement.lang).toBe('en'))
  expect(localStorage.getItem('anzen.locale')).toBeNull()
  // The next page begins with it, until nobody is logged in.
  expect(initialLocale()).toBe('en-US')
  forgetStoredUser()
  localStorage.setItem('anzen.locale', 'ja-JP')
  expect(initialLocale()).toBe('ja-JP')
})

describe('a session that has ended', () => {
  test.each([
    ['the token is refused', 401, { code: 'session.expired', detail: '' }, 'tokenInvalidated'],
    ['the person is not active', 400, { code: 'session.inactive', detail: 'このユーザーは無効です。' }, 'inactiveUser'],
  ] as const)('is ended when %s', async (_, status, problem, state) => {
    asPerson()
    server.use(http.get('*/api/v1/users/me', () => HttpResponse.json(problem, { status })))
    renderRoutes(bare(makeRoutes()), paths.company)
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(auth.signOut).toHaveBeenCalledOnce()
    expect(peekLoginState()).toBe(state)
  })
})

describe('the shell', () => {
  test('shows what the role allows, switches the language and keeps it, and logs out', async () => {
    asPerson(person('editor'))
    const kept: unknown[] = []
    server.use(
      http.put('*/api/v1/users/me/language', async ({ request }) => {
        kept.push(await request.json())
        return HttpResponse.json({ locale: 'en-US' })
      }),
    )
    storeLoginState('loggedIn')
    renderRoutes(makeRoutes(), paths.company)
    const user = userEvent.setup()

    expect(await screen.findByRole('heading', { level: 1, name: '会社情報' })).toBeInTheDocument()
    expect(await screen.findByText('ログインしました。')).toBeInTheDocument()
    expect(document.title).toBe('会社情報 | Anzen')
    await user.click(screen.getByRole('button', { name: 'アカウントメニュー：山田 太郎' }))
    expect(screen.getAllByRole('menuitem').map(item => item.textContent)).toEqual(['会社情報', 'タグ管理', '処理状況', 'マイページ', 'ログアウト'])
    await user.keyboard('{Escape}')

    await user.click(await screen.findByRole('button', { name: 'English' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Company' })).toBeInTheDocument()
    expect(document.documentElement.lang).toBe('en')
    expect(document.title).toBe('Company | Anzen')
    await vi.waitFor(() => expect(kept).toEqual([{ locale: 'en-US' }]))
    expect(localStorage.getItem('anzen.locale')).toBe('en-US')

    await user.click(screen.getByRole('button', { name: /^Account menu/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    await waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(peekLoginState()).toBe('logout')
  })

  test('focuses the title of the new page', async () => {
    asPerson()
    const router = renderRoutes(makeRoutes(), paths.company)
    await screen.findByRole('heading', { level: 1, name: '会社情報' })
    await router.navigate(paths.companySettings)
    const title = await screen.findByRole('heading', { level: 1, name: '管理者設定' })
    await waitFor(() => expect(title).toHaveFocus())
  })
})

import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { linkInMail } from './mailbox'
import { test } from './test'
import { watch } from './watch'

const password = 'Quiet-Harbour-71'

/** The texts of the screens under test. */
const words = {
  ja: {
    locale: 'ja-JP',
    company: '会社名', last: '姓', first: '名', email: 'メールアドレス', agree: /同意する/, signup: '登録する',
    sent: '確認メールをお送りしました', password: '新しいパスワード', confirmation: 'パスワード（確認）', activate: '設定して有効にする',
    active: 'アカウントが有効になりました', toLogin: 'ログイン画面へ', logIn: 'ログイン', logInPassword: 'パスワード', loggedIn: 'ログインしました。',
    navigation: 'メインナビゲーション', sections: ['SDS一覧', 'SDS登録', '要対応SDS', 'チェックリスト', '物質', '実施すべきこと'], account: /^アカウントメニュー/,
    menu: ['会社情報', '管理者設定', '部署管理', 'ユーザー管理', 'タグ管理', '定期エクスポート', 'IPアドレス制限', 'SAML認証', '処理状況', 'マイページ', 'ログアウト'], tags: 'タグ管理', logOut: 'ログアウト',
    wrong: 'メールアドレスまたはパスワードが正しくありません。', used: 'このURLは使用済みです', close: '閉じる',
    recovery: 'パスワードをお忘れの方', recoverySubmit: '再設定用のメールを送信する', resetSubmit: 'パスワードを再設定する',
    resetDone: 'パスワードを再設定しました。新しいパスワードでログインしてください。',
  },
  en: {
    locale: 'en-US',
    company: 'Company name', last: 'Last name', first: 'First name', email: 'Email address', agree: /I agree/, signup: 'Sign up',
    sent: 'We sent you a confirmation email', password: 'New password', confirmation: 'Confirm password', activate: 'Set password and activate',
    active: 'Your account is active', toLogin: 'Go to login', logIn: 'Log in', logInPassword: 'Password', loggedIn: 'You are logged in.',
    navigation: 'Main navigation', sections: ['SDS list', 'SDS registration', 'Incomplete SDSs', 'Checklists', 'Substances', 'Duties'], account: /^Account menu/,
    menu: ['Company', 'Admin settings', 'Departments', 'Users', 'Tags', 'Periodic export', 'IP allow-list', 'SAML sign-in', 'Jobs', 'My page', 'Log out'], tags: 'Tags', logOut: 'Log out',
    wrong: 'The email address or password is not correct.', used: 'This link was already used', close: 'Close',
    recovery: 'Forgot your password?', recoverySubmit: 'Send the email', resetSubmit: 'Reset password',
    resetDone: 'Your password was reset. Please log in with the new one.',
  },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('from sign-up by mail to the shell, and back', async ({ page, request }) => {
      const faults = watch(page)
      const email = `taro-${language}-${Date.now()}@${language}.anzen-test.co.jp`

      await page.goto('/#/signup')
      await page.getByLabel(w.company).fill(`Anzen ${language} 化学`)
      await page.getByLabel(w.last, { exact: false }).first().fill('山田')
      await page.getByLabel(new RegExp(`^${w.first}`)).fill('太郎')
      await page.getByLabel(w.email).fill(email)
      await page.getByLabel(w.agree).check()
      await expectAccessible(page)
      await page.getByRole('button', { name: w.signup }).click()
      await expect(page.getByRole('heading', { name: w.sent })).toBeVisible()
      await expect(page.getByText(email)).toBeVisible()

      const activation = await linkInMail(request, email, '/signup/activation')
      await page.goto(activation)
      await page.getByLabel(w.password).fill(password)
      await page.getByLabel(w.confirmation).fill(password)
      await expectAccessible(page)
      await page.getByRole('button', { name: w.activate }).click()
      await expect(page.getByRole('heading', { name: w.active })).toBeVisible()
      await page.getByRole('link', { name: w.toLogin }).click()
      await expect(page).toHaveURL(/#\/login$/)

      const logIn = async (secret: string) => {
        await page.getByLabel(w.email).fill(email)
        await page.getByRole('textbox', { name: w.logInPassword }).fill(secret)
        await page.getByRole('button', { name: w.logIn, exact: true }).click()
      }
      await logIn('Wrong-2026!')
      await expect(page.getByText(w.wrong)).toBeVisible()
      await logIn(password)
      await expect(page.getByRole('navigation', { name: w.navigation }).getByRole('link')).toHaveText([...w.sections])
      await expect(page).toHaveURL(/#\/sds\/upload$/)
      await expect(page.getByText(w.loggedIn)).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)

      await page.getByRole('button', { name: w.account }).click()
      await expect(page.getByRole('menuitem')).toHaveText([...w.menu])
      await page.getByRole('menuitem', { name: w.tags }).click()
      await expect(page.getByRole('heading', { level: 1, name: w.tags })).toBeFocused()
      await page.getByRole('button', { name: w.close }).click()
      await expectAccessible(page)

      await page.getByRole('button', { name: w.account }).click()
      await page.getByRole('menuitem', { name: w.logOut }).click()
      await expect(page).toHaveURL(/#\/login$/)
      await page.goto('/#/company/tags?page=1')
      await expect(page).toHaveURL(/#\/login\?redirect=%2Fcompany%2Ftags%3Fpage%3D1$/)
      await logIn(password)
      await expect(page).toHaveURL(/#\/company\/tags/)

      await page.getByRole('button', { name: w.account }).click()
      await page.getByRole('menuitem', { name: w.logOut }).click()
      await expect(page).toHaveURL(/#\/login$/)
      await page.goto(activation)
      await expect(page.getByRole('heading', { name: w.used })).toBeVisible()

      await page.goto('/#/login')
      await page.getByRole('link', { name: w.recovery }).click()
      // The login, with a field of the same name, stays until the screen is loaded.
      await expect(page.getByRole('button', { name: w.recoverySubmit })).toBeVisible()
      await page.getByLabel(w.email).fill(email)
      await page.getByRole('button', { name: w.recoverySubmit }).click()
      await page.goto(await linkInMail(request, email, '/reset-password'))
      const fresh = `${password}New`
      await page.getByLabel(w.password).fill(fresh)
      await page.getByLabel(w.confirmation).fill(fresh)
      await page.getByRole('button', { name: w.resetSubmit }).click()
      await expect(page.getByText(w.resetDone)).toBeVisible()
      await logIn(fresh)
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
      expect(faults).toEqual([])
    })
  })
}

test.describe('without a login', () => {
  for (const path of ['/login', '/signup', '/password-recovery', '/privacypolicy', '/terms', '/unregister']) {
    test(`${path} is accessible, wide and narrow`, async ({ page }) => {
      const faults = watch(page)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(`/#${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      }
      expect(faults).toEqual([])
    })
  }

  test('an unknown address leads to the login', async ({ page }) => {
    await page.goto('/#/no/such/page')
    await expect(page).toHaveURL(/#\/login$/)
  })
})

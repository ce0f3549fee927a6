import { type Page, expect } from '@playwright/test'
import { linkInMail } from './mailbox'

/** The password of the accounts that tests make. */
export const password = 'Quiet-Harbour-71'

/** The texts of signing up, logging in and out. */
export const accountWords = {
  ja: {
    locale: 'ja-JP', company: '会社名', last: '姓', first: '名', email: 'メールアドレス', agree: /同意する/, signup: '登録する',
    newPassword: '新しいパスワード', confirmation: 'パスワード（確認）', activate: '設定して有効にする', toLogin: 'ログイン画面へ', logIn: 'ログイン', password: 'パスワード',
    navigation: 'メインナビゲーション', account: /^アカウントメニュー/, logOut: 'ログアウト', next: '次へ',
  },
  en: {
    locale: 'en-US', company: 'Company name', last: 'Last name', first: 'First name', email: 'Email address', agree: /I agree/, signup: 'Sign up',
    newPassword: 'New password', confirmation: 'Confirm password', activate: 'Set password and activate', toLogin: 'Go to login', logIn: 'Log in', password: 'Password',
    navigation: 'Main navigation', account: /^Account menu/, logOut: 'Log out', next: 'Next',
  },
} as const
export type AccountWords = (typeof accountWords)[keyof typeof accountWords]

/**
 * Makes a company of its own for a test, and logs in as its administrator, whose address is returned. base is the
 * origin where it is another than the configured one.
 */
export async function newAccount(page: Page, w: AccountWords, what: string, base = ''): Promise<string> {
  const email = `${what}-${w.locale}-${Date.now()}@${w.locale.toLowerCase()}.anzen-test.co.jp`
  await page.goto(`${base}/#/signup`)
  await page.getByLabel(w.company).fill(`Anzen ${w.locale} 化学`)
  await page.getByLabel(w.last, { exact: false }).first().fill('山田')
  await page.getByLabel(new RegExp(`^${w.first}`)).fill('太郎')
  await page.getByLabel(w.email).fill(email)
  await page.getByLabel(w.agree).check()
  await page.getByRole('button', { name: w.signup }).click()
  const link = await linkInMail(page.request, email, '/signup/activation')
  await page.goto(base + link.slice(link.indexOf('/#/')))
  await page.getByLabel(w.newPassword).fill(password)
  await page.getByLabel(w.confirmation).fill(password)
  await page.getByRole('button', { name: w.activate }).click()
  await page.getByRole('link', { name: w.toLogin }).click()
  await enterPassword(page, w, email)
  await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
  return email
}

export async function enterPassword(page: Page, w: AccountWords, email: string): Promise<void> {
  await page.getByLabel(w.email).fill(email)
  await page.getByRole('textbox', { name: w.password }).fill(password)
  await page.getByRole('button', { name: w.logIn, exact: true }).click()
}

/** Enters the password again, where a change asks for it. */
export async function reauthenticate(page: Page, w: AccountWords): Promise<void> {
  const next = page.getByRole('button', { name: w.next })
  await page.locator('form').filter({ has: next }).locator('input[type=password]').fill(password)
  await next.click()
}

export async function logOut(page: Page, w: Pick<AccountWords, 'account' | 'logOut' | 'logIn'>): Promise<void> {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('menuitem', { name: w.logOut }).click()
  await expect(page.getByRole('button', { name: w.logIn, exact: true })).toBeVisible()
}

import { type CDPSession, type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './axe'
import { linkInMail } from './mailbox'
import { Authenticator } from './totp'
import { watch } from './watch'

const password = 'Quiet-Harbour-71'

/** The texts of the screens under test. */
const words = {
  ja: {
    locale: 'ja-JP', company: '会社名', last: '姓', first: '名', email: 'メールアドレス', agree: /同意する/, signup: '登録する',
    newPassword: '新しいパスワード', confirmation: 'パスワード（確認）', activate: '設定して有効にする', toLogin: 'ログイン画面へ', logIn: 'ログイン', password: 'パスワード',
    navigation: 'メインナビゲーション', account: /^アカウントメニュー/, logOut: 'ログアウト', next: '次へ', save: '保存',
    section: 'パスキー', none: '登録されているパスキーはありません。', add: 'パスキーを登録する', register: '登録する', name: /パスキーの名前/, added: /パスキーを登録しました/, cancelled: /中止されたか、時間切れ/,
    rename: /の名前を変更$/, renamed: 'パスキーの名前を変更しました。', remove: /」を削除$/, removed: 'パスキーを削除しました。', passkey: 'パスキーでログイン', noPasskey: /パスキーを確認できませんでした/, success: '成功', newDevice: '新しい端末',
    setUpApp: '認証アプリを設定する', code: /認証コード（6桁）/, complete: '設定を完了する', done: '二要素認証の設定が完了しました。もう一度ログインしてください。',
  },
  en: {
    locale: 'en-US', company: 'Company name', last: 'Last name', first: 'First name', email: 'Email address', agree: /I agree/, signup: 'Sign up',
    newPassword: 'New password', confirmation: 'Confirm password', activate: 'Set password and activate', toLogin: 'Go to login', logIn: 'Log in', password: 'Password',
    navigation: 'Main navigation', account: /^Account menu/, logOut: 'Log out', next: 'Next', save: 'Save',
    section: 'Passkeys', none: 'No passkeys yet.', add: 'Register a passkey', register: 'Register', name: /Name of the passkey/, added: /passkey was registered/, cancelled: /cancelled, or took too long/,
    rename: /^Rename “/, renamed: 'The passkey was renamed.', remove: /^Delete “/, removed: 'The passkey was deleted.', passkey: 'Log in with a passkey', noPasskey: /No passkey was found/, success: 'Success', newDevice: 'New device',
    setUpApp: 'Set up: Authenticator app', code: /Code \(6 digits\)/, complete: 'Complete the set-up', done: 'Two-factor authentication is set up. Please log in again.',
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Takes a picture for the eyes of people, where ANZEN_PICTURES names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.ANZEN_PICTURES
  if (!folder) return
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Passkeys are for a host name: the pages are opened by that of the relying party. */
const home = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost')

async function newAccount(page: Page, w: Words, base: string): Promise<string> {
  const email = `passkey-${w.locale}-${Date.now()}@${w.locale.toLowerCase()}.anzen-test.co.jp`
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

async function enterPassword(page: Page, w: Words, email: string): Promise<void> {
  await page.getByLabel(w.email).fill(email)
  await page.getByRole('textbox', { name: w.password }).fill(password)
  await page.getByRole('button', { name: w.logIn, exact: true }).click()
}

async function reauthenticate(page: Page, w: Words): Promise<void> {
  const next = page.getByRole('button', { name: w.next })
  await page.locator('form').filter({ has: next }).locator('input[type=password]').fill(password)
  await next.click()
}

async function logOut(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('menuitem', { name: w.logOut }).click()
  await expect(page).toHaveURL(/#\/login$/)
}

/** Gives the browser an authenticator that confirms at once, and verifies its user where `verified`. */
async function authenticator(page: Page): Promise<{ verify: (verified: boolean) => Promise<void> }> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return { verify: async isUserVerified => void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })) }
}

async function register(page: Page, w: Words, name: string): Promise<void> {
  await page.getByRole('button', { name: w.add }).click()
  await reauthenticate(page, w)
  await page.getByLabel(w.name).fill(name)
  await page.getByRole('button', { name: w.register, exact: true }).click()
  await expect(page.getByText(w.added)).toBeVisible()
}

async function logInWithPasskey(page: Page, w: Words, email: string): Promise<void> {
  await page.getByLabel(w.email).fill(email)
  await page.getByRole('button', { name: w.passkey }).click()
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a passkey: register, rename, log in without a password, remove, refused', async ({ page, baseURL }) => {
      const faults = watch(page)
      const base = home(baseURL)
      const key = await authenticator(page)
      const email = await newAccount(page, w, base)
      await page.goto(`${base}/#/user`)
      await expect(page.getByText(w.none)).toBeVisible()
      await page.getByRole('button', { name: w.add }).click()
      await expectAccessible(page)
      await reauthenticate(page, w)
      await expect(page.getByLabel(w.name)).toHaveValue(/Chrome/)
      await expectAccessible(page)
      await picture(page, `${language}-add`)
      await key.verify(false)
      await page.getByRole('button', { name: w.register, exact: true }).click()
      await expect(page.getByText(w.cancelled)).toBeVisible()
      await key.verify(true)
      await page.getByRole('button', { name: w.register, exact: true }).click()
      await expect(page.getByText(w.added)).toBeVisible()
      await page.getByRole('button', { name: w.rename }).click()
      await page.getByLabel(w.name).fill('事務所のPC')
      await page.getByRole('dialog').getByRole('button', { name: w.save }).click()
      await expect(page.getByText(w.renamed)).toBeVisible()
      await expect(page.getByText('事務所のPC', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await picture(page, `${language}-mypage`)

      await logOut(page, w)
      await picture(page, `${language}-login`)
      await expectAccessible(page)
      await page.getByRole('button', { name: w.passkey }).click()
      await expect(page.getByLabel(w.email)).toBeFocused()
      await key.verify(false)
      await logInWithPasskey(page, w, email)
      await expect(page.getByRole('alert')).toContainText(w.cancelled)
      await picture(page, `${language}-cancelled`)
      await key.verify(true)
      await logInWithPasskey(page, w, email)
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()

      // It is a known device: the client sends its name with a passkey too.
      await page.goto(`${base}/#/user`)
      await expect(page.getByText(w.success, { exact: true })).toHaveCount(2)
      await expect(page.getByText(w.newDevice, { exact: true })).toHaveCount(1)
      await page.getByRole('button', { name: w.remove }).click()
      await expectAccessible(page)
      await reauthenticate(page, w)
      await expect(page.getByText(w.removed)).toBeVisible()
      await expect(page.getByText(w.none)).toBeVisible()
      await logOut(page, w)
      await logInWithPasskey(page, w, email)
      await expect(page.getByRole('alert')).toContainText(w.noPasskey)
      expect(faults.filter(fault => !fault.includes('400'))).toEqual([])
    })
  })
}

test('who has an authenticator app logs in with a passkey without a code, and with a password only with it', async ({ page, baseURL }) => {
  const w = words.ja
  const base = home(baseURL)
  await authenticator(page)
  const email = await newAccount(page, w, base)
  await page.goto(`${base}/#/user`)
  await register(page, w, 'PC')
  await page.getByRole('link', { name: w.setUpApp }).click()
  await reauthenticate(page, w)
  const app = new Authenticator(await page.getByTestId('secret').innerText())
  await page.getByLabel(w.code).fill(await app.code())
  await page.getByRole('button', { name: w.complete }).click()
  await expect(page.getByText(w.done)).toBeVisible()
  await enterPassword(page, w, email)
  await expect(page.getByLabel(w.code)).toBeVisible()
  await page.goto(`${base}/#/login`)
  await logInWithPasskey(page, w, email)
  await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
})

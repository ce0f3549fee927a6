import { type CDPSession, type Page, expect } from '@playwright/test'
import { accountWords, enterPassword, logOut, newAccount, reauthenticate } from './account'
import { expectAccessible } from './axe'
import { picture } from './picture'
import { test } from './test'
import { Authenticator } from './totp'
import { watch } from './watch'

/** The texts of the screens under test. */
const words = {
  ja: {
    ...accountWords.ja, save: '保存',
    section: 'パスキー', none: '登録されているパスキーはありません。', add: 'パスキーを登録する', register: '登録する', name: /パスキーの名前/, added: /パスキーを登録しました/, cancelled: /中止されたか、時間切れ/,
    rename: /の名前を変更$/, renamed: 'パスキーの名前を変更しました。', remove: /」を削除$/, removed: 'パスキーを削除しました。', passkey: 'パスキーでログイン', noPasskey: /パスキーを確認できませんでした/, success: '成功', newDevice: '新しい端末',
    setUpApp: '認証アプリを設定する', code: /認証コード（6桁）/, complete: '設定を完了する', done: '二要素認証の設定が完了しました。もう一度ログインしてください。',
  },
  en: {
    ...accountWords.en, save: 'Save',
    section: 'Passkeys', none: 'No passkeys yet.', add: 'Register a passkey', register: 'Register', name: /Name of the passkey/, added: /passkey was registered/, cancelled: /canceled, or took too long/,
    rename: /^Rename “/, renamed: 'The passkey was renamed.', remove: /^Delete “/, removed: 'The passkey was deleted.', passkey: 'Log in with a passkey', noPasskey: /No passkey was found/, success: 'Success', newDevice: 'New device',
    setUpApp: 'Set up: Authenticator app', code: /Code \(6 digits\)/, complete: 'Complete the set-up', done: 'Two-factor authentication is set up. Please log in again.',
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Passkeys are for a host name: the pages are opened by that of the relying party. */
const home = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost')

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
      const email = await newAccount(page, w, 'passkey', base)
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
  const email = await newAccount(page, w, 'passkey', base)
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

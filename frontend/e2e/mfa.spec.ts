import { type Page, expect } from '@playwright/test'
import { accountWords, enterPassword, logOut, newAccount, reauthenticate } from './account'
import { expectAccessible } from './axe'
import { codeInMessage } from './mailbox'
import { picture } from './picture'
import { test } from './test'
import { Authenticator } from './totp'
import { watch } from './watch'

/** The texts of the screens under test. */
const words = {
  ja: {
    ...accountWords.ja,
    setUpApp: '認証アプリを設定する', setUpPhone: 'SMS認証を設定する', code: /認証コード（6桁）/, complete: '設定を完了する', done: '二要素認証の設定が完了しました。もう一度ログインしてください。',
    verify: '認証コードの入力', wrong: '認証コードが正しくありません。', used: /使用済みか、有効期限が切れています/, failed: /処理を中止しました/, app: '認証アプリ', sms: 'SMS認証',
    removeApp: '認証アプリを解除する', phone: /電話番号/, send: '認証コードを送信する', resend: /^認証コードを再送する/, resent: '認証コードを再送しました。', wrongCode: '認証コードが正しくないか、有効期限が切れています。',
    badPhone: /10.15桁/, off: '認証アプリを解除しました。', section: '二要素認証', makeCodes: '作成する', download: 'ダウンロード', saved: '保管しました', remaining: (left: number) => `残り ${left}／10 個`, recovery: 'リカバリーコード', recoveryField: /リカバリーコード/, wrongRecovery: 'リカバリーコードが正しくないか、使用済みです。', useRecovery: 'リカバリーコードを使用する',
  },
  en: {
    ...accountWords.en,
    setUpApp: 'Set up: Authenticator app', setUpPhone: 'Set up: Codes by SMS', code: /Code \(6 digits\)/, complete: 'Complete the set-up', done: 'Two-factor authentication is set up. Please log in again.',
    verify: 'Enter your code', wrong: 'The code is not correct.', used: /already used, or has expired/, failed: /too many failed attempts/, app: 'Authenticator app', sms: 'Codes by SMS',
    removeApp: 'Turn off: Authenticator app', phone: /Phone number/, send: 'Send a code', resend: /^Send another code/, resent: 'Another code was sent.', wrongCode: 'The code is not correct, or has expired.',
    badPhone: /10.+15 digits/, off: 'Turned off: Authenticator app.', section: 'Two-factor authentication', makeCodes: 'Make codes', download: 'Download', saved: 'I have saved them', remaining: (left: number) => `${left} of 10 left`, recovery: 'Recovery code', recoveryField: /^Recovery code/, wrongRecovery: 'The recovery code is not correct, or was already used.', useRecovery: 'Use a recovery code',
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Stops demanding a second factor of administrators, so that the account can turn its last one off. */
async function demandNothing(page: Page): Promise<void> {
  const notice = page.getByText(/二要素認証の設定が必要です|requires a second factor/)
  await expect(notice).toBeVisible()
  await page.goto('/#/company/settings')
  await page.getByRole('combobox', { name: /^(二要素認証の必須化|Second factors required)/ }).click()
  await page.getByRole('option', { name: /^(必須にしない|Of nobody)$/ }).click()
  await page.getByRole('button', { name: /^(保存|Save)$/ }).click()
  await expect(page.getByText(/設定を更新しました。|The settings were updated\./)).toBeVisible()
  await expect(notice).toHaveCount(0)
}

/** Enters the password and a code again, where a change of second factors asks for them. */
async function proveAll(page: Page, w: Words, code: () => Promise<string>): Promise<void> {
  await reauthenticate(page, w)
  await page.getByLabel(w.code).fill(await code())
  await page.getByRole('button', { name: w.next }).click()
}

async function enterCode(page: Page, w: Words, code: string): Promise<void> {
  await page.getByLabel(w.code).fill(code)
  await page.getByRole('button', { name: w.logIn, exact: true }).click()
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('an authenticator app: set up, log in, wrong and used codes, turn off', async ({ page }) => {
      const faults = watch(page)
      const email = await newAccount(page, w, 'mfa')
      await demandNothing(page)
      await page.goto('/#/user')
      await expect(page.getByRole('link', { name: w.setUpApp })).toBeVisible()
      await picture(page, `${language}-mypage`)
      await page.getByRole('link', { name: w.setUpApp }).click()
      await expectAccessible(page)
      await picture(page, `${language}-reauth`)
      await reauthenticate(page, w)
      const app = new Authenticator(await page.getByTestId('secret').innerText())
      await expect(page.getByRole('img')).not.toHaveCount(0)
      await expectAccessible(page)
      await picture(page, `${language}-totp`)
      await page.getByLabel(w.code).fill('000000')
      await page.getByRole('button', { name: w.complete }).click()
      await expect(page.getByText(w.wrongCode)).toBeVisible()
      // It is entered again below.
      const first = await app.code(60_000)
      await page.getByLabel(w.code).fill(first)
      await page.getByRole('button', { name: w.complete }).click()
      await expect(page.getByText(w.done)).toBeVisible()

      await enterPassword(page, w, email)
      await expect(page.getByRole('heading', { name: w.verify })).toBeVisible()
      await expect(page).toHaveURL(/#\/login\/verify\?mode=totp/)
      await expect(page.getByLabel(w.code)).toBeFocused()
      await expect(page.getByLabel(w.code)).toHaveAttribute('autocomplete', 'one-time-code')
      await expectAccessible(page)
      await picture(page, `${language}-verify`)
      await enterCode(page, w, first)
      await expect(page.getByText(w.used)).toBeVisible()
      await enterCode(page, w, app.expired())
      await expect(page.getByText(w.wrong)).toBeVisible()
      await enterCode(page, w, await app.code())
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
      await expect(page).toHaveURL(/#\/sds\/upload$/)
      await logOut(page, w)

      await enterPassword(page, w, email)
      for (let tries = 1; tries <= 5; tries++) {
        await expect(page.getByRole('button', { name: w.logIn, exact: true })).toBeEnabled()
        await enterCode(page, w, '000000')
        if (tries < 5) await expect(page.getByText(w.wrong)).toBeVisible()
        await expect(page.getByLabel(w.code).or(page.getByLabel(w.email))).toHaveValue('')
      }
      await expect(page.getByText(w.failed)).toBeVisible()
      await expect(page).toHaveURL(/#\/login\?/)

      // Codes are locked for a moment.
      await page.waitForTimeout(2_000)
      await enterPassword(page, w, email)
      await enterCode(page, w, await app.code())
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
      await page.goto('/#/user')
      await picture(page, `${language}-mypage-on`)
      await page.getByRole('button', { name: w.removeApp }).click()
      await expectAccessible(page)
      await picture(page, `${language}-remove`)
      await proveAll(page, w, () => app.code())
      await expect(page.getByText(w.off)).toBeVisible()
      await logOut(page, w)
      await enterPassword(page, w, email)
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
      expect(faults.filter(fault => !fault.includes('400'))).toEqual([])
    })

    test('recovery codes: made once, each signs in once, and replaces a lost app', async ({ page }) => {
      const email = await newAccount(page, w, 'mfa')
      await demandNothing(page)
      await page.goto('/#/2fa/enroll/totp')
      await reauthenticate(page, w)
      const app = new Authenticator(await page.getByTestId('secret').innerText())
      await page.getByLabel(w.code).fill(await app.code())
      await page.getByRole('button', { name: w.complete }).click()
      await expect(page.getByText(w.done)).toBeVisible()
      await enterPassword(page, w, email)
      await enterCode(page, w, await app.code())
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
      await page.goto('/#/user')
      await page.getByRole('button', { name: w.makeCodes }).click()
      await proveAll(page, w, () => app.code())
      await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10)
      const codes = await page.getByTestId('recovery-codes').getByRole('listitem').allInnerTexts()
      await expectAccessible(page)
      await picture(page, `${language}-recovery-codes`)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: w.download }).click()
      expect((await download).suggestedFilename()).toBe('anzen-recovery-codes.txt')
      await page.getByRole('button', { name: w.saved }).click()
      await expect(page.getByText(w.remaining(10))).toBeVisible()
      await logOut(page, w)

      const recover = async (code: string) => {
        await page.getByLabel(w.recoveryField).fill(code)
        await page.getByRole('button', { name: w.logIn, exact: true }).click()
      }
      await enterPassword(page, w, email)
      await page.getByRole('button', { name: w.recovery }).click()
      await picture(page, `${language}-verify-recovery`)
      await expectAccessible(page)
      await recover('0000-0000-0000-0000-0000-0000')
      await expect(page.getByText(w.wrongRecovery)).toBeVisible()
      await recover((codes[0] ?? '').toLowerCase().replaceAll('-', ' '))
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
      await logOut(page, w)
      await enterPassword(page, w, email)
      await page.getByRole('button', { name: w.recovery }).click()
      await recover(codes[0] ?? '')
      await expect(page.getByText(w.wrongRecovery)).toBeVisible()
      // Back to the app, within the same login.
      await page.getByRole('button', { name: w.app }).click()
      await expect(page.getByLabel(w.code)).toBeFocused()
      await page.getByRole('button', { name: w.recovery }).click()
      await recover(codes[1] ?? '')
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()

      // The app is lost: a recovery code is enough to turn it off.
      await page.goto('/#/user')
      await expect(page.getByText(w.remaining(8))).toBeVisible()
      await page.getByRole('button', { name: w.removeApp }).click()
      await reauthenticate(page, w)
      await page.getByRole('button', { name: w.useRecovery }).click()
      await page.getByLabel(w.recoveryField).fill(codes[2] ?? '')
      await page.getByRole('button', { name: w.next }).click()
      await expect(page.getByText(w.off)).toBeVisible()
    })

    test('codes by SMS: set up, resend, log in', async ({ page }) => {
      await page.clock.install()
      const email = await newAccount(page, w, 'mfa')
      await page.goto('/#/user')
      await page.getByRole('link', { name: w.setUpPhone }).click()
      await reauthenticate(page, w)
      await page.getByLabel(w.phone).fill('123')
      await page.getByRole('button', { name: w.send }).click()
      await expect(page.getByText(w.badPhone)).toBeVisible()
      const number = `080${String(Date.now()).slice(-8)}`
      const stored = `+81${number.slice(1)}`
      await page.getByLabel(w.phone).fill(number)
      await page.getByRole('button', { name: w.send }).click()
      await expect(page.getByLabel(w.code)).toBeVisible()
      await expect(page.getByRole('button', { name: w.resend })).toBeDisabled()
      await expectAccessible(page)
      await picture(page, `${language}-phone`)
      await page.getByLabel(w.code).fill(await codeInMessage(page.request, stored))
      await page.getByRole('button', { name: w.complete }).click()
      await expect(page.getByText(w.done)).toBeVisible()

      await enterPassword(page, w, email)
      await expect(page).toHaveURL(/#\/login\/verify\?mode=phone_code/)
      const first = await codeInMessage(page.request, stored, 2)
      await picture(page, `${language}-verify-sms`)
      await expect(page.getByRole('button', { name: /\d/ })).toBeDisabled()
      await page.clock.fastForward(30_000)
      await page.getByRole('button', { name: w.resend }).click()
      await expect(page.getByText(w.resent)).toBeVisible()
      const second = await codeInMessage(page.request, stored, 3)
      if (first !== second) {
        await enterCode(page, w, first)
        await expect(page.getByText(w.wrong)).toBeVisible()
      }
      await enterCode(page, w, second)
      await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
    })
  })
}

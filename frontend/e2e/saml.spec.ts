import { type Page, expect } from '@playwright/test'
import { accountWords, logOut } from './account'
import { expectAccessible } from './axe'
import { picture } from './picture'
import { logInByForm } from './session'
import { test } from './test'
import { watch } from './watch'

/** The texts of the screens under test. */
const words = {
  ja: {
    ...accountWords.ja, login: 'SAML認証でログイン', email: /^メールアドレス/, setting: 'SAML認証', connect: '接続する', domains: /^メールのドメイン/, metadata: /^メタデータ/,
    connected: 'IDプロバイダーを接続しました。', active: '接続中',
    unknown: /Anzenに登録されていません/, noProvider: /このドメインでは|ドメインでは、SAML認証を利用できません/, refused: /応答を確認できませんでした/, foreign: /有効なユーザーがいない/, badXml: /メタデータを読み取れません/,
    disconnect: '接続を解除', disconnected: '接続を解除しました。', closed: /利用できません/, again: 'もう一度ログイン', history: /SAML.*127\.0\.0\.1/, none: '未接続', unproven: /ドメインの所有を確認できません/, unknownUsers: '登録されていないユーザーのログイン', create: '閲覧者として追加する', change: '変更する', viewer: '閲覧者', copy: 'ACS URL（応答URL）をコピー', failed: /ログインできませんでした/, trial: 'テストログインを実行',
  },
  en: {
    ...accountWords.en, login: 'Log in with SAML', email: /^Email address/, setting: 'SAML sign-in', connect: 'Connect', domains: /^Mail domains/, metadata: /^Metadata/,
    connected: 'The identity provider is connected.', active: 'Connected',
    unknown: /Anzen has no user/, noProvider: /not available for the domain/, refused: /could not be verified/, foreign: /No active user/, badXml: /could not be read/,
    disconnect: 'Disconnect', disconnected: 'The identity provider is disconnected.', closed: /not available/, again: 'Log in again', history: /SAML.*127\.0\.0\.1/, none: 'Not connected', unproven: /not proven to be yours/, unknownUsers: 'Logins of people who are no users yet', create: 'Add them as viewers', change: 'Change', viewer: 'Viewer', copy: 'Copy ACS URL (reply URL)', failed: /login failed/, trial: 'Run the test login',
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Begins a login and arrives at the test identity provider. */
async function toProvider(page: Page, w: Words, address: string): Promise<void> {
  await page.goto('/#/login')
  await page.getByRole('link', { name: w.login }).click()
  await expect(page.getByRole('heading', { name: w.login })).toBeVisible()
  await page.getByLabel(w.email).fill(address)
  await page.getByRole('button', { name: w.next }).click()
  await expect(page.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
}

/** Answers at the test identity provider, which asserts the address. */
async function assert(page: Page, address: string): Promise<void> {
  await page.getByLabel('Another address').fill(address)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Logs in by SAML; the provider asks once more where the person was new. */
async function logIn(page: Page, w: Words, address: string, isNew: boolean): Promise<void> {
  await toProvider(page, w, address)
  await assert(page, address)
  if (isNew) {
    await expect(page.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
    await assert(page, address)
  }
  await expect(page.getByRole('navigation', { name: w.navigation })).toBeVisible()
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale, ignoreHTTPSErrors: true })

    test('an administrator connects the identity provider, and users log in with it', async ({ page, browser, baseURL, request }) => {
      const faults = watch(page)
      const config = (await (await request.get('/config.json')).json()) as { oauthDomain: string }
      const metadata = await (await request.get(`https://${config.oauthDomain}/_local/idp/metadata`)).text()

      // What another run has proven is forgotten.
      await request.post('/_local/dns', { form: { remove: '_anzen.demo.example' } })
      await logInByForm(page, 'admin', language)
      await page.goto('/#/security/saml_setting')
      await expect(page.getByRole('heading', { name: w.setting, level: 1 })).toBeVisible()
      await expect(page.getByText(w.none)).toBeVisible()
      await expect(page.getByText(`https://${config.oauthDomain}/saml2/idpresponse`)).toBeVisible()
      await expect(page.getByRole('button', { name: w.copy })).toBeVisible()
      await expectAccessible(page)
      await picture(page, `saml-none-${language}`)

      // Every fault is shown at its field.
      await page.getByLabel(w.domains).fill('somewhere.example')
      await page.getByLabel(w.metadata).fill('<x/>')
      await page.getByRole('button', { name: w.connect, exact: true }).click()
      await expect(page.getByText(w.foreign)).toBeVisible()
      await expect(page.getByText(w.badXml)).toBeVisible()
      await picture(page, `saml-faults-${language}`)
      // A domain has to be proven by DNS.
      await page.getByLabel(w.domains).fill('demo.example')
      await page.getByLabel(w.metadata).fill(metadata)
      await page.getByRole('button', { name: w.connect, exact: true }).click()
      await expect(page.getByText(w.unproven)).toBeVisible()
      const proof = await page.getByText(/^anzen-domain-verification=/).textContent()
      await page.goto('/_local/dns')
      await page.getByLabel('Name').fill('_anzen.demo.example')
      await page.getByLabel('Value').fill(proof ?? '')
      await page.getByRole('button', { name: 'Add' }).click()
      await page.goto('/#/security/saml_setting')
      // What was typed is still there.
      await expect(page.getByLabel(w.metadata)).toHaveValue(/EntityDescriptor/)
      await page.getByLabel(w.metadata).fill('')
      await page.locator('input[type=file]').setInputFiles({ name: 'metadata.xml', mimeType: 'application/xml', buffer: Buffer.from(metadata) })
      await expect(page.getByLabel(w.metadata)).toHaveValue(/EntityDescriptor/)
      await page.getByRole('button', { name: w.connect, exact: true }).click()
      await expect(page.getByText(w.connected)).toBeVisible()
      await expect(page.getByText(w.active, { exact: true })).toBeVisible()
      await expectAccessible(page)
      await picture(page, `saml-active-${language}`)

      const context = await browser.newContext({ baseURL, locale: w.locale, ignoreHTTPSErrors: true })
      const other = await context.newPage()
      const otherFaults = watch(other)
      await other.goto('/#/saml/login?redirect=%2Fsubstances')
      await expectAccessible(other)
      await picture(other, `saml-login-${language}`)

      // A domain without a provider, an address that the company does not have, and an answer that was changed.
      await other.getByLabel(w.email).fill('someone@nowhere.example')
      await other.getByRole('button', { name: w.next }).click()
      await expect(other.getByRole('alert')).toContainText(w.noProvider)
      await expectAccessible(other)
      await toProvider(other, w, 'nobody@demo.example')
      await assert(other, 'nobody@demo.example')
      await expect(other.getByRole('alert')).toContainText(w.unknown)
      await picture(other, `saml-error-${language}`)
      await toProvider(other, w, 'viewer@demo.example')
      await other.getByLabel('Another address').fill('viewer@demo.example')
      await other.getByRole('button', { name: 'Sign in' }).click()
      await other.locator('input[name=SAMLResponse]').evaluate((field: HTMLInputElement) => {
        field.value = btoa(atob(field.value).replaceAll('viewer@demo.example', 'admin@demo.example'))
      })
      await other.getByRole('button', { name: 'Continue' }).click()
      await expect(other.getByRole('alert')).toContainText(w.refused)

      // Back in the browser after a login that was given up; a password still works then.
      await toProvider(other, w, 'viewer@demo.example')
      await other.goBack()
      await other.goto('/#/login')

      // Whoever is invited needs no password and no link: the provider says whose address it is.
      const invited = `saml-${language}-${Date.now()}@demo.example`
      expect(
        await page.evaluate(async ({ email, locale }) => {
          const token = localStorage.getItem(Object.keys(localStorage).find(key => key.endsWith('.idToken')) ?? '') ?? ''
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
          const me = (await (await fetch('/api/v1/users/me', { headers })).json()) as { company_id: string }
          const body = JSON.stringify({ email, first_name: 'Yuki', last_name: 'Mori', role_id: 0, locale })
          return (await fetch(`/api/v1/companies/${me.company_id}/users`, { method: 'POST', headers, body })).status
        }, { email: invited, locale: w.locale }),
      ).toBe(201)
      await logIn(other, w, invited, true)
      await expect(other).toHaveURL(/#\/sds\/(upload|index)/)
      await logOut(other, w)
      // Next time they are known, and are led to where they wanted.
      await other.goto('/#/saml/login?redirect=%2Fsubstances')
      await expect(other.getByRole('heading', { name: w.login })).toBeVisible()
      await other.getByLabel(w.email).fill(invited)
      await other.getByRole('button', { name: w.next }).click()
      await assert(other, invited)
      await expect(other).toHaveURL(/#\/substances/)
      await other.goto('/#/user')
      await expect(other.getByText(invited)).toBeVisible()
      await expect(other.getByRole('listitem').filter({ hasText: w.history }).first()).toBeVisible()
      await logOut(other, w)

      // An address that nobody followed cannot log anybody in.
      await other.goto('/?code=stolen&state=guessed')
      await expect(other.getByRole('alert')).toContainText(w.failed)

      // The administrator tests the connection, and stays logged in as before.
      await page.getByRole('button', { name: w.trial }).click()
      await assert(page, 'nobody@demo.example')
      await expect(page.getByRole('alert').filter({ hasText: w.unknown })).toBeVisible()
      await page.getByRole('button', { name: w.trial }).click()
      await assert(page, invited)
      await expect(page.getByRole('alert').filter({ hasText: invited })).toBeVisible()
      await expectAccessible(page)
      await picture(page, `saml-trial-${language}`)
      await page.goto('/#/user')
      await expect(page.getByText('admin@demo.example').first()).toBeVisible()
      await page.goto('/#/security/saml_setting')
      await expect(page.getByRole('alert').filter({ hasText: invited })).toHaveCount(0)

      // By the company's setting an unknown person becomes a viewer.
      await page.getByLabel(w.unknownUsers).click()
      await page.getByRole('option', { name: w.create }).click()
      await page.getByRole('button', { name: w.change, exact: true }).click()
      // The first notice may still be there.
      await expect(page.getByText(w.connected).last()).toBeVisible()
      const added = `new.person-${language}-${Date.now()}@demo.example`
      await toProvider(other, w, added)
      await assert(other, added)
      await expect(other.getByRole('heading', { name: 'Test identity provider' })).toBeVisible()
      await assert(other, added)
      // Their language is that of the administrator who made the setting.
      await expect(other.getByRole('navigation', { name: w.navigation })).toBeVisible()
      await other.goto('/#/user')
      await expect(other.getByText(added)).toBeVisible()
      await expect(other.getByText(w.viewer, { exact: true })).toBeVisible()

      await page.getByRole('button', { name: w.disconnect }).click()
      await picture(page, `saml-disconnect-${language}`)
      await page.getByRole('alertdialog').getByRole('button', { name: w.disconnect }).click()
      await expect(page.getByText(w.disconnected)).toBeVisible()
      await expect(page.getByText(w.none)).toBeVisible()
      expect([...faults, ...otherFaults]).toEqual([])
      await context.close()
    })
  })
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type Page, expect } from '@playwright/test'

/** The demo company's users; all have the same password. */
export type Demo = 'admin' | 'editor' | 'downloader' | 'viewer'

type Kept = { state: Awaited<ReturnType<BrowserContext['storageState']>>; until: number }

/** The sessions that tests of this worker have begun: a login through the form takes longer than many a test. */
const kept = new Map<Demo, Kept>()

/** A kept session is used for this long, in milliseconds: half of the time for which its token is valid. */
const useful = 7 * 60_000

/** Forgets the session of a user that tests have begun: a test ends it. */
export const forgetSession = (who: Demo) => kept.delete(who)

/** Logs in through the form as a user of the demo company, with a session of its own, and waits for the next screen. */
export async function logInByForm(page: Page, who: Demo, language = 'ja'): Promise<void> {
  await page.goto('/#/login')
  await page.locator('input[type=email]').fill(`${who}@demo.example`)
  await page.locator('input[type=password]').fill('Kumo-Tegami-58')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('header').getByRole('navigation')).toBeVisible()
  // The notice of the login would cover what the tests click.
  await page.getByRole('status').getByRole('button').first().click()
  await showLanguage(page, language)
}

/**
 * Opens a screen as a user of the demo company, in a session that other tests may have begun: a test that ends its
 * session logs in by the form. Without an address it is the screen that follows a login.
 */
export async function logInAs(page: Page, who: Demo, language = 'ja', address = '/login'): Promise<void> {
  const session = kept.get(who)
  if (session && session.until > Date.now()) {
    await page.context().setStorageState(session.state)
    await page.goto(`/#${address}`)
    await expect(page.locator('header').getByRole('navigation')).toBeVisible()
    await showLanguage(page, language)
    return
  }
  await logInByForm(page, who, language)
  kept.set(who, { state: await page.context().storageState(), until: Date.now() + useful })
  if (address !== '/login') await page.goto(`/#${address}`)
}

/** Gives a page the session of a user, without a screen: the first that it opens is opened directly, in Japanese. */
export async function giveSession(page: Page, browser: Browser, baseURL: string | undefined, who: Demo): Promise<void> {
  const other = await browser.newContext({ baseURL })
  const first = await other.newPage()
  await logInAs(first, who)
  // The account's language, which another test may have changed, arrives after the screen.
  await first.waitForLoadState('networkidle')
  await showLanguage(first, 'ja')
  await page.context().setStorageState(await other.storageState())
  await other.close()
}

/** The account's language takes precedence over the browser's, and other tests change it. */
export async function showLanguage(page: Page, language: string): Promise<void> {
  const lang = page.locator('html')
  if ((await lang.getAttribute('lang')) !== language) {
    const stored = page.waitForResponse(response => response.request().method() === 'PUT' && response.url().endsWith('/users/me/language'))
    await page.locator(`header [lang="${language}"]`).click()
    await stored
    // Away from the button, whose hint would stay.
    await page.mouse.move(0, 0)
  }
  await expect(lang).toHaveAttribute('lang', language)
}

/** A PDF from the analysis's test data. */
export const corpusPdf = (name: string) => new URL(`../../shared/reader/testdata/${name}`, import.meta.url).pathname

/** A PDF from the analysis's test data whose content no other file has: a comment follows its end. */
export const freshPdf = (name: string, as = name) => ({
  name: as,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([readFileSync(corpusPdf(name)), Buffer.from(`\n% ${randomUUID()}\n`)]),
})

/** Opens the list of analysed sheets, and the first of them by a click. */
export async function openFirstSheet(page: Page): Promise<void> {
  await page.goto('/#/sds/index?status_group=completed')
  // Until the list is there, the rows are those of the screen before.
  await expect(page.locator('main h1')).toHaveText(/^SDS(一覧| list)$/i)
  // The rows may be redrawn at the moment of the click, which then opens nothing.
  await expect(async () => {
    if (!page.url().includes('sheet=')) await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click({ timeout: 5_000 })
    await expect(page).toHaveURL(/sheet=/, { timeout: 2_000 })
  }).toPass()
}

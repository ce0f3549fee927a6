import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Page, expect } from '@playwright/test'

/** The demo company's users; all have the same password. */
export type Demo = 'admin' | 'editor' | 'downloader' | 'viewer'

/** Logs in as a user of the demo company, waits for the next screen and checks its language. */
export async function logInAs(page: Page, who: Demo, language = 'ja'): Promise<void> {
  await page.goto('/#/login')
  await page.locator('input[type=email]').fill(`${who}@demo.example`)
  await page.locator('input[type=password]').fill('Anzen-2026')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('header').getByRole('navigation')).toBeVisible()
  // The notice of the login would cover what the tests click.
  await page.getByRole('status').getByRole('button').first().click()
  // The account's language takes precedence over the browser's.
  const lang = page.locator('html')
  if ((await lang.getAttribute('lang')) !== language) await page.locator(`header [lang="${language}"]`).click()
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

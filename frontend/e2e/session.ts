import { type Page, expect } from '@playwright/test'

/** Who the local stack has from its start; all have the same password. */
export type Demo = 'admin' | 'editor' | 'downloader' | 'viewer'

/** Logs one of the demo company's people in, waits for the screen that follows and has it in the language. */
export async function logInAs(page: Page, who: Demo, language = 'ja'): Promise<void> {
  await page.goto('/#/login')
  await page.locator('input[type=email]').fill(`${who}@demo.example`)
  await page.locator('input[type=password]').fill('Anzen-2026')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('header').getByRole('navigation')).toBeVisible()
  // The notice of the login would lie over what the tests click.
  await page.getByRole('status').getByRole('button').first().click()
  // The account's language wins over the browser's.
  const lang = page.locator('html')
  if ((await lang.getAttribute('lang')) !== language) await page.locator(`header [lang="${language}"]`).click()
  await expect(lang).toHaveAttribute('lang', language)
}

/** A PDF of the corpus that is kept with the analysis. */
export const corpusPdf = (name: string) => new URL(`../../shared/reader/testdata/${name}`, import.meta.url).pathname

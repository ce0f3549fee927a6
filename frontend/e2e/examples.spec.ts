import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { test } from './test'

for (const locale of ['ja-JP', 'en-US']) {
  test.describe(locale, () => {
    test.use({ locale })

    test('every part of the kit is accessible in all its states, wide and narrow', async ({ page }) => {
      await page.goto('/#/examples')
      await expect(page.getByRole('heading', { level: 2, name: 'Keys' })).toBeVisible()
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      }
    })
  })
}

import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

/** Expects axe to find no violations on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Elements that fade in or out do not have their final colors yet.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  // pdf.js measures text on a canvas without size that it appends to the page.
  const { violations } = await new AxeBuilder({ page }).exclude('.hiddenCanvasElement').analyze()
  expect(violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

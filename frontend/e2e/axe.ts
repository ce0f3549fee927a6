import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

/** Expects the page as it is now to have nothing that axe objects to. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is fading in or out has not got its colours yet.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  // pdf.js measures letters on a canvas of no size that it hangs on the page.
  const { violations } = await new AxeBuilder({ page }).exclude('.hiddenCanvasElement').analyze()
  expect(violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

/** Expects axe to find no violations on the page at rest. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour between those of two states, which a transition that begins meanwhile shows, is none of the page at rest: what
  // axe finds must be found again.
  await expect(async () => {
    await transitionsEnd(page)
    // pdf.js measures text on a canvas without size that it appends to the page.
    const axe = new AxeBuilder({ page }).exclude('.hiddenCanvasElement')
    // A menu is attached to the body, outside of the page's landmarks.
    if ((await page.getByRole('menu').count()) > 0) axe.disableRules(['region'])
    const { violations } = await axe.analyze()
    expect(violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)).toEqual([])
  }).toPass({ timeout: 300_000 })
}

/** Waits until elements that fade or move have their final colours and places. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = () => document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
    for (let now = passing(); now.length > 0; now = passing()) await Promise.allSettled(now.map(({ finished }) => finished))
  })
}

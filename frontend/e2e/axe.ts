import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { type Page, expect } from '@playwright/test'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** The program that runs in the page: minified, it is compiled in three quarters of the time. */
const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Expects axe to find no violations on the page at rest, by its usual rules and one that is off by default: who speaks
 * to the browser says what is on a button.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour between those of two states, which a transition that begins meanwhile shows, is none of the page at rest: what
  // axe finds must be found again.
  await expect(async () => {
    await transitionsEnd(page)
    expect(await violations(page)).toEqual([])
  }).toPass({ timeout: 300_000 })
}

/** What axe finds on the page. It stays in the document for the next time: loading it takes longer than a small screen's check. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(program)
  const skipped: string[] = []
  // A menu is attached to the body, outside of the page's landmarks.
  if ((await page.getByRole('menu').count()) > 0) skipped.push('region')
  // The colours are the same in both languages, and measuring them takes half of the time: they are measured in Japanese.
  if ((await page.locator('html').getAttribute('lang')) === 'en') skipped.push('color-contrast')
  const switched = (names: readonly string[], enabled: boolean) => names.map(rule => [rule, { enabled }] as const)
  const rules = Object.fromEntries([...switched(['label-content-name-mismatch'], true), ...switched(skipped, false)])
  const options: RunOptions = { resultTypes: ['violations'], rules }
  return page.evaluate(async options => {
    // pdf.js measures text on a canvas without size that it appends to the page.
    const found = await window.axe?.run({ exclude: ['.hiddenCanvasElement'] }, options)
    if (!found) throw new Error('axe is not loaded')
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, options)
}

/** Waits until elements that fade or move have their final colours and places. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = () => document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity)
    for (let now = passing(); now.length > 0; now = passing()) await Promise.allSettled(now.map(({ finished }) => finished))
  })
}

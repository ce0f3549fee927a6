import { type Page, expect } from '@playwright/test'
import { logInAs, openFirstSheet } from './session'
import { test } from './test'

interface Move {
  node: string
  from: number
  to: number
}

declare global {
  interface Window {
    moves: Move[]
  }
}

/** Notes what moves within a page though nothing was pressed, if it can be pressed (Layout Instability API). */
function noteMoves(): void {
  interface Source {
    node: Node | null
    previousRect: DOMRectReadOnly
    currentRect: DOMRectReadOnly
  }
  window.moves = []
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; sources: Source[] })[]) {
      if (entry.hadRecentInput) continue
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof HTMLElement ? node : node?.parentElement
        if (!element || !(element.matches('a,button,input') || element.querySelector('a,button,input'))) continue
        if (Math.abs(previousRect.y - currentRect.y) > 1) window.moves.push({ node: element.innerText.slice(0, 60), from: previousRect.y, to: currentRect.y })
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Answers of the API arrive one after the other, in another order at each screen. */
async function arriveSlowly(page: Page): Promise<void> {
  let seed = 7
  await page.route('**/api/v1/**', async route => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    await new Promise(resolve => setTimeout(resolve, (seed % 8) * 60))
    await route.continue().catch(() => undefined)
  })
}

const screens = ['/user', '/company/departments', '/company/tags', '/security/ip_address_restriction', '/security/scim', '/dynamic/list', '/duties', '/sds/index', '/home']

test.beforeEach(({ page }) => page.addInitScript(noteMoves))

for (const width of [1440, 390]) {
  test(`what can be pressed stays where it is while answers arrive, at ${width} px`, async ({ page }) => {
    await logInAs(page, 'admin')
    await page.goto('/#/dynamic/list')
    const checklist = await page.locator('main a[href*="/dynamic/"]').first().getAttribute('href')
    await page.setViewportSize({ width: 1440, height: 900 })
    await openFirstSheet(page)
    const sheet = new URL(page.url()).hash
    await arriveSlowly(page)
    for (const path of [...screens.map(path => `#${path}`), checklist!, sheet]) {
      await page.goto('about:blank')
      // The sections of a sheet that are out of sight are drawn later.
      await page.setViewportSize({ width, height: path === sheet ? 900 : 1600 })
      await page.goto(`/${path}`)
      await expect(path === sheet ? page.getByRole('dialog').getByRole('textbox', { name: '備考' }) : page.locator('main h1')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      expect.soft(await page.evaluate(() => window.moves), path).toEqual([])
    }
  })
}

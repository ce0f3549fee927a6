import { type Page, test } from '@playwright/test'
import { screens } from '../src/app/screens.ts'
import { logInAs } from '../e2e/session.ts'

const folder = new URL('../../.local/tour/', import.meta.url).pathname
const languages = { ja: 'ja-JP', en: 'en-US' } as const
const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const

/** A state of a screen beyond the one that its address shows. */
interface Scene {
  name: string
  at: string
  /** Brings the screen into the state; selectors are free of texts, so that both languages share them. */
  set?: (page: Page) => Promise<unknown>
}

const firstSheet = async (page: Page) => {
  const id = await page.evaluate(async () => {
    const keys = Object.keys(localStorage)
    const token = localStorage.getItem(keys.find(name => name.endsWith('.idToken')) ?? '') ?? ''
    const { company_id: company } = (await (await fetch('/api/v1/users/me', { headers: { Authorization: `Bearer ${token}` } })).json()) as { company_id: string }
    const answer = await fetch(`/api/v1/companies/${company}/sdses?status_group=completed&limit=1`, { headers: { Authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { items: { id: string }[] }).items[0]?.id ?? ''
  })
  await page.goto(`/#/sds/index?sheet=${id}`)
  await page.getByRole('dialog').getByRole('tablist').waitFor()
}

const scenes: readonly Scene[] = [
  ...screens.filter(({ audience, below = '' }) => audience === 'loggedIn' && !below.startsWith('/:') ).map(({ name, path }) => ({ name, at: path })),
  ...screens.filter(({ audience, below = '' }) => audience === 'loggedIn' && below.endsWith('?')).map(({ name, path }) => ({ name, at: path })),
  { name: 'checklist', at: '/dynamic/list', set: page => page.locator('main a[href*="/dynamic/list/"]').first().click({ timeout: 10_000 }).catch(() => undefined) },
  { name: 'sheet', at: '/sds/index', set: firstSheet },
  ...(['pdf', 'laws', 'versions', 'history'] as const).map(tab => ({
    name: `sheet-${tab}`,
    at: '/sds/index',
    set: async (page: Page) => {
      await firstSheet(page)
      await page.evaluate(to => (window.location.hash += `&tab=${to}`), tab)
    },
  })),
  { name: 'sdsList-selected', at: '/sds/index', set: page => page.locator('main :is(tbody, ul) input[type=checkbox]').first().check({ force: true, timeout: 5_000 }).catch(() => undefined) },
  { name: 'palette', at: '/home', set: page => page.keyboard.press('Control+k') },
  { name: 'shortcuts', at: '/home', set: page => page.keyboard.press('?') },
]

/** Nothing is being loaded, and nothing moves. */
async function rest(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined)
  await page.locator(':is(main, [role=dialog]) [role=progressbar]').first().waitFor({ state: 'detached', timeout: 10_000 }).catch(() => undefined)
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished)))
}

async function picture(page: Page, name: string) {
  await rest(page)
  await page.screenshot({ path: `${folder}${name}.png` })
}

for (const [language, locale] of Object.entries(languages)) {
  for (const [width, viewport] of Object.entries(sizes)) {
    test.describe(`${language} ${width}`, () => {
      test.use({ locale, viewport })

      test('without a login', async ({ page }) => {
        for (const { name, path } of screens.filter(({ audience }) => audience !== 'loggedIn')) {
          await page.goto(`/#${path}`)
          // Without it the former screen would stay until this one is loaded.
          await page.reload()
          await page.locator('main h1').waitFor()
          await picture(page, `${name}-${language}-${width}`)
        }
      })

      test('with a login', async ({ page }) => {
        await page.setViewportSize(sizes[1440])
        await logInAs(page, 'admin', language)
        await page.setViewportSize(viewport)
        for (const { name, at, set } of scenes) {
          await page.goto(`/#${at}`)
          await page.reload()
          await page.locator('main h1').waitFor()
          await set?.(page)
          await picture(page, `${name}-${language}-${width}`)
        }
      })
    })
  }
}

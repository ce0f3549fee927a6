import { type Page, expect } from '@playwright/test'
import { giveSession, openFirstSheet } from './session'
import { test } from './test'

/** Holds back the part that draws everything until the returned function is called; the first script runs without it. */
async function holdDrawing(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route(/\/static\/core-.*\.js$/, async route => {
    await held
    await route.continue()
  })
  return release
}

/** The requests to the API, by path and query. */
function apiRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v1/')) seen.push(pathname + search)
  })
  return seen
}

const times = (seen: readonly string[], pattern: RegExp) => seen.filter(path => pattern.test(path)).length

const list = /\/sdses\?page=1&limit=50$/
const title = (page: Page, name = 'SDS一覧') => page.getByRole('heading', { level: 1, name })

test.beforeEach(async ({ page, browser, baseURL }) => giveSession(page, browser, baseURL, 'viewer'))

test('the list is requested, and its frame shown, before the scripts that draw it are there', async ({ page }) => {
  const draw = await holdDrawing(page)
  const seen = apiRequests(page)
  await page.goto('/#/sds/index', { waitUntil: 'commit' })
  await expect(page.locator('#start-title')).toHaveText('SDS一覧')
  await expect(page.locator('#start-search')).toBeVisible()
  await expect.poll(() => times(seen, list)).toBe(1)
  await expect.poll(() => times(seen, /\/users\/me$/)).toBe(1)
  draw()
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await expect(title(page)).toBeVisible()
  await expect(page.locator('#start')).toHaveCount(0)
  // What was asked for early is not asked for again.
  for (const path of [list, /\/users\/me$/, /\/departments$/, /\/tags$/]) expect(times(seen, path)).toBe(1)
})

test('a sheet opened by its address comes before the list behind it, which is there when the sheet is closed', async ({ page }) => {
  await openFirstSheet(page)
  const seen = apiRequests(page)
  await page.goto('about:blank')
  await page.goBack()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect.poll(() => times(seen, /\/sdses\?/)).toBe(1)
  const [sheet, behind] = [/\/sdses\/[^/?]+$/, /\/sdses\?/].map(pattern => seen.findIndex(path => pattern.test(path)))
  expect(sheet).toBeLessThan(behind!)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
})

test('a refused early request ends the session', async ({ page }) => {
  await page.route('**/api/v1/users/me', route => route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"session.revoked","detail":"x"}' }))
  await page.goto('/#/sds/index')
  await expect(title(page, 'ログイン')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter(name => name.endsWith('.idToken')))).toEqual([])
})

test('with an expired token nothing is sent with it', async ({ page }) => {
  await page.goto('/favicon.svg')
  await page.evaluate(() => {
    const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
    for (const name of Object.keys(localStorage)) {
      if (name.endsWith('.idToken') || name.endsWith('.accessToken')) localStorage.setItem(name, `${encode({ alg: 'RS256' })}.${encode({ exp: 1 })}.x`)
      if (name.endsWith('.refreshToken')) localStorage.setItem(name, 'of-a-session-that-has-ended')
    }
  })
  const seen = apiRequests(page)
  await page.goto('/#/sds/index')
  await expect(title(page, 'ログイン')).toBeVisible()
  expect(seen.filter(path => !path.includes('/sign-out'))).toEqual([])
})

test('after signing out in another tab meanwhile, nothing that was requested early is shown', async ({ page }) => {
  const draw = await holdDrawing(page)
  const seen = apiRequests(page)
  await page.goto('/#/sds/index', { waitUntil: 'commit' })
  await expect.poll(() => times(seen, list)).toBe(1)
  await page.evaluate(() => localStorage.clear())
  draw()
  await expect(title(page, 'ログイン')).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
})

test('without an answer of the API the start reports it, and a retry works', async ({ page }) => {
  let reachable = false
  await page.route('**/api/v1/**', route => (reachable ? route.continue() : route.abort('connectionrefused')))
  await page.goto('/#/sds/index')
  await expect(page.getByRole('button', { name: /再試行|再読み込み/ }).first()).toBeVisible()
  reachable = true
  await page.getByRole('button', { name: /再試行|再読み込み/ }).first().click()
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
})

test('when the scripts cannot be loaded, the page says so', async ({ page }) => {
  await page.route(/\/static\/core-.*\.js$/, route => route.abort('connectionrefused'))
  await page.goto('/#/sds/index')
  await expect(page.getByText('読み込めませんでした。')).toBeVisible()
})

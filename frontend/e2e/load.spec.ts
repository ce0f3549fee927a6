import { gzipSync } from 'node:zlib'
import { type Browser, type Page, expect } from '@playwright/test'
import { giveSession, logInAs, openFirstSheet } from './session'
import { test } from './test'

/**
 * The limits of the JavaScript (and the texts, which are JavaScript too) that a screen needs before it
 * stands, in bytes of gzip, opened directly: a hundredth above what it is, so that a part that arrives too
 * early fails, and not a text more.
 */
const limits = [
  { name: 'the login', route: '/#/login', signedIn: false, limit: 165_000 },
  { name: 'the sign-up', route: '/#/signup', signedIn: false, limit: 298_000 },
  { name: 'the list', route: '/#/sds/index', signedIn: true, limit: 320_000 },
  { name: 'the checklists', route: '/#/dynamic/list', signedIn: true, limit: 303_000 },
] as const

/** Users who save data load nothing ahead: what arrives is what the screen needs. */
const saveData = (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/** The scripts that arrive until the page is at rest, with their sizes in gzip. */
async function scriptsOf(page: Page, open: () => Promise<unknown>, standing = page.getByRole('main').getByRole('heading', { level: 1 })): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const read: Promise<unknown>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'script' || !response.ok()) return
    read.push(response.body().then(body => sizes.set(new URL(response.url()).pathname, gzipSync(body).length)))
  })
  await open()
  await expect(standing).toBeVisible()
  await page.waitForLoadState('networkidle')
  await Promise.all(read)
  return sizes
}

function expectAtMost(limit: number, sizes: Map<string, number>): void {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const listed = [...sizes].sort(([, a], [, b]) => b - a).map(([path, size]) => `${(size / 1000).toFixed(1).padStart(7)} kB ${path}`)
  test.info().annotations.push({ type: 'JavaScript', description: `${(total / 1000).toFixed(1)} kB in ${sizes.size} files` })
  expect(total, listed.join('\n')).toBeLessThanOrEqual(limit)
}

/** The address of a sheet that the demo company has. */
async function addressOfSheet(browser: Browser, baseURL: string | undefined): Promise<string> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await logInAs(page, 'viewer')
  await openFirstSheet(page)
  const { hash } = new URL(page.url())
  await context.close()
  return `/${hash}`
}

for (const { name, route, signedIn, limit } of limits) {
  test(`${name} loads no more than ${limit / 1000} kB of JavaScript`, async ({ page, browser, baseURL }) => {
    await saveData(page)
    if (signedIn) await giveSession(page, browser, baseURL, 'viewer')
    expectAtMost(limit, await scriptsOf(page, () => page.goto(route)))
  })
}

test('a sheet on a narrow screen, which shows neither its PDF nor the list, loads no more than 313 kB of JavaScript', async ({ page, browser, baseURL }) => {
  const address = await addressOfSheet(browser, baseURL)
  await saveData(page)
  await giveSession(page, browser, baseURL, 'viewer')
  await page.setViewportSize({ width: 390, height: 844 })
  const value = page.getByRole('dialog').getByRole('button', { name: /^製品名：/ })
  expectAtMost(313_000, await scriptsOf(page, () => page.goto(address), value))
})

test('the login loads the texts of other screens only with them', async ({ page }) => {
  await saveData(page)
  const sizes = await scriptsOf(page, () => page.goto('/#/login'))
  const areas = [...sizes.keys()].map(path => /\/static\/([a-z]+)-[^/]+\.js$/.exec(path)?.[1])
  for (const area of ['sheets', 'checklists', 'laws', 'sds', 'company', 'public']) expect(areas).not.toContain(area)
  await page.getByRole('link', { name: '利用規約' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeFocused()
})

test('what is probably needed next is loaded once the line is idle', async ({ page }) => {
  await page.goto('/#/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  /** How long nothing had arrived when it was asked for, in milliseconds; undefined before. What it needs is asked for with it. */
  const idleFor = () =>
    page.evaluate(() => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const asked = all.find(({ name }) => name.includes('/signIn-'))?.startTime
      return asked && asked - Math.max(...all.filter(({ startTime }) => startTime < asked - 200).map(({ responseEnd }) => responseEnd))
    })
  await expect.poll(idleFor).toBeGreaterThanOrEqual(1_500)
})

import { type Page, expect, test } from '@playwright/test'
import { logInAs } from '../e2e/session.ts'

/** The times in milliseconds that people may wait, from the press to the picture. */
const limits = { filter: 300, search: 300, sort: 300, page: 300, sheet: 200, pdf: 600, interaction: 100 } as const
type Kind = keyof typeof limits

const seen = Object.fromEntries(Object.keys(limits).map(kind => [kind, [] as number[]])) as Record<Kind, number[]>

/** The value below which a share of the values lies. */
const percentile = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN

/** What a press leads to. */
type Shown = 'list' | 'sheet' | 'pdf'

/** A press that shows nothing new after so many milliseconds never will. */
const longest = 15_000

/** Measures the time from the next press of a key or a button to the frame that shows its effect. */
async function measure(page: Page, kinds: Partial<Record<Kind, Shown>>, press: () => Promise<unknown>) {
  await page.waitForLoadState('networkidle')
  const times = await page.evaluateHandle(({ kinds, longest }) => {
    const body = () => document.querySelector('table[role=grid] tbody')?.textContent
    const before = body()
    const shown = {
      list: () => document.querySelector('table[role=grid]')?.getAttribute('aria-busy') !== 'true' && body() !== before,
      sheet: () => document.querySelector('[role=dialog] [role=tabpanel] h3') !== null,
      pdf: () => [...document.querySelectorAll('[role=dialog] canvas')].some(canvas => (canvas as HTMLCanvasElement).width !== 300),
    }
    let start: number | undefined
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, ({ timeStamp }) => (start = timeStamp), { capture: true })
    const painted = (is: () => boolean) =>
      new Promise<number>(resolve => {
        const look = () => {
          if (start !== undefined && is()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - (start ?? 0))))
          else if (start !== undefined && performance.now() - start > longest) resolve(Infinity)
          else requestAnimationFrame(look)
        }
        look()
      })
    return { done: Promise.all(Object.entries(kinds).map(async ([kind, what]) => [kind, await painted(shown[what])] as const)) }
  }, { kinds, longest })
  await press()
  for (const [kind, time] of await times.evaluate(({ done }) => done)) {
    seen[kind as Kind].push(time)
    expect(time, `${kind} shows nothing new`).toBeLessThan(longest)
  }
}

/** Collects how long the page takes from each press to the next frame. */
const watchInteractions = (page: Page) =>
  page.addInitScript(() => {
    const found = new Map<number, number>()
    Object.assign(window, { interactions: found })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) found.set(entry.interactionId, Math.max(found.get(entry.interactionId) ?? 0, entry.duration))
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })

async function keepInteractions(page: Page) {
  await page.waitForTimeout(500)
  seen.interaction.push(...(await page.evaluate(() => [...(window as unknown as { interactions: Map<number, number> }).interactions.values()])))
}

const rows = (page: Page) => page.locator('table[role=grid] tbody tr:not([aria-hidden])')

test.setTimeout(600_000)

test('filters, sheets and PDFs of a large company', async ({ page }) => {
  await watchInteractions(page)
  await logInAs(page, 'admin', 'ja', '/sds/index')
  await page.reload()
  await expect(rows(page).nth(5)).toBeVisible()
  process.stdout.write(`${await page.getByRole('main').getByText(/\d件/).first().innerText()}\n`)

  await page.getByRole('button', { name: /^絞り込み/ }).click()
  const panel = page.getByRole('dialog', { name: '絞り込み条件' })
  for (const word of ['危険', '警告', '危険', '警告', '危険', '警告', '危険', '警告', '危険', '警告']) {
    await panel.getByRole('combobox', { name: '注意喚起語' }).click()
    await measure(page, { filter: 'list' }, () => page.getByRole('option', { name: word }).click())
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  const search = page.getByRole('textbox', { name: 'SDSを検索' })
  for (const text of ['アセトン', '108-88-3', '塗料', '7664-93-9', 'エタノール']) {
    await search.fill(text)
    await measure(page, { search: 'list' }, () => search.press('Enter'))
  }
  await search.fill('')
  await search.press('Enter')
  await page.waitForLoadState('networkidle')

  for (let i = 0; i < 3; i++) for (const heading of await page.locator('table[role=grid] thead button, table[role=grid] thead [role=button]').all()) await measure(page, { sort: 'list' }, () => heading.click())
  for (let i = 0; i < 5; i++) await measure(page, { page: 'list' }, () => page.getByRole('button', { name: /次のページ/ }).click())

  // The sample sheets have PDFs: they were registered last.
  await page.goto('/#/sds/index')
  await page.reload()
  await expect(rows(page).nth(11)).toBeVisible()
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 10; i++) {
      await rows(page).nth(i).scrollIntoViewIfNeeded()
      await measure(page, { sheet: 'sheet', pdf: 'pdf' }, () => rows(page).nth(i).locator('td').nth(6).click())
      for (let n = 0; n < 3; n++) await page.keyboard.press('j')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  for (let i = 0; i < 10; i++) await page.keyboard.press('j')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('toluene')
  await page.keyboard.press('Escape')
  await keepInteractions(page)
})

test.afterAll(() => {
  for (const [kind, times] of Object.entries(seen) as [Kind, number[]][]) {
    const figures = [0.5, 0.75, 0.95].map(share => `p${share * 100} ${percentile(times, share).toFixed(0).padStart(5)}`)
    process.stdout.write(`${kind.padEnd(12)} ${String(times.length).padStart(4)} times  ${figures.join('  ')}  limit ${limits[kind]} ms\n`)
  }
})

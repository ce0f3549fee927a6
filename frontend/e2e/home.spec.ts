import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', home: 'ホーム', logo: 'Anzen：ホーム', completed: /^解析完了/, list: 'SDS一覧', palette: '検索・コマンド', jobs: '処理状況', jobsWord: '処理', help: 'キーボードショートカット', nothing: '該当するものがありません', close: '閉じる' },
  en: { locale: 'en-US', home: 'Home', logo: 'Anzen: home', completed: /^Completed/, list: 'SDS list', palette: 'Search and commands', jobs: 'Jobs', jobsWord: 'job', help: 'Keyboard shortcuts', nothing: 'Nothing found', close: 'Close' },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('the logo leads to the start page, and its numbers to the sheets that they count', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'viewer', language)
      await page.getByRole('link', { name: w.logo }).click()
      await expect(page.getByRole('heading', { level: 1, name: w.home })).toBeFocused()
      const figure = page.getByRole('main').getByRole('link', { name: w.completed })
      await expect(figure).toBeVisible()
      await expectAccessible(page)
      const count = Number(/(\d+)$/.exec((await figure.textContent()) ?? '')?.[1])
      expect(count).toBeGreaterThan(0)
      await figure.click()
      await expect(page).toHaveURL(/status_group=completed/)
      await expect(page.getByRole('heading', { level: 1, name: w.list })).toBeVisible()
      await expect(page.getByText(new RegExp(`(^|\\D)${count}(件| )`)).first()).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/#/home')
      await expect(figure).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expect(faults).toEqual([])
    })

    test('the command palette opens screens and sheets by keys alone; ? shows the keys', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'viewer', language)
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: w.palette })
      const field = palette.getByRole('combobox')
      await expect(field).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.type(w.jobsWord)
      await expect(palette.getByRole('option', { name: w.jobs })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(palette).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1, name: w.jobs })).toBeVisible()

      // A sheet is found by what the list's search finds, and opened over the list.
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await page.keyboard.type('K-060')
      const sheet = palette.getByRole('option').first()
      await expect(sheet).toContainText('クロラサニ12')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/sds\/index\?sheet=/)
      const drawer = page.getByRole('dialog').first()
      await expect(drawer.getByRole('tablist')).toBeVisible()

      // Over an open sheet as well.
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await page.keyboard.type('zzzzzz')
      await expect(palette.getByText(w.nothing)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: w.help })
      await expect(help).toBeVisible()
      await expectAccessible(page)
      await help.getByRole('button', { name: w.close }).click()
      await expect(help).toHaveCount(0)
      expect(faults).toEqual([])
    })
  })
}

test('c confirms a value and goes on to the next one to review', async ({ page }) => {
  await logInAs(page, 'admin', 'ja', '/sds/index?text=GX-7')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: words.ja.palette }).getByRole('combobox').fill('GX-7')
  await expect(page.getByRole('option').first()).toContainText('シンセクールGX-7')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByRole('tablist')).toBeVisible()
  await page.keyboard.press('n')
  const active = drawer.locator('[aria-current="true"][id^="field-"]')
  await expect(active).toBeFocused()
  const first = await active.getAttribute('id')
  await page.keyboard.press('c')
  await expect(active).toBeFocused()
  expect(await active.getAttribute('id')).not.toBe(first)
})

test('notices cover neither the menu nor the toolbar of a PDF', async ({ page }) => {
  await logInAs(page, 'downloader')
  // An unreachable server is reported for as long as it is.
  await page.route('**/api/v1/**/jobs**', route => route.abort())
  await page.goto('/#/jobs')
  const notice = page.locator('.notices [role=alert]')
  await expect(notice).toBeVisible()
  // Whatever is clicked is not covered: a covered button would not receive the click.
  await page.getByRole('button', { name: /アカウントメニュー/ }).click()
  await page.getByRole('menuitem', { name: 'マイページ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'マイページ' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: words.ja.palette }).getByRole('combobox').fill('K-060')
  await expect(page.getByRole('option').first()).toContainText('クロラサニ12')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').first().getByRole('toolbar').getByRole('button', { disabled: false }).last().hover()
  await page.getByRole('dialog').first().getByRole('button', { name: '次のページ' }).click()
})

import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { freshPdf, logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', list: 'SDS一覧', search: 'SDSを検索', filter: /^絞り込み/, panel: '絞り込み条件', danger: '危険', signal: '注意喚起語', chip: '注意喚起語：危険を解除',
    noMatch: '条件に合うSDSがありません', clear: '条件をすべて解除', errors: '要対応SDS', broken: /PDFが破損/, reanalyse: /を再解析$/, resolve: /の差し替え・条件指定$/, submit: '再解析する', requested: '再解析を依頼しました。',
    register: '1件を登録する', finished: /^1件のSDSを登録しました/, close: '閉じる',
  },
  en: {
    locale: 'en-US', list: 'SDS list', search: 'Search SDSs', filter: /^Filter/, panel: 'Filters', danger: 'Danger', signal: 'Signal word', chip: 'Remove Signal word: Danger',
    noMatch: 'No SDS fits these filters', clear: 'Clear all', errors: 'Incomplete SDSs', broken: /damaged/, reanalyse: /^Analyze again: “.*”$/, resolve: /^Replace or specify/, submit: 'Analyze again', requested: 'Another analysis has been requested.',
    register: 'Register 1 file', finished: /^1 SDS is registered/, close: 'Close',
  },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('the list is searched, narrowed down and walked through by keys', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language, '/sds/index')
      const rows = page.getByRole('row')
      await expect(rows.nth(1)).toBeVisible()
      await expectAccessible(page)

      await page.keyboard.press('/')
      await expect(page.getByRole('textbox', { name: w.search })).toBeFocused()
      await page.keyboard.type('67-64-1')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/text=67-64-1/)
      await expect(rows.nth(1)).toContainText('67-64-1')

      await page.getByRole('button', { name: w.filter }).click()
      const panel = page.getByRole('dialog', { name: w.panel })
      await panel.getByRole('combobox', { name: w.signal }).click()
      await page.getByRole('option', { name: w.danger }).click()
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(page).toHaveURL(/signal_word=danger/)
      await page.reload()
      await expect(rows.nth(1)).toContainText('67-64-1')
      await page.getByRole('button', { name: w.chip }).click()
      await expect(page).not.toHaveURL(/signal_word/)

      await page.getByRole('textbox', { name: w.search }).fill('no such thing')
      await expect(page.getByText(w.noMatch)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: w.clear }).first().click()
      await expect(rows.nth(2)).toBeVisible()

      await page.keyboard.press('j')
      await page.keyboard.press('j')
      const focused = page.locator('[role=row]:focus')
      await expect(focused).toHaveCount(1)
      const name = await focused.getByRole('rowheader').innerText()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/sheet=/)
      await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toContainText(name.split('\n')[0] ?? '')
      await page.keyboard.press('Escape')
      await expect(page).not.toHaveURL(/sheet=/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      // The closed sheet is no step of Back, clearing was one.
      await page.goBack()
      await expect(page.getByRole('textbox', { name: w.search })).toHaveValue('no such thing')
      await page.goForward()
      await expect(page.getByRole('textbox', { name: w.search })).toHaveValue('')
      expect(faults).toEqual([])
    })

    test('a PDF that cannot be read is listed with the reason', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language)
      const name = `broken-${language}-${Date.now()}`
      await page.getByTestId('files').setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n${name} is cut off`) })
      await page.getByRole('button', { name: w.register }).click()
      await expect(page.getByText(w.finished)).toBeVisible()
      await page.goto('/#/sds/index/error')
      await expect(page.getByRole('heading', { level: 1, name: w.errors })).toBeVisible()
      const item = page.getByRole('row').filter({ hasText: name })
      await expect(item.getByText(w.broken)).toBeVisible()
      await expectAccessible(page)
      await item.getByRole('button', { name: w.reanalyse }).click()
      await page.getByRole('dialog').getByRole('button', { name: w.submit }).click()
      await expect(page.getByText(w.requested)).toBeVisible()
      // A whole PDF takes its place; the sheet leaves the list when it has been read.
      await item.getByRole('button', { name: w.resolve }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByTestId('replacement').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
      await expect(dialog.getByRole('alert')).toBeVisible()
      await expect(dialog.getByRole('button', { name: w.submit })).toBeDisabled()
      await dialog.getByTestId('replacement').setInputFiles(freshPdf('js-006.pdf'))
      await expect(dialog.getByText('js-006.pdf')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.submit }).click()
      await expect(item).toHaveCount(0)
      expect(faults).toEqual([])
    })
  })
}

test('the list fits a narrow screen', async ({ page }) => {
  await logInAs(page, 'viewer')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/#/sds/index', '/#/sds/index/error']) {
    await page.goto(path)
    // Whether there are incomplete sheets depends on other tests.
    await expect(page.getByRole('main').getByRole('listitem').or(page.getByText('要対応のSDSはありません', { exact: true })).first()).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})

test('on paper a list has all its rows and columns, and no controls', async ({ page }) => {
  await logInAs(page, 'viewer', 'ja', '/sds/index')
  await page.setViewportSize({ width: 1280, height: 480 })
  const last = page.getByRole('row').last()
  await expect(last).toBeVisible()
  const cut = () => page.getByRole('grid').evaluate(table => [table.parentElement!.scrollHeight - table.parentElement!.clientHeight, table.scrollWidth - table.parentElement!.clientWidth].some(more => more > 1))
  expect(await cut()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  // The width of the paper.
  await page.setViewportSize({ width: 1047, height: 480 })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(last).toBeVisible()
  expect(await cut()).toBe(false)
})

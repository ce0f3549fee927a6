import { readFileSync } from 'node:fs'
import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { corpusPdf, freshPdf, logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', who: 'admin', steps: '一覧での位置', laws: '法令', check: '法令チェック', many: 'まとめて確認', confirmed: /件の値を確認済みにしました。/, undo: '元に戻す', undone: /件の値を確認前に戻しました。/,
    attached: 'ファイルを添付しました。', files: '添付ファイル', deleteFile: /を削除$/, remove: '削除', deleted: 'ファイルを削除しました。', menu: 'その他の操作', print: '印刷', drop: 'SDSを削除', register: '1件を登録する', analysed: '解析完了', finished: /^1件のSDSを登録しました/, product: /^製品名：/, dropIt: '削除する', dropped: /」を削除しました。$/,
  },
  en: {
    locale: 'en-US', who: 'editor', steps: 'Place in the list', laws: 'Laws', check: 'Regulation check', many: 'Confirm many', confirmed: /values? (is|are) confirmed\./, undo: 'Undo', undone: /open for review again\./,
    attached: 'The file is attached.', files: 'Attachments', deleteFile: /^Delete .*\.pdf$/, remove: 'Delete', deleted: 'The file has been deleted.', menu: 'More actions', print: 'Print', drop: 'Delete the SDS', register: 'Register 1 file', analysed: 'Completed', finished: /^1 SDS is registered/, product: /^Product name:/, dropIt: 'Delete', dropped: /” has been deleted\.$/,
  },
} as const

const dialog = (page: Page) => page.getByRole('dialog').first()

/** Opens the first analyzed sheet of the list. */
async function openFirst(page: Page): Promise<void> {
  await page.goto('/#/sds/index?status_group=completed')
  await page.getByRole('row').nth(1).click()
  // Until it has loaded, the sheet has no name and no keys.
  await expect(page.getByRole('tab').first()).toBeVisible()
}

for (const [language, w] of Object.entries(words)) {
  test.describe(`a day's work on sheets, in ${language}`, () => {
    test.use({ locale: w.locale })

    test('leads from sheet to sheet in the same tab', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, w.who, language)
      await openFirst(page)
      const name = dialog(page).getByRole('heading', { level: 2 })
      const first = await name.textContent()
      const opened = page.url()
      await page.getByRole('tab', { name: w.laws, exact: true }).click()
      await expect(page.getByRole('region', { name: w.check })).toBeVisible()
      await expectAccessible(page)
      const steps = page.getByRole('group', { name: w.steps })
      await page.keyboard.press(']')
      await expect(steps).toContainText(/^2/)
      // Two sheets may have one name.
      expect(page.url()).not.toBe(opened)
      await expect(page.getByRole('tab', { name: w.laws, exact: true })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('[')
      await expect(name).toHaveText(first ?? '')
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(faults).toEqual([])
    })

    test('confirms many values at once and takes it back; attaches a file; prints; deletes', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, w.who, language, '/sds/upload')
      await page.getByTestId('files').setInputFiles(freshPdf('js-016.pdf'))
      await page.getByRole('button', { name: w.register }).click()
      await expect(page.getByText(w.finished)).toBeVisible()
      await page.goto('/#/sds/index?sort=-created_at')
      const row = page.getByRole('row').nth(1)
      await expect(row).toContainText('マルチベアグリース')
      await expect(row.getByText(w.analysed)).toBeVisible()
      await row.click()
      await expect(page.getByRole('tab').first()).toBeVisible()
      const product = page.getByRole('button', { name: w.product })
      await expect(product).toBeVisible()

      await page.getByRole('button', { name: w.many }).click()
      await expectAccessible(page)
      // The lowest confidence that some value has: that of most values.
      await page.getByRole('menuitem').last().click()
      await expect(page.getByText(w.confirmed)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: w.undo }).click()
      await expect(page.getByText(w.undone)).toBeVisible()

      await page.getByTestId('attachments').setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: readFileSync(corpusPdf('js-016.pdf')) })
      await expect(page.getByText(w.attached)).toBeVisible()
      const file = page.getByRole('list', { name: w.files }).getByRole('listitem').filter({ hasText: 'certificate.pdf' })
      await expect(file).toHaveCount(1)
      await file.getByRole('button', { name: w.deleteFile }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.remove, exact: true }).click()
      await expect(page.getByText(w.deleted)).toBeVisible()
      await expect(file).toHaveCount(0)

      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('[data-print] h1')).toBeVisible()
      await expect(page.locator('[data-print] h2')).toHaveCount(16)
      await expect(page.getByRole('button')).toHaveCount(0)
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: null })
      await expect(page.locator('[data-print]')).toHaveCount(0)

      await page.getByRole('button', { name: w.menu }).click()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: w.drop }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.dropIt, exact: true }).click()
      await expect(page.getByText(w.dropped)).toBeVisible()
      expect(faults).toEqual([])
    })
  })
}

test('a viewer learns why nothing can be changed, and is offered nothing', async ({ page }) => {
  await logInAs(page, 'viewer')
  await openFirst(page)
  await expect(page.getByText('閲覧権限のため、編集はできません。')).toBeVisible()
  await expect(page.getByRole('button', { name: words.ja.many })).toHaveCount(0)
  await page.getByRole('button', { name: words.ja.menu }).click()
  await expect(page.getByRole('menuitem')).toHaveText([words.ja.print])
  await expectAccessible(page)
})

test('on a narrow screen a sheet opened by its address is drawn alone, and the list behind it once the page is used', async ({ page }) => {
  const faults = watch(page)
  await logInAs(page, 'viewer')
  await openFirst(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const listed: string[] = []
  page.on('request', request => /\/sdses\?/.test(request.url()) && listed.push(request.url()))
  await page.reload()
  await expect(page.getByRole('button', { name: words.ja.product })).toBeVisible()
  // Every section is filled, one after the other.
  await expect(page.locator('#section-16 :is(.value, table, p)').first()).toBeAttached()
  const steps = page.getByRole('group', { name: words.ja.steps })
  expect(listed).toEqual([])
  await expect(steps).toHaveCount(0)
  await page.getByRole('button', { name: words.ja.product }).click()
  await expect(steps).toBeVisible()
  await page.getByRole('button', { name: '閉じる' }).first().click()
  await expect(page.getByRole('list', { name: 'SDS一覧', exact: true })).toBeVisible()
  expect(faults).toEqual([])
})

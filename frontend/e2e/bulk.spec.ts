import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', page: 'このページのすべての行を選択', bar: '選択した行の操作', tags: 'タグ', add: '追加', change: '変更する', changed: /のSDSを変更しました。$|の変更を開始しました。$/,
    remove: '削除', undo: '元に戻す', deleted: '1件のSDSを削除しました。', restored: '1件のSDSを元に戻しました。', views: '保存した条件', saveAs: '現在の条件に名前を付けて保存', name: '名前', save: '保存', saved: /を保存しました。$/,
    again: '再解析', start: '再解析する', started: '1件のSDSの再解析を開始しました。', ended: '1件のSDSの再解析が完了しました。', jobs: '処理状況', kind: 'SDSの一括再解析',
    manage: '保存した条件を管理', manageTitle: '保存した条件の管理', clear: '条件をすべて解除', csv: 'CSVで一括編集', csvTitle: 'CSVによる一括編集', wrong: '「棚」は一括編集で使用できない列です', erased: /^条件「.*」を削除しました。$/,
  },
  en: {
    locale: 'en-US', page: 'Select all rows on this page', bar: 'Actions on the selected rows', tags: 'Tags', add: 'Add', change: 'Change', changed: /(have|has) been changed\.$|has started\.$/,
    remove: 'Delete', undo: 'Undo', deleted: '1 SDS has been deleted.', restored: '1 SDS has been restored.', views: 'Saved filters', saveAs: 'Save the current filters as …', name: 'Name', save: 'Save', saved: /have been saved\.$/,
    again: 'Analyze again', start: 'Analyze again', started: 'Another analysis of 1 SDS has started.', ended: '1 SDS has been analyzed again.', jobs: 'Jobs', kind: 'Another analysis of SDSs',
    manage: 'Manage saved filters', manageTitle: 'Saved filters', clear: 'Clear all', csv: 'Edit by CSV', csvTitle: 'Edit SDSs by CSV', wrong: 'The column “棚” is not known', erased: /^The filters “.*” have been deleted\.$/,
  },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('selected sheets get a tag, and a deleted one comes back', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language, '/sds/index?page=99')
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      await expect(page).not.toHaveURL(/page=99/)
      await page.getByRole('checkbox', { name: w.page }).check()
      const bar = page.getByRole('toolbar', { name: w.bar })
      await expectAccessible(page)
      await bar.getByRole('button', { name: w.tags }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: w.add }).click()
      await page.getByRole('option').first().click()
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.change, exact: true }).click()
      await expect(page.getByText(w.changed)).toBeVisible()
      await expect(bar).toBeHidden()

      await page.goto('/#/sds/index?status_group=completed')
      await expect(page.getByRole('button', { name: w.clear })).toBeVisible()
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await bar.getByRole('button', { name: w.remove }).click()
      await expectAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: w.remove }).click()
      await expect(page.getByText(w.deleted)).toBeVisible()
      await page.getByRole('button', { name: w.undo }).click()
      await expect(page.getByText(w.restored)).toBeVisible()
      expect(faults).toEqual([])
    })

    test('a selected sheet is analysed again by a job, which the list of jobs shows', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language, '/sds/index?status_group=completed')
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByRole('toolbar', { name: w.bar }).getByRole('button', { name: w.again }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.start, exact: true }).click()
      await expect(page.getByText(w.started)).toBeVisible()
      await expect(page.getByText(w.ended)).toBeVisible()
      await page.goto('/#/jobs')
      await expect(page.getByRole('heading', { level: 1, name: w.jobs })).toBeVisible()
      await expect(page.getByText(w.kind).first()).toBeVisible()
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    test('filters are saved with a name and shown again', async ({ page }) => {
      const faults = watch(page)
      const name = `Anzen ${language} ${Date.now()}`
      await logInAs(page, 'viewer', language, '/sds/index?signal_word=danger&sort=name')
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      await page.getByRole('button', { name: w.views }).click()
      await page.getByRole('menuitem', { name: w.saveAs }).click()
      await page.getByRole('textbox', { name: w.name }).fill(name)
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: w.save }).click()
      await expect(page.getByText(w.saved)).toBeVisible()
      await page.getByRole('button', { name: w.clear }).first().click()
      await expect(page).not.toHaveURL(/signal_word/)
      await page.getByRole('button', { name: w.views }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await expect(page).toHaveURL(/signal_word=danger/)
      await page.getByRole('button', { name: w.views }).click()
      await page.getByRole('menuitem', { name: w.manage }).click()
      const dialog = page.getByRole('dialog', { name: w.manageTitle })
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: new RegExp(name) }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.remove, exact: true }).click()
      await expect(page.getByText(w.erased)).toBeVisible()
      await expect(dialog.getByRole('button', { name: new RegExp(name) })).toHaveCount(0)
      expect(faults).toEqual([])
    })

    test('a CSV is checked before it changes anything', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'editor', language, '/sds/index')
      await page.getByRole('button', { name: w.csv }).click()
      const dialog = page.getByRole('dialog', { name: w.csvTitle })
      await expectAccessible(page)
      await dialog.getByTestId('csv').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('SDS ID,棚\nx,1\n') })
      await expect(dialog.getByText(w.wrong)).toBeVisible()
      await expectAccessible(page)
      expect(faults).toEqual([])
    })
  })
}

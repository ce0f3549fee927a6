import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', title: 'チェックリスト', create: 'チェックリストを作成', next: '次へ', tree: '法令・区分', search: '法令・区分を検索', law: '消防法', name: /^タイトル/, found: '該当状況', submit: '作成する',
    results: 'チェック結果', proofs: /の判定の根拠$/, applies: '該当', note: 'メモ', save: '保存', saved: '判断を保存しました。', export: 'エクスポート', run: 'エクスポートする', place: '記載箇所を表示', remove: '削除', deleted: 'チェックリストを削除しました。', panel: '法令チェック', laws: '法令',
  },
  en: {
    locale: 'en-US', title: 'Checklists', create: 'Create a checklist', next: 'Next', tree: 'Laws and categories', search: 'Search laws and categories', law: 'Fire Service Act', name: /^Title/, found: 'Found', submit: 'Create',
    results: 'Results', proofs: /^Proofs of/, applies: 'Applies', note: 'Note', save: 'Save', saved: 'The judgment has been saved.', export: 'Export', run: 'Export', place: 'Show the place in the SDS', remove: 'Delete', deleted: 'The checklist has been deleted.', panel: 'Regulation check', laws: 'Laws',
  },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a checklist is made by laws, its results are reviewed and exported', async ({ page }) => {
      const faults = watch(page)
      const title = `Anzen ${language} ${Date.now()}`
      await logInAs(page, 'admin', language, '/dynamic/list')
      await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
      await page.getByRole('button', { name: w.create }).first().click()
      const dialog = page.getByRole('dialog')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.next }).click()

      const tree = dialog.getByRole('tree', { name: w.tree })
      await expect(tree).toBeVisible()
      await dialog.getByRole('searchbox', { name: w.search }).fill(w.law)
      await expect(tree.getByRole('treeitem').first()).toContainText(w.law)
      await tree.getByRole('treeitem').first().focus()
      await page.keyboard.press('Space')
      await expect(tree.getByRole('treeitem').first()).toBeChecked()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.next }).click()
      await dialog.getByRole('textbox', { name: w.name }).fill(title)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.next }).click()
      await expect(dialog.getByText(w.found, { exact: true })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.submit, exact: true }).click()

      await expect(page).toHaveURL(/#\/dynamic\/list\/[0-9a-f-]{36}/)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const row = page.getByRole('grid', { name: w.results }).getByRole('row').nth(1)
      await expect(row).toBeVisible()
      await expectAccessible(page)
      await row.getByRole('button', { name: w.proofs }).click()
      const judgement = page.getByRole('grid', { name: w.results }).getByRole('form')
      await judgement.getByRole('radio', { name: w.applies, exact: true }).check()
      await judgement.getByRole('textbox', { name: w.note }).fill(title)
      await judgement.getByRole('button', { name: w.save }).click()
      await expect(page.getByText(w.saved)).toBeVisible()
      await expect(row).toContainText(title)
      await expectAccessible(page)

      await page.getByRole('button', { name: w.export, exact: true }).click()
      await expectAccessible(page)
      const download = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: w.run, exact: true }).click()
      expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)

      await page.getByRole('button', { name: w.remove, exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.remove }).click()
      await expect(page.getByText(w.deleted)).toBeVisible()
      await expect(page).toHaveURL(/#\/dynamic\/list$/)
      expect(faults).toEqual([])
    })
  })
}

test('a reader follows a verdict to its place in the PDF, and the lists fit a narrow screen', async ({ page }) => {
  const w = words.ja
  const faults = watch(page)
  await logInAs(page, 'viewer', 'ja', '/sds/index?status_group=completed')
  await page.getByRole('row').nth(1).click()
  await page.getByRole('tab', { name: w.laws, exact: true }).click()
  const panel = page.getByRole('region', { name: w.panel })
  const classes = panel.getByRole('listitem').getByRole('button', { expanded: false })
  await classes.first().click()
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^\d+\. / }).first().click()
  await expect(page.getByTestId('source-frame').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.goto('/#/dynamic/list')
  await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
  await expect(page.getByRole('button', { name: w.create })).toHaveCount(0)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(faults).toEqual([])
})

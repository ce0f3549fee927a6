import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
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

/** Makes a checklist by the first law that a word finds, and leaves its page open. */
async function makeChecklist(page: Page, title: string): Promise<void> {
  const w = words.ja
  await logInAs(page, 'admin', 'ja', '/dynamic/list')
  await page.getByRole('button', { name: w.create }).first().click()
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: w.next })
  await next.click()
  await dialog.getByRole('searchbox', { name: w.search }).fill(w.law)
  await expect(dialog.getByRole('treeitem').first()).toContainText(w.law)
  await dialog.getByRole('treeitem').first().focus()
  await page.keyboard.press('Space')
  await next.click()
  await dialog.getByRole('textbox', { name: w.name }).fill(title)
  await next.click()
  await dialog.getByRole('button', { name: w.submit, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** The form of a result's review, opened. */
async function openReview(page: Page, at: number): Promise<Locator> {
  const grid = page.getByRole('grid', { name: words.ja.results })
  const button = grid.getByRole('button', { name: words.ja.proofs }).nth(at)
  const form = grid.getByRole('form', { name: (await button.getAttribute('aria-label'))!.replace('判定の根拠', '社内判断') })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  await expect(form).toBeVisible()
  return form
}

test('two people work on a checklist at the same time, and nothing is lost silently', async ({ page, browser, baseURL }) => {
  const w = words.ja
  const faults = watch(page)
  const title = `Anzen 2 ${Date.now()}`
  const [mine, theirs] = ['メモ1', 'メモ2'].map(text => `${text} ${title}`) as [string, string]
  await makeChecklist(page, title)
  const context = await browser.newContext({ baseURL, locale: w.locale })
  const other = await context.newPage()
  await logInAs(other, 'admin', 'ja', new URL(page.url()).hash.slice(1))
  const stale = page.getByText('ほかのユーザーが先に更新しました。最新の内容を確認してから、もう一度操作してください。')
  const rows = (of: Page) => of.getByRole('grid', { name: w.results }).getByRole('row')

  // A review of the same result: each keeps its input, and chooses.
  const review = await openReview(page, 0)
  await review.getByRole('textbox', { name: w.note }).fill(mine)
  const same = await openReview(other, 0)
  await same.getByRole('radio', { name: '保留' }).check()
  await same.getByRole('textbox', { name: w.note }).fill(theirs)
  await same.getByRole('button', { name: w.save }).click()
  await expect(other.getByText(w.saved)).toBeVisible()
  await review.getByRole('button', { name: w.save }).click()
  await expect(review.getByText(`メモ：ほかのユーザーが「${theirs}」に変更しました。`)).toBeVisible()
  await expect(review.getByRole('textbox', { name: w.note })).toHaveValue(mine)
  await review.getByRole('button', { name: 'メモ：自分の入力を残す' }).click()
  await review.getByRole('button', { name: w.save }).click()
  await expect(page.getByText(w.saved)).toBeVisible()
  await expect(rows(page).nth(1)).toContainText(mine)
  await expect(rows(page).nth(1)).toContainText('保留')

  // All at once: the one that was reviewed meanwhile stays as it is.
  for (const row of [rows(other).nth(1), rows(other).nth(3)]) await row.getByRole('checkbox').check()
  await other.getByRole('button', { name: 'まとめて判断' }).click()
  await other.getByRole('menuitem', { name: '非該当', exact: true }).click()
  await expect(other.getByText(/^1件に反映しました。ほかの1件は別のユーザーが先に更新または削除したため/)).toBeVisible()
  await expect(rows(other).nth(1)).toContainText(mine)

  // The second one has been judged meanwhile: it is not excluded before that is seen.
  await openReview(page, 1)
  await page.getByRole('button', { name: 'このリストから除外' }).nth(1).click()
  await expect(stale).toBeVisible()
  await expect(rows(page).nth(3)).toContainText('非該当')
  await page.getByRole('button', { name: 'このリストから除外' }).nth(1).click()
  await expect(page.getByText('チェックリストから除外しました。')).toBeVisible()

  // Nor is the checklist deleted before its new title is seen.
  await other.getByRole('button', { name: '編集', exact: true }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('button', { name: w.next }).click()
  await dialog.getByRole('textbox', { name: w.name }).fill(`${title} b`)
  await dialog.getByRole('button', { name: w.next }).click()
  await dialog.getByRole('button', { name: w.save, exact: true }).click()
  await expect(other.getByRole('heading', { level: 1, name: `${title} b` })).toBeVisible()
  const remove = async () => {
    await page.getByRole('button', { name: w.remove, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: w.remove }).click()
  }
  await remove()
  await expect(page.getByRole('heading', { level: 1, name: `${title} b` })).toBeVisible()
  await expect(stale.last()).toBeVisible()
  const late = await openReview(other, 0)
  await late.getByRole('textbox', { name: w.note }).fill(`${theirs} b`)
  await remove()
  await expect(page.getByText(w.deleted)).toBeVisible()

  // What is being typed is still there, though it cannot be saved.
  await late.getByRole('button', { name: w.save }).click()
  await expect(late.getByText('ほかのユーザーがこの項目を削除しました。入力内容は保存できません。')).toBeVisible()
  await expect(late.getByRole('textbox', { name: w.note })).toHaveValue(`${theirs} b`)
  await expectAccessible(other)
  await late.getByRole('button', { name: 'キャンセル' }).click()
  await expect(other.getByText('お探しのチェックリストは見つかりません')).toBeVisible()
  await context.close()
  expect(faults).toEqual([])
})

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

import { type Locator, type Page, expect } from '@playwright/test'
import { freshPdf, logInAs, showLanguage } from './session'
import { test } from './test'
import { watch } from './watch'

/** Whether something of the page has the focus, and shows it: never the page itself, nor what is out of sight. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nothing has the focus'
    const { width, height } = at.getBoundingClientRect()
    if (width === 0 || height === 0) return `${at.outerHTML.slice(0, 200)} has the focus, and no size`
    // The parts of a date show it themselves, in the input's own tree.
    return at.matches(':focus-visible, [type=date]') ? '' : `${at.outerHTML.slice(0, 200)} has the focus, and does not show it`
  })

/** Goes to a control by Tab alone, or back to it; on the way the focus is always to be seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 100): Promise<void> {
  await expect(target).toBeVisible()
  for (let i = 0; i < most; i++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
    await expect.poll(() => focusShows(page)).toBe('')
  }
  await expect(target).toBeFocused({ timeout: 1 })
}

/** Goes to a screen by its name, in the palette. */
async function goTo(page: Page, name: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '検索・コマンド' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: title, exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
}

test('files are registered, a sheet is found, edited, confirmed and saved, and the list exported, by the keyboard alone', async ({ page }) => {
  const faults = watch(page)
  const product = 'マルチベアグリース'
  await page.goto('/#/login')
  await tabTo(page, page.locator('input[type=email]'))
  await page.keyboard.type('admin@demo.example')
  await tabTo(page, page.locator('input[type=password]'))
  await page.keyboard.type('Kumo-Tegami-58')
  await page.keyboard.press('Enter')
  await expect(page.locator('header').getByRole('navigation')).toBeVisible()
  await showLanguage(page, 'ja')
  await expect(page.getByRole('heading', { level: 1, name: 'SDS登録' })).toBeVisible()

  // Registers two files.
  const pdfs = ['a.pdf', 'b.pdf'].map(name => freshPdf('js-016.pdf', name))
  await tabTo(page, page.getByRole('button', { name: 'ファイルを選択' }))
  // A browser that is too busy refuses to open the dialog of files, as if nobody had pressed a key.
  await expect(async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 10_000 }), page.keyboard.press('Enter')])
    await chooser.setFiles(pdfs)
  }).toPass()
  await tabTo(page, page.getByRole('button', { name: '2件を登録する' }))
  await page.keyboard.press('Enter')
  const files = page.getByRole('list', { name: '登録するファイル' })
  await expect(files.getByText('解析完了')).toHaveCount(2)
  await expect.poll(() => focusShows(page)).toBe('')

  // Finds a sheet among others, and edits and confirms values.
  await goTo(page, 'SDS一覧', 'SDS一覧')
  const rows = page.getByRole('row')
  await page.keyboard.press('/')
  await page.keyboard.type(product)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/text=/)
  await expect(rows.nth(2)).toContainText(product)
  await tabTo(page, page.getByRole('button', { name: /^絞り込み/ }))
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: '絞り込み' })
  await tabTo(page, panel.getByRole('combobox', { name: '解析状況' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('完了')
  await expect(page.getByRole('option', { name: '解析完了' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status_group=completed/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: /^絞り込み/ })).toBeFocused()

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { level: 2 })).toContainText(product)
  await tabTo(page, sheet.getByRole('button', { name: /^供給者名：/ }))
  await page.keyboard.press('e')
  await expect(sheet.getByRole('textbox', { name: '供給者名', exact: true })).toBeFocused()
  const supplier = `Anzen ${Date.now()}`
  await page.keyboard.press('Control+a')
  await page.keyboard.type(supplier)
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('button', { name: /^供給者名：/ })).toHaveAccessibleName(new RegExp(supplier))
  await expect(sheet.getByRole('button', { name: /^供給者名：/ })).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await expect.poll(() => focusShows(page)).toBe('')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('SDSを保存しました。').first()).toBeVisible()
  await expect.poll(() => focusShows(page)).toBe('')

  // The next sheet, and back to the list.
  await page.keyboard.press(']')
  await expect(sheet.getByRole('button', { name: new RegExp(supplier) })).toHaveCount(0)
  await expect.poll(() => focusShows(page)).toBe('')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.locator('[role=row]:focus-within')).toContainText(product)

  // Exports the list.
  const open = page.getByRole('button', { name: 'エクスポート', exact: true })
  await tabTo(page, open, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'SDSのエクスポート' })
  await tabTo(page, dialog.getByRole('button', { name: 'エクスポートする', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  expect(faults).toEqual([])
})

test('a checklist is made, its results are filtered, judged, excluded and exported, by the keyboard alone', async ({ page }) => {
  const faults = watch(page)
  await logInAs(page, 'admin', 'ja', '/sds/index')
  await goTo(page, 'チェックリスト', 'チェックリスト')
  await tabTo(page, page.getByRole('button', { name: 'チェックリストを作成' }).first())
  await page.keyboard.press('Enter')

  // Makes one by a law.
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: '次へ' })
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('searchbox', { name: '法令・区分を検索' }))
  await page.keyboard.type('消防法')
  const law = dialog.getByRole('treeitem').first()
  await expect(law).toContainText('消防法')
  await tabTo(page, law)
  await page.keyboard.press('Space')
  await expect(law).toBeChecked()
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('textbox', { name: /^タイトル/ }))
  const title = `Anzen keys ${Date.now()}`
  await page.keyboard.type(title)
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('該当状況', { exact: true })).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: '作成する', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.poll(() => focusShows(page)).toBe('')

  // Opens a result, and reviews it.
  const rows = page.getByRole('grid', { name: 'チェック結果' }).locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form').first()
  await tabTo(page, form.getByRole('radio', { name: '未判断' }))
  await page.keyboard.press('ArrowUp')
  await tabTo(page, form.getByRole('textbox', { name: 'メモ' }))
  await page.keyboard.type(title)
  await tabTo(page, form.getByRole('button', { name: '保存' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('判断を保存しました。')).toBeVisible()
  await expect.poll(() => focusShows(page)).toBe('')

  // Of those without a judgement the first two are judged at once.
  const filter = page.getByRole('combobox', { name: '社内判断' })
  await tabTo(page, filter, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/judgement=none/)
  await expect(rows.first()).toBeVisible()
  await expect(rows.filter({ hasText: title })).toHaveCount(0)
  await expect(filter).toBeFocused()
  const before = Number.parseInt((await page.getByRole('status').filter({ hasText: /^\d+件$/ }).textContent()) ?? '')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await tabTo(page, page.getByRole('button', { name: 'まとめて判断' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2件に反映しました。')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `${before - 2}件` })).toBeVisible()
  await expect.poll(() => focusShows(page)).toBe('')

  // One is excluded, and the focus stays in the list.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'このリストから除外' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('チェックリストから除外しました。')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `${before - 3}件` })).toBeVisible()
  await expect.poll(() => focusShows(page)).toBe('')

  // The filter is cleared, the results are exported, the updates suspended and resumed, and the list is deleted.
  await tabTo(page, page.getByRole('button', { name: '条件をすべて解除' }).first(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/judgement/)
  await expect.poll(() => focusShows(page)).toBe('')
  const open = page.getByRole('button', { name: 'エクスポート', exact: true })
  await tabTo(page, open, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const run = page.getByRole('dialog').getByRole('button', { name: 'エクスポートする', exact: true })
  await tabTo(page, run)
  const file = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await file
  await expect(run).toHaveCount(0)
  await expect(open).toBeFocused()
  for (const name of ['更新を停止', '更新を再開']) {
    await tabTo(page, page.getByRole('button', { name }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect.poll(() => focusShows(page)).toBe('')
  }
  await tabTo(page, page.getByRole('button', { name: '削除', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: '削除' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('チェックリストを削除しました。')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'チェックリスト' })).toBeFocused()
  expect(faults).toEqual([])
})

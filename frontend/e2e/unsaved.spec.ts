import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs, logInByForm, openFirstSheet } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', note: '備考', title: '保存していない変更があります', stay: '編集に戻る', discard: '変更を破棄', close: '閉じる', restored: /復元しました/, logOut: 'ログアウト', account: /^アカウントメニュー/, assignee: '担当者', list: 'SDS一覧', company: '会社名', edit: '編集', save: '保存', mine: '会社名：自分の入力を残す', other: 'English' },
  en: { locale: 'en-US', note: 'Note', title: 'You have unsaved changes', stay: 'Back to editing', discard: 'Discard changes', close: 'Close', restored: /have been restored/, logOut: 'Log out', account: /^Account menu/, assignee: 'Assignees', list: 'SDS list', company: 'Company name', edit: 'Edit', save: 'Save', mine: 'Company name: keep mine', other: '日本語' },
} as const
type Words = (typeof words)[keyof typeof words]

const question = (page: Page, w: Words) => page.getByRole('alertdialog', { name: w.title })
const note = (page: Page, w: Words) => page.getByRole('textbox', { name: w.note, exact: true })

/** Opens the first sheet of the list by a click, and types into its note. */
async function typeNote(page: Page, w: Words, text: string): Promise<void> {
  await openFirstSheet(page)
  await note(page, w).fill(text)
}

/** Expects a navigation to ask for confirmation, keep the input, and leave the page unchanged. */
async function expectHeldBack(page: Page, w: Words, text: string, leave: () => Promise<unknown>): Promise<void> {
  const before = page.url()
  await leave()
  await expect(question(page, w)).toBeVisible()
  await page.getByRole('button', { name: w.stay }).click()
  await expect(question(page, w)).toHaveCount(0)
  // While it fades out, it takes the clicks, so that a second one does not meet what is below.
  await expect(page.locator('.MuiDialog-root:has([role="alertdialog"])')).toHaveCount(0)
  await expect(note(page, w)).toHaveValue(text)
  expect(page.url()).toBe(before)
}

// A question that fades out takes clicks.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('what was typed into a sheet survives every way out', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language)
      const text = `draft ${language} ${Date.now()}`
      await typeNote(page, w, text)

      await expectHeldBack(page, w, text, () => page.evaluate(() => history.back()))
      await expectHeldBack(page, w, text, () => page.getByRole('dialog').getByRole('button', { name: w.close, exact: true }).first().click())
      await expectHeldBack(page, w, text, () => page.keyboard.press('Escape'))
      await expectHeldBack(page, w, text, () => page.mouse.click(10, 400))
      // An address typed by hand, also one that opens another sheet.
      await expectHeldBack(page, w, text, () => page.evaluate(() => (window.location.hash = '#/company')))
      await expectHeldBack(page, w, text, () => page.evaluate(() => (window.location.hash = '#/sds/index?sheet=00000000-0000-4000-8000-000000000000')))
      // The history is unchanged: Back asks again.
      await expectHeldBack(page, w, text, () => page.evaluate(() => history.back()))

      await page.evaluate(() => history.back())
      await expect(question(page, w)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: w.discard }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).not.toHaveURL(/sheet=/)
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter(name => name.startsWith('anzen.draft')))).toEqual([])
      expect(faults).toEqual([])
    })

    test('a reload asks, and brings back what was typed', async ({ page }) => {
      await logInAs(page, 'admin', language)
      const text = `reload ${language} ${Date.now()}`
      await typeNote(page, w, text)
      // The browser's own confirmation: first stay, then leave.
      const dialogs: string[] = []
      let leave = false
      page.on('dialog', dialog => {
        dialogs.push(dialog.type())
        void (leave ? dialog.accept() : dialog.dismiss())
      })
      await page.evaluate(() => void setTimeout(() => window.location.reload(), 0))
      await expect.poll(() => dialogs).toEqual(['beforeunload'])
      await expect(note(page, w)).toHaveValue(text)
      leave = true
      await page.reload()
      await expect(note(page, w)).toHaveValue(text)
      await expect(page.getByText(w.restored)).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text)
    })

    test('a setting that is not saved survives the menu, a change of language and signing out', async ({ page }) => {
      await logInByForm(page, 'admin', language)
      await page.goto('/#/company/settings')
      const box = page.getByRole('checkbox', { name: w.assignee })
      const before = await box.isChecked()
      await box.click()
      const leaves = [
        () => page.getByRole('link', { name: w.list, exact: true }).click(),
        async () => {
          await page.getByRole('button', { name: w.account }).click()
          await page.getByRole('menuitem', { name: w.logOut }).click()
        },
      ]
      for (const leave of leaves) {
        await leave()
        await expect(question(page, w)).toBeVisible()
        await page.getByRole('button', { name: w.stay }).click()
        await expect(question(page, w)).toHaveCount(0)
        await page.keyboard.press('Escape')
        await expect(box).toBeChecked({ checked: !before })
      }
      await page.getByRole('button', { name: w.other }).click()
      await expect(page.getByRole('checkbox', { name: language === 'ja' ? words.en.assignee : words.ja.assignee })).toBeChecked({ checked: !before })
      await page.getByRole('button', { name: language === 'ja' ? '日本語' : 'English' }).click()
      await expect(box).toBeChecked({ checked: !before })
      await page.getByRole('button', { name: w.account }).click()
      await page.getByRole('menuitem', { name: w.logOut }).click()
      await page.getByRole('button', { name: w.discard }).click()
      await expect(page).toHaveURL(/#\/login/)
    })

    test("a second click after a conflict does not overwrite the other user's change", async ({ page, browser }) => {
      await logInAs(page, 'admin', language, '/company')
      await page.getByRole('button', { name: w.edit, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const name = dialog.getByRole('textbox', { name: w.company })
      const original = (await name.inputValue()).replace(/ [AB]\d+$/, '')
      const [mine, theirs] = [`${original} A${Date.now()}`, `${original} B${Date.now()}`]
      await name.fill(mine)

      const second = await browser.newContext({ locale: w.locale })
      const colleague = await second.newPage()
      await logInAs(colleague, 'admin', language, '/company')
      await colleague.getByRole('button', { name: w.edit, exact: true }).click()
      await colleague.getByRole('textbox', { name: w.company }).fill(theirs)
      await colleague.getByRole('button', { name: w.save, exact: true }).click()
      await expect(colleague.getByRole('dialog')).toHaveCount(0)
      await second.close()

      const save = dialog.getByRole('button', { name: w.save, exact: true })
      await save.click()
      await save.click({ force: true })
      await expect(dialog.getByText(theirs)).toBeVisible()
      await expect(name).toHaveValue(mine)
      await expect(save).toBeDisabled()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.mine }).click()
      await name.fill(original)
      await save.click()
      await expect(dialog).toHaveCount(0)
    })
  })
}

import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs, openFirstSheet } from './session'
import { test } from './test'

const words = {
  ja: { locale: 'ja-JP', account: /^アカウントメニュー/, jobs: '処理状況', noScreen: '接続できないため、画面を開けません', offline: /^オフラインです。/, unreachable: 'サーバーに接続できません。通信環境をご確認ください。', note: '備考', save: '保存', discard: '変更を破棄', updated: '新しいバージョンがあります', reload: '再読み込み' },
  en: { locale: 'en-US', account: /^Account menu/, jobs: 'Jobs', noScreen: 'This page cannot be opened without a connection', offline: /^You are offline\./, unreachable: 'The server cannot be reached. Please check your connection.', note: 'Note', save: 'Save', discard: 'Discard', updated: 'A new version is available', reload: 'Reload' },
} as const
type Words = (typeof words)[keyof typeof words]

const openJobs = async (page: Page, w: Words) => {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('menuitem', { name: w.jobs }).click()
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('without a connection a new screen reports it, and loads with the connection', async ({ page, context }) => {
      await logInAs(page, 'admin', language)
      await context.setOffline(true)
      await expect(page.getByText(w.offline)).toBeVisible()
      await openJobs(page, w)
      await expect(page.getByRole('heading', { name: w.noScreen })).toBeVisible()
      await expect(page.locator('header').getByRole('navigation')).toBeVisible()
      await expectAccessible(page)
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: w.jobs })).toBeVisible()
      await expect(page.getByText(w.offline)).toHaveCount(0)
    })

    test('without a connection a sheet reports it, loads with the connection, and keeps unsaved input', async ({ page, context }) => {
      await logInAs(page, 'admin', language)
      // Opened once, so that all of its parts are loaded.
      await openFirstSheet(page)
      await expect(page.getByRole('textbox', { name: w.note, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await context.setOffline(true)
      // The sheet after the first one may have been read ahead.
      await page.getByRole('row').nth(4).getByRole('gridcell').nth(1).click()
      // In place of the sheet; a notice of another request may say the same.
      await expect(page.getByRole('dialog').getByRole('paragraph').filter({ hasText: w.unreachable })).toBeVisible()
      await expectAccessible(page)
      await context.setOffline(false)
      const note = page.getByRole('textbox', { name: w.note, exact: true })
      await expect(note).toBeVisible()
      await note.fill('offline')
      await context.setOffline(true)
      await page.getByRole('dialog').getByRole('button', { name: w.save, exact: true }).click()
      // Beside the save button; a notice of another request may say the same.
      await expect(page.getByRole('dialog').getByText(w.unreachable).first()).toBeVisible()
      await expect(note).toHaveValue('offline')
      await context.setOffline(false)
      await page.getByRole('dialog').getByRole('button', { name: w.discard, exact: true }).click()
    })

    test('a screen whose parts a new version has replaced is reloaded, once', async ({ page }) => {
      await logInAs(page, 'admin', language)
      let documents = 0
      page.on('request', request => {
        if (request.resourceType() === 'document') documents++
      })
      await page.route('**/static/JobsPage*', route => route.fulfill({ status: 404 }))
      const loadedAnew = page.waitForEvent('load')
      await openJobs(page, w)
      await loadedAnew
      await expect(page.getByRole('heading', { name: w.updated })).toBeVisible()
      await expect(page).toHaveURL(/#\/jobs/)
      expect(documents).toBe(1)
      await expectAccessible(page)
      await page.unroute('**/static/JobsPage*')
      await page.getByRole('button', { name: w.reload }).click()
      await expect(page.getByRole('heading', { level: 1, name: w.jobs })).toBeVisible()
    })

    test('a PDF that cannot be drawn affects neither the sheet, the list nor unsaved input', async ({ page }) => {
      await logInAs(page, 'admin', language)
      await page.route('**/static/PdfPane*.js', route => route.fulfill({ status: 404 }))
      await openFirstSheet(page)
      const note = page.getByRole('textbox', { name: w.note, exact: true })
      await expect(page.getByRole('dialog').getByText(w.updated)).toBeVisible()
      await note.fill('kept')
      await expectAccessible(page)
      await page.unroute('**/static/PdfPane*.js')
      await page.getByRole('dialog').getByRole('button', { name: w.reload }).click()
      await expect(note).toHaveValue('kept')
      await expect(page.getByTestId('pdf')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: w.discard, exact: true }).click()
    })
  })
}

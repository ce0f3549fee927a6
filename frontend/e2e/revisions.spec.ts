import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { freshPdf, logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', submit: /^\d件を登録する$/, finished: /件のSDSを登録しました/, files: '登録するファイル', probably: /^既に登録されているSDSと?の?.*可能性があります：$/,
    check: /の改訂版として登録$/, dialog: '改訂版として登録', join: '改訂版として登録する', joined: /の改訂版として登録しました。$/, versions: '版', separate: '旧版と切り離す', separateNow: '切り離す',
    separated: '別々のSDSに戻しました。引き継いだ項目は残ります。', notice: '版の候補', dismiss: /とは別の製品です$/, dismissed: /を候補から除きました。$/,
  },
  en: {
    locale: 'en-US', submit: /^Register \d files?$/, finished: /(is|are) registered/, files: 'Files to register', probably: /^This is probably .* a registered SDS:$/,
    check: /^Register as revision of/, dialog: 'Register as revision', join: 'Register as revision', joined: /is registered as a revision of/, versions: 'Versions', separate: 'Separate from older version', separateNow: 'Separate',
    separated: 'These are separate SDSs again. What was taken over stays.', notice: 'Possible versions', dismiss: /^Different product from/, dismissed: /is no longer suggested\.$/,
  },
} as const

/** Registers a file of a product that the company has, and waits for the notice below it. */
async function register(page: Page, w: (typeof words)['ja' | 'en'], name: string) {
  await page.getByTestId('files').setInputFiles(freshPdf('js-006.pdf', name))
  await page.getByRole('button', { name: w.submit }).click()
  await expect(page.getByText(w.finished).first()).toBeVisible()
  const row = page.getByRole('list', { name: w.files }).getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(w.probably)).toBeVisible()
  return row
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a registered file that is probably a version of a known sheet is joined to it, and separated again', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language, '/sds/upload')
      const name = `${language}-${Date.now()}.pdf`
      await register(page, w, `first-${name}`)
      const row = await register(page, w, `second-${name}`)
      await expectAccessible(page)
      const known = await row.getByRole('link').last().getAttribute('href')
      await row.getByRole('button', { name: w.check }).click()
      const dialog = page.getByRole('dialog', { name: w.dialog })
      await expect(dialog.getByRole('columnheader')).toHaveCount(2)
      await expect(dialog.getByRole('cell', { name: `second-${name}` })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.join }).click()
      await expect(page.getByText(w.joined)).toBeVisible()
      await expect(dialog).toHaveCount(0)
      // Further sheets of the product may be known.
      await expect(row.locator(`[href="${known}"]`)).toHaveCount(0)

      await page.goto('/#/sds/index?sort=-created_at')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('tab', { name: w.versions, exact: true }).click()
      await expect(sheet.getByRole('list', { name: w.versions, exact: true }).getByRole('listitem')).toHaveCount(2)
      await sheet.getByRole('button', { name: w.separate }).click()
      const question = page.getByRole('alertdialog')
      await expectAccessible(page)
      await question.getByRole('button', { name: w.separateNow, exact: true }).click()
      await expect(page.getByText(w.separated)).toBeVisible()
      await expect(sheet.getByRole('list', { name: w.versions, exact: true }).getByRole('listitem')).toHaveCount(1)
      expect(faults).toEqual([])
    })

    test('the open sheet tells of the known one until that is said to be another product', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language, '/sds/upload')
      await register(page, w, `notice-${language}-${Date.now()}.pdf`)
      await page.goto('/#/sds/index?sort=-created_at')
      await page.getByRole('row').nth(1).getByRole('link').first().click()
      const notice = page.getByRole('dialog').getByRole('region', { name: w.notice })
      await expect(notice.getByText(w.probably)).toBeVisible()
      await expectAccessible(page)
      const link = notice.getByRole('link')
      const first = await link.getAttribute('href')
      await notice.getByRole('button', { name: w.dismiss }).click()
      await expect(page.getByText(w.dismissed)).toBeVisible()
      await expect(link.and(page.locator(`[href="${first}"]`))).toHaveCount(0)
      expect(faults).toEqual([])
    })
  })
}

test('the notice fits a narrow screen', async ({ page }) => {
  await logInAs(page, 'admin', 'ja', '/sds/upload')
  await page.setViewportSize({ width: 390, height: 844 })
  const row = await register(page, words.ja, `narrow-${Date.now()}.pdf`)
  await row.getByRole('button', { name: words.ja.check }).click()
  await expect(page.getByRole('dialog', { name: words.ja.dialog })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

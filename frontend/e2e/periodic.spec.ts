import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { linkInMail } from './mailbox'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', add: '定期エクスポートを追加', name: /^名称/, daily: '毎日', every: '毎日', submit: '追加', never: '未実行', run: '今すぐ実行', runOf: /を今すぐ実行$/, runs: '実行履歴', done: '完了', close: '閉じる',
    toJob: '処理状況を見る', edit: '編集', save: '保存', saved: '定期エクスポートを更新しました。', restored: '前回保存されなかった入力内容を復元しました。', remove: '削除', removed: '定期エクスポートを削除しました。',
  },
  en: {
    locale: 'en-US', add: 'Add a periodic export', name: /^Name/, daily: 'Daily', every: 'Every day', submit: 'Add', never: 'Not yet', run: 'Run now', runOf: /^Run .* now$/, runs: 'History', done: 'Done', close: 'Close',
    toJob: 'Show the job', edit: 'Edit', save: 'Save', saved: 'The periodic export was updated.', restored: 'Changes that were not saved last time have been restored.', remove: 'Delete', removed: 'The periodic export was deleted.',
  },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a periodic export is run at once: next and last run, its history with the file, and the mail', async ({ page, request }) => {
      const faults = watch(page)
      const name = `e2e ${language} ${Date.now()}`
      await logInAs(page, 'admin', language, '/company/periodic_export')
      await page.getByRole('button', { name: w.add }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(w.name).fill(name)
      await dialog.getByRole('radio', { name: w.daily }).check()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.submit, exact: true }).click()
      const row = page.getByRole('row').filter({ hasText: name })
      await expect(row).toContainText(w.every)
      await expect(row).toContainText(w.never)
      // The next run is planned, at six in the morning of Japan.
      await expect(row).toContainText(/0?6:00/)
      await expectAccessible(page)

      await row.getByRole('button', { name: w.runOf }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(name)
      await question.getByRole('button', { name: w.run }).click()
      await expect(page.getByRole('status').getByRole('link', { name: w.toJob })).toBeVisible()
      await expect(row).not.toContainText(w.never)
      const job = /#(\/jobs\/[^?]+)/.exec((await row.getByRole('link').getAttribute('href')) ?? '')?.[1] ?? 'no job'
      await expect(row).toContainText(/0?6:00/)

      await row.getByRole('button', { name: w.runs }).click()
      const run = dialog.getByRole('row').filter({ hasText: w.done })
      const file = run.getByRole('link', { name: /\.xlsx \(/ })
      await expect(file).toBeVisible()
      await expect(file).toHaveAttribute('href', `#${job}`)
      await expectAccessible(page)
      expect(await linkInMail(request, 'admin@demo.example', job)).toContain(job)
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(dialog.getByRole('listitem').filter({ hasText: w.done }).getByRole('link', { name: /\.xlsx \(/ })).toBeVisible()
      // The notices in the dialog have such a button too.
      await dialog.getByRole('button', { name: w.close }).first().click()
      const card = page.getByRole('listitem').filter({ hasText: name })
      await expect(card).toContainText(w.every)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await page.setViewportSize({ width: 1280, height: 800 })

      // The keyboard alone opens it; a reload loses nothing that is typed.
      await row.focus()
      await page.keyboard.press('Enter')
      await dialog.getByLabel(w.name).fill(`${name} 2`)
      page.once('dialog', question => question.accept())
      await page.reload()
      await row.getByRole('button', { name: w.edit }).click()
      await expect(dialog.getByText(w.restored)).toBeVisible()
      await expect(dialog.getByLabel(w.name)).toHaveValue(`${name} 2`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.save, exact: true }).click()
      await expect(page.getByText(w.saved)).toBeVisible()
      await expect(row).toContainText(`${name} 2`)

      await row.getByRole('button', { name: w.remove }).click()
      await question.getByRole('button', { name: w.remove }).click()
      await expect(page.getByText(w.removed)).toBeVisible()
      await expect(row).toHaveCount(0)
      expect(faults).toEqual([])
    })
  })
}

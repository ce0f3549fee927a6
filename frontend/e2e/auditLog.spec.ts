import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', list: '操作ログ', added: 'タグを作成', add: 'タグを追加', name: /^タグ名/, submit: '追加', kind: '操作の種類', company: '会社・部署・タグ', from: '開始日', to: '終了日', none: '該当する操作ログはありません', clear: '条件をクリア', verify: '改ざんの検証', unsealed: '封印', csv: 'CSV出力' },
  en: { locale: 'en-US', list: 'Audit log', added: 'Tag created', add: 'Add tag', name: /^Tag name/, submit: 'Add', kind: 'Kind of action', company: 'Company, departments, tags', from: 'From', to: 'To', none: 'No records', clear: 'Clear conditions', verify: 'Verify integrity', unsealed: 'sealed', csv: 'Export CSV' },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('an administrator sees who did what, narrows it, verifies it and takes it as CSV', async ({ page }) => {
      const faults = watch(page)
      const tag = `e2e ${language} ${Date.now()}`
      await logInAs(page, 'admin', language, '/company/tags')
      await page.getByRole('button', { name: w.add }).first().click()
      await page.getByRole('dialog').getByLabel(w.name).fill(tag)
      await page.getByRole('dialog').getByRole('button', { name: w.submit, exact: true }).click()
      await expect(page.getByRole('row').filter({ hasText: tag })).toBeVisible()

      await page.goto('/#/security/audit_log')
      const record = page.getByRole('table', { name: w.list }).getByRole('row').filter({ hasText: tag })
      await expect(record).toContainText(w.added)
      await expect(record).toContainText('127.0.0.1')
      await expectAccessible(page)

      await page.getByRole('combobox', { name: w.kind }).click()
      await page.getByRole('option', { name: w.company }).click()
      await expect(page).toHaveURL(/category=company/)
      await expect(record).toBeVisible()
      await page.getByLabel(w.to).fill('2020-01-01')
      await expect(page.getByText(w.none)).toBeVisible()
      await page.getByRole('button', { name: w.clear }).click()
      await expect(record).toBeVisible()

      await page.getByRole('button', { name: w.verify }).click()
      await expect(page.getByRole('status').filter({ hasText: w.unsealed })).toBeVisible()

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: w.csv }).click()
      const written = readFileSync(await (await download).path(), 'utf8')
      expect(written.split('\n').find(line => line.includes(tag))).toContain('127.0.0.1')
      expect(faults).toEqual([])
    })
  })
}

import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', users: 'ユーザー管理', invite: 'ユーザーを招待', send: '招待メールを送る', email: /^メールアドレス/, last: /^姓/, first: /^名/, invited: '招待メールをお送りしました。', edit: '編集', position: /^役職/, save: '保存', saved: 'ユーザーを更新しました。', remove: '削除', removed: 'ユーザーを削除しました。', addIp: 'IPアドレスを追加', },
  en: { locale: 'en-US', users: 'Users', invite: 'Invite a user', send: 'Send the invitation', email: /^Email/, last: /^Last name/, first: /^First name/, invited: 'The invitation has been sent.', edit: 'Edit', position: /^Position/, save: 'Save', saved: 'The user was updated.', remove: 'Delete', removed: 'The user was deleted.', addIp: 'Add an IP address', },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('an administrator invites, edits and removes a user', async ({ page }) => {
      const faults = watch(page)
      const email = `e2e-${language}-${Date.now()}@demo-company.example`
      await logInAs(page, 'admin', language, '/company/users')
      await expect(page.getByRole('heading', { level: 1, name: w.users })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: w.invite }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(w.email).fill(email)
      await dialog.getByLabel(w.last).fill('Test')
      await dialog.getByLabel(w.first).fill('User')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: w.send }).click()
      await expect(page.getByText(w.invited)).toBeVisible()
      const row = page.getByRole('row').filter({ hasText: email })
      await row.getByRole('button', { name: w.edit }).click()
      await page.getByRole('dialog').getByLabel(w.position).fill('Lead')
      await page.getByRole('dialog').getByRole('button', { name: w.save }).click()
      await expect(page.getByText(w.saved)).toBeVisible()
      await expect(row).toContainText('Lead')
      await row.getByRole('button', { name: w.remove }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.remove }).click()
      await expect(page.getByText(w.removed)).toBeVisible()
      await expect(row).toHaveCount(0)
      expect(faults).toEqual([])
    })

    test('the other screens of the company are accessible', async ({ page }) => {
      await logInAs(page, 'admin', language)
      for (const path of ['/company', '/company/settings', '/company/departments', '/company/tags', '/security/ip_address_restriction', '/security/login_retention']) {
        await page.goto(`/#${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      }
      await page.goto('/#/security/ip_address_restriction')
      await page.getByRole('button', { name: w.addIp }).first().click()
      await expect(page.getByRole('dialog')).toContainText('127.0.0.1')
      await expectAccessible(page)
    })

    for (const who of ['editor', 'viewer'] as const) {
      test(`the ${who} gets no administrators' screen`, async ({ page }) => {
        await logInAs(page, who, language)
        for (const path of ['/company/users', '/company/periodic_export', '/security/ip_address_restriction']) {
          await page.goto(`/#${path}`)
          await expect(page).toHaveURL(/#\/sds\/index/)
        }
        await page.goto('/#/company')
        await expect(page.getByRole('link', { name: w.users })).toHaveCount(0)
      })
    }
  })
}

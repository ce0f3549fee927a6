import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'

test('a notice in an open sheet is inside of it, reached by F6, and covers nothing on a phone', async ({ page }) => {
  await logInAs(page, 'admin')
  await page.goto('/#/sds/index?status_group=completed')
  await page.getByRole('rowheader').first().click()
  const sheet = page.getByRole('dialog').first()
  await expect(sheet.getByRole('tablist')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await page.keyboard.press('Control+s')
  const notice = sheet.getByRole('region', { name: 'お知らせ' })
  await expect(notice.getByRole('status').filter({ hasText: 'SDSを保存しました。' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('F6')
  await expect(notice.getByRole('button', { name: '閉じる' }).last()).toBeFocused()
  const [bottom, top] = [await sheet.locator('[role=tabpanel]').first().boundingBox(), await notice.boundingBox()]
  expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(Math.ceil(top?.y ?? 0))
  await page.keyboard.press('F6')
  await expect(notice.getByRole('button', { name: '閉じる' }).last()).not.toBeFocused()
})

import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'

test('an identity provider adds a user with a token, and cannot once it is ended', async ({ page, request, baseURL }) => {
  const who = `scim-${Date.now()}@provisioned.example`
  await logInAs(page, 'admin', 'ja', '/security/scim')
  // The endpoint is that of the stack; its address on the screen is of the deployment.
  const url = page.getByLabel('SCIMエンドポイントのURL（テナントURL）')
  await expect(url).toHaveValue(/\/scim\/v2$/)
  const users = `${baseURL}/scim/v2/Users`
  const ended = page.getByRole('button', { name: 'トークン「ブラウザーの試験」を終了' })
  const end = async () => {
    await ended.click()
    await page.getByRole('alertdialog').getByRole('button', { name: '終了' }).click()
    // While the question stands, everything behind it is hidden.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(ended).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: 'トークンを発行' })).toBeVisible()
  if (await ended.isVisible()) await end() // of an interrupted test
  await page.getByRole('button', { name: 'トークンを発行' }).click()
  await page.getByLabel('名前').fill('ブラウザーの試験')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '発行', exact: true }).click()
  const secret = page.getByLabel('シークレットトークン')
  await expect(secret).toHaveValue(/^anzen_scim_/)
  const headers = { Authorization: `Bearer ${await secret.inputValue()}`, 'Content-Type': 'application/scim+json' }
  await expectAccessible(page)
  await page.getByRole('button', { name: '閉じる' }).click()
  await expect(secret).toHaveCount(0)

  const made = await request.post(users, { headers, data: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: who, name: { familyName: '自動', givenName: '連太郎' } } })
  expect(made.status()).toBe(201)
  expect(made.headers()['content-type']).toContain('application/scim+json')
  const { id } = (await made.json()) as { id: string }
  const row = page.getByRole('row').filter({ hasText: who })
  await page.goto('/#/company/users')
  await expect(row).toContainText('招待中')
  const off = await request.patch(`${users}/${id}`, { headers, data: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] } })
  expect(off.status()).toBe(200)
  await page.reload()
  await expect(row).toContainText('停止中')
  await expectAccessible(page)
  await row.getByRole('button', { name: '連太郎の停止を解除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停止を解除' }).click()
  await expect(row).toContainText('招待中')
  expect((await request.delete(`${users}/${id}`, { headers })).status()).toBe(204)
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.goto('/#/security/scim')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.reload()
    await expect(ended).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await end()
  expect((await request.get(users, { headers })).status()).toBe(401)
})

test('the provisioning of users is for administrators', async ({ page }) => {
  await logInAs(page, 'editor', 'en', '/security/scim')
  await expect(page.getByText('User provisioning (SCIM)')).toHaveCount(0)
})

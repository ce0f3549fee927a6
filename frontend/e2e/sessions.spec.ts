import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { linkInMail } from './mailbox'
import { forgetSession, logInByForm } from './session'
import { test } from './test'

test.beforeEach(() => forgetSession('downloader'))

test('a session is seen and ended from another device, and all others together', async ({ browser, baseURL }) => {
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL, locale: 'ja-JP' })))
  const [desk, phone, tablet] = await Promise.all(contexts.map(context => context.newPage()))
  if (!desk || !phone || !tablet) throw new Error('three pages are needed')
  for (const page of [desk, phone, tablet]) await logInByForm(page, 'downloader')
  const section = desk.getByRole('region', { name: 'ログイン中の端末' })
  for (const width of [1280, 390]) {
    await desk.setViewportSize({ width, height: 844 })
    await desk.goto('/#/user')
    await expect(section.getByText('この端末')).toBeVisible()
    await expectAccessible(desk)
    expect(await desk.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await desk.setViewportSize({ width: 1280, height: 844 })
  const others = section.getByRole('button', { name: 'Chrome（Linux）をログアウトさせる' })
  const before = await others.count()
  expect(before).toBeGreaterThanOrEqual(2)
  // The last used is the first: the tablet's.
  await tablet.goto('/#/user')
  await expect(tablet.getByText('この端末')).toBeVisible()
  await section.getByRole('button', { name: 'ほかのすべての端末をログアウトさせる' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'ログアウトさせる' }).click()
  await expect(desk.getByText('ほかの端末をすべてログアウトさせました。')).toBeVisible()
  await expect(others).toHaveCount(0)
  for (const page of [phone, tablet]) {
    await page.goto('/#/company')
    await page.reload()
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText('ログインの有効期限が切れました。')).toBeVisible()
  }
  // This device goes on, and ends one that has logged in again.
  await logInByForm(phone, 'downloader')
  await desk.reload()
  await others.click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'ログアウトさせる' }).click()
  await expect(desk.getByRole('alertdialog')).toHaveCount(0)
  await expect(others).toHaveCount(0)
  await phone.reload()
  await expect(phone).toHaveURL(/#\/login/)
  await Promise.all(contexts.map(context => context.close()))
})

test('logins are listed with their results, and one from a new device is mailed', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ baseURL, locale: 'ja-JP' })
  const page = await context.newPage()
  await logInByForm(page, 'downloader')
  await page.goto('/#/user')
  const section = page.getByRole('region', { name: 'ログインの履歴' })
  await expect(section.getByRole('listitem').first()).toContainText('Chrome（Linux）')
  await expect(section.getByRole('listitem').first()).toContainText('成功')
  await expect(section.getByRole('listitem').first()).toContainText('IPアドレス：127.0.0.1')
  await expectAccessible(page)
  // The browser of the first test was another one.
  await expect(section.getByText('新しい端末').first()).toBeVisible()
  expect(await linkInMail(request, 'downloader@demo.example', '/password-recovery')).toContain('/password-recovery')
  await context.close()
})

test('logging out everywhere ends the sessions of both browsers', async ({ browser, baseURL }) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL, locale: 'ja-JP' })))
  const [one, two] = await Promise.all(contexts.map(context => context.newPage()))
  if (!one || !two) throw new Error('two pages are needed')
  for (const page of [one, two]) await logInByForm(page, 'downloader')
  await one.goto('/#/user')
  await one.getByRole('button', { name: 'すべての端末からログアウトする' }).click()
  await one.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await expect(one).toHaveURL(/#\/login/)
  await two.reload()
  await expect(two).toHaveURL(/#\/login/)
  await expect(two.getByText('ログインの有効期限が切れました。')).toBeVisible()
  await Promise.all(contexts.map(context => context.close()))
})

test('a new password is judged while it is typed', async ({ page }) => {
  await logInByForm(page, 'downloader')
  await page.goto('/#/user')
  const field = page.getByLabel('新しいパスワード')
  await field.fill('Password1!')
  await expect(page.getByText('推測されやすいパスワードです。')).toBeVisible()
  await field.fill('みらい化学工業株式会社aA1!')
  await expect(page.getByText('会社名、氏名、メールアドレスから推測されやすいパスワードです。')).toBeVisible()
  await field.fill('Quiet-Harbour-71')
  await expect(page.getByText('推測されにくいパスワードです')).toBeVisible()
  await expectAccessible(page)
})

test('of two tabs, one follows the login and the logout of the other', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  await logInByForm(one, 'admin')
  await one.goto('/#/company/users')
  await expect(one.getByRole('grid')).toBeVisible()
  await two.goto('/#/user')
  await two.getByRole('button', { name: /^アカウントメニュー/ }).click()
  await two.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(two.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  // What the administrator saw is gone, without a click.
  await expect(one).toHaveURL(/#\/login\?redirect=/)
  await expect(one.getByRole('grid')).toHaveCount(0)
  await one.goBack()
  await expect(one).toHaveURL(/#\/login/)

  // A viewer logs in where an administrator was: neither the screen nor a request of the other tab is theirs.
  await logInByForm(two, 'admin')
  await one.goto('/#/company/users')
  await one.reload()
  await expect(one.getByRole('grid')).toBeVisible()
  await two.goto('/#/user')
  await two.getByRole('button', { name: /^アカウントメニュー/ }).click()
  await two.getByRole('menuitem', { name: 'ログアウト' }).click()
  // A logout leads to the login: the test's own way there would cross it.
  await expect(two.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  await logInByForm(two, 'downloader')
  // The users are the administrators' screen.
  await expect(one).toHaveURL(/#\/sds\/(index|upload)/)
  await one.goto('/#/user')
  await expect(one.getByText('downloader@demo.example').first()).toBeVisible()
})

test('a tab that waits at the login follows the login of another', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  await one.goto('/#/login?redirect=%2Fsds%2Findex%3Fpage%3D1')
  await expect(one.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  await logInByForm(two, 'downloader')
  await expect(one).toHaveURL(/#\/sds\/index/)
  await expect(one.getByRole('grid')).toBeVisible()
})

test('Back after a logout shows nothing of the session', async ({ page }) => {
  await logInByForm(page, 'admin')
  await page.goto('/#/company/users')
  await expect(page.getByText('editor@demo.example')).toBeVisible()
  await page.getByRole('button', { name: /^アカウントメニュー/ }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  for (let back = 0; back < 3; back++) {
    await page.goBack()
    await expect(page.getByText('editor@demo.example')).toHaveCount(0)
  }
})

for (const hours of [-5, 5]) {
  test(`a device whose clock is ${hours} hours off logs in, and stays logged in`, async ({ page }) => {
    await page.addInitScript(ahead => {
      const now = Date.now
      Date.now = () => now() + ahead
    }, hours * 3_600_000)
    await logInByForm(page, 'downloader')
    await page.goto('/#/user')
    await page.reload()
    await expect(page.getByText('downloader@demo.example').first()).toBeVisible()
  })
}

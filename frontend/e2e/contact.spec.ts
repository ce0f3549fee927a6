import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', title: 'お問い合わせ', company: /^会社名/, name: /^お名前/, email: /^メールアドレス/, message: /^お問い合わせ内容/, submit: '送信', required: '必須項目です。', wrong: 'メールアドレスの形式が正しくありません。', sent: 'お問い合わせを受け付けました', within: '営業日以内' },
  en: { locale: 'en-US', title: 'Contact us', company: /^Company name/, name: /^Your name/, email: /^Email/, message: /^Message/, submit: 'Send', required: 'This field is required.', wrong: 'Please enter a valid email address.', sent: 'Thank you for your inquiry', within: 'within 2 to 3 business days' },
} as const

interface Message {
  subject?: string
  text?: string
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a visitor sends an inquiry, and gets its reference by mail', async ({ page, request }) => {
      const faults = watch(page)
      const email = `visitor-${language}-${Date.now()}@contact-test.co.jp`
      // Without a marketing site the questions are asked here, in the language of the visitor.
      await page.goto('/#/inquiry')
      await expect(page).toHaveURL(language === 'ja' ? /#\/en\/contact\?language=ja$/ : /#\/en\/contact$/)
      await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
      await page.getByRole('button', { name: w.submit }).click()
      await expect(page.getByText(w.required)).toHaveCount(4)
      await expect(page.getByLabel(w.company)).toBeFocused()
      await expectAccessible(page)
      await page.getByLabel(w.company).fill('Anzen 化学')
      await page.getByLabel(w.name).fill('山田 花子')
      await page.getByLabel(w.email).fill('visitor@')
      await page.getByLabel(w.message).fill('10 > 5 & <b>?</b>\n2行目')
      await page.getByRole('button', { name: w.submit }).click()
      await expect(page.getByText(w.wrong)).toBeVisible()
      await page.getByLabel(w.email).fill(email)
      // Another inquiry from the same network a moment ago is refused for some seconds; what was typed stays.
      await expect(async () => {
        const sent = page.getByRole('heading', { level: 1, name: w.sent })
        if (await sent.isVisible()) return
        await expect(page.getByLabel(w.message)).toHaveValue('10 > 5 & <b>?</b>\n2行目')
        await page.getByRole('button', { name: w.submit }).click()
        await expect(sent).toBeVisible({ timeout: 5_000 })
      }).toPass({ timeout: 120_000 })
      await expectAccessible(page)
      const reference = await page.getByRole('main').locator('strong').textContent()
      expect(reference).toMatch(/^\d{6}-\w{6}$/)

      let mail: Message | undefined
      await expect
        .poll(async () => {
          const answer = await request.get('/_local/mailbox/api/messages', { params: { to: email } })
          mail = ((await answer.json()) as { messages: Message[] }).messages[0]
          return mail?.text
        })
        .toContain(reference)
      expect(mail?.text).toContain(w.within)
      expect(faults).toEqual([])
    })

    test('the contact form fits a phone, and is reached by those who are logged in', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(language === 'ja' ? '/#/en/contact?language=ja' : '/#/en/contact')
      await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await page.setViewportSize({ width: 1280, height: 800 })
      await logInAs(page, 'viewer', language)
      await page.goto('/#/inquiry')
      await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    })
  })
}

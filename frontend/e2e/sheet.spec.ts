import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { freshPdf, logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', register: '1件を登録する', finished: /^1件のSDSを登録しました/, product: /^製品名：/, supplier: /^供給者名：/, next: /^未確認/, edit: '編集', confirm: '確認済みにする', remove: '削除', restore: '元に戻す',
    name: '製品名', save: '保存', saved: 'SDSを保存しました。', close: '閉じる', history: '編集履歴', data: 'データ', edited: '編集済み', confirmed: '確認済み', deleted: '削除済み', restored: '復元', signalWord: /^注意喚起語：/,
  },
  en: {
    locale: 'en-US', register: 'Register 1 file', finished: /^1 SDS is registered/, product: /^Product name:/, supplier: /^Supplier:/, next: /to review$/, edit: 'Edit', confirm: 'Confirm', remove: 'Delete', restore: 'Restore',
    name: 'Product name', save: 'Save', saved: 'The SDS has been saved.', close: 'Close', history: 'History', data: 'Data', edited: 'edited', confirmed: 'confirmed', deleted: 'deleted', restored: 'restored', signalWord: /^Signal word:/,
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Registers a PDF and opens its sheet. */
async function openNewSheet(page: Page, w: Words, language: string): Promise<void> {
  await logInAs(page, 'admin', language)
  await page.getByTestId('files').setInputFiles(freshPdf('js-016.pdf'))
  const registered = page.waitForResponse(response => response.request().method() === 'POST' && /\/companies\/[^/]+\/sdses$/.test(response.url()))
  await page.getByRole('button', { name: w.register }).click()
  const { items } = (await (await registered).json()) as { items: { id: string }[] }
  await page.goto(`/#/sds/index?sheet=${items[0]?.id}`)
  await expect(page.getByRole('button', { name: w.product })).not.toHaveAccessibleName(/記載なし|Not stated/)
}

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a value is looked up in the PDF, edited, confirmed, deleted and restored', async ({ page }) => {
      const faults = watch(page)
      await openNewSheet(page, w, language)
      const product = page.getByRole('button', { name: w.product })
      const supplier = page.getByRole('button', { name: w.supplier })
      const frame = page.getByTestId('source-frame').first()
      const save = async () => {
        await page.getByRole('button', { name: w.save, exact: true }).click()
        await expect(page.getByRole('dialog').getByRole('status').last()).toContainText(w.saved)
        await expect(page.getByRole('button', { name: w.save, exact: true })).toHaveCount(0)
      }

      await product.click()
      await expect(frame).toBeVisible()
      await expect(frame).toBeInViewport()
      await expectAccessible(page)

      // A click on the framed text leads back to the value.
      const at = await frame.boundingBox()
      await supplier.click()
      await expect(supplier).toHaveAttribute('aria-current', 'true')
      if (!at) throw new Error('the frame has no place')
      await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2)
      await expect(product).toBeFocused()

      await page.getByRole('button', { name: w.edit, exact: true }).click()
      const fresh = `Anzen ${language} ${Date.now()}`
      await page.getByRole('textbox', { name: w.name, exact: true }).fill(fresh)
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(product).toHaveAccessibleName(new RegExp(`${fresh}.*${w.edited}`))
      await supplier.click()
      await page.keyboard.press('c')
      await expect(supplier).toHaveAccessibleName(new RegExp(w.confirmed))
      const signalWord = page.getByRole('button', { name: w.signalWord })
      await signalWord.click()
      await page.keyboard.press('Delete')
      await expect(signalWord).toHaveAccessibleName(new RegExp(w.deleted))
      await save()
      await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(fresh)

      await signalWord.click()
      await page.getByRole('button', { name: w.restore, exact: true }).click()
      await expect(signalWord).not.toHaveAccessibleName(new RegExp(w.deleted))
      await save()

      await page.getByRole('tab', { name: w.history }).click()
      const entries = page.getByRole('tabpanel', { name: w.history }).getByRole('listitem')
      await expect(entries.first()).toContainText(w.restored)
      await expect(entries.nth(1)).toContainText(fresh)
      await expectAccessible(page)
      await page.getByRole('tab', { name: w.data }).click()

      // Unsaved input is not lost without a confirmation.
      await supplier.click()
      await page.keyboard.press('Delete')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(supplier).toHaveAccessibleName(new RegExp(w.deleted))
      expect(faults).toEqual([])
    })
  })
}

test('a viewer sees everything and can change nothing, on a narrow screen too', async ({ page }) => {
  const w = words.ja
  await logInAs(page, 'viewer')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#/sds/index?status_group=completed')
  await page.getByRole('list', { name: 'SDS一覧', exact: true }).getByRole('listitem').filter({ hasText: '解析完了' }).first().getByRole('link').click()
  const product = page.getByRole('button', { name: w.product })
  await product.click()
  await expect(page.getByRole('button', { name: w.edit, exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'PDF' }).click()
  await expect(page.getByTestId('source-frame').first()).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('a double click on the lowest value edits it, where the panel of the first click comes under the second', async ({ page }) => {
  const w = words.ja
  await logInAs(page, 'admin')
  await page.goto('/#/sds/index?status_group=completed')
  await page.getByRole('row').filter({ hasText: '解析完了' }).first().getByRole('link').first().click()
  const section = page.getByRole('dialog').getByRole('navigation').getByRole('button', { name: /^1\. / })
  await section.click()
  await expect(section).toHaveAttribute('aria-current', 'location')
  const at = await page.evaluate(() => {
    const centre = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: x + Math.min(width, 200) / 2, y: y + height / 2 }
    }
    const shown = [...document.querySelectorAll('button.value')].filter(value => value.contains(document.elementFromPoint(centre(value).x, centre(value).y)))
    return shown.map(centre).sort((one, other) => other.y - one.y)[0]
  })
  if (!at) throw new Error('no value is shown')
  await page.mouse.move(at.x, at.y)
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  const panel = page.getByRole('region', { name: '選択中の値' })
  await expect(panel).toBeVisible()
  const covering = await panel.boundingBox()
  expect(covering?.y).toBeLessThan(at.y)
  // The value itself is not covered.
  await expect(page.locator('button.value[aria-current]')).toBeInViewport({ ratio: 0.9 })
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(panel).toHaveCount(0)
  await expect(page.locator('input:focus, textarea:focus, [role=combobox]:focus')).toBeVisible()
  await expect(page.getByRole('button', { name: w.save, exact: true })).toHaveCount(0)
})

import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { freshPdf, logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', register: '1件を登録する', product: /^製品名：/, section: /^8\. /, save: '保存', saved: 'SDSを保存しました。', edited: /編集済み/,
    tables: [
      { table: 'DNEL・PNEC', add: 'DNEL・PNECを追加', row: 'DNEL・PNEC 1', substance: '物質名', value: '値', quantity: '12 mg/m3', read: /12 ?mg\/m[3³]/ },
      { table: '生物学的許容値', add: '生物学的許容値を追加', row: '生物学的許容値 1', substance: '物質名', value: '値', quantity: '0.5 mg/L', read: /0\.5 ?mg\/L/ },
    ],
  },
  en: {
    locale: 'en-US', register: 'Register 1 file', product: /^Product name:/, section: /^8\. /, save: 'Save', saved: 'The SDS has been saved.', edited: /edited/,
    tables: [
      { table: 'DNEL, DMEL and PNEC', add: 'Add DNEL or PNEC', row: 'DNEL or PNEC 1', substance: 'Substance', value: 'Value', quantity: '12 mg/m3', read: /12 ?mg\/m[3³]/ },
      { table: 'Biological limits', add: 'Add biological limit', row: 'biological limit 1', substance: 'Substance', value: 'Value', quantity: '0.5 mg/L', read: /0\.5 ?mg\/L/ },
    ],
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Registers a PDF and returns the address of its sheet. */
async function registerSheet(page: Page, w: Words, language: string): Promise<string> {
  await logInAs(page, 'admin', language, '/sds/upload')
  await page.getByTestId('files').setInputFiles(freshPdf('js-016.pdf'))
  const registered = page.waitForResponse(response => response.request().method() === 'POST' && /\/companies\/[^/]+\/sdses$/.test(response.url()))
  await page.getByRole('button', { name: w.register }).click()
  const { items } = (await (await registered).json()) as { items: { id: string }[] }
  return `/#/sds/index?sheet=${items[0]?.id}`
}

async function openSection(page: Page, w: Words, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('button', { name: w.product })).not.toHaveAccessibleName(/記載なし|Not stated/)
  const index = page.getByRole('dialog').getByRole('navigation').getByRole('button', { name: w.section })
  await index.click()
  await expect(index).toHaveAttribute('aria-current', 'location')
  await expect(page.getByRole('button', { name: w.tables[0].add })).toBeVisible()
}

const save = async (page: Page, w: Words) => page.getByRole('button', { name: w.save, exact: true }).click()

const expectSaved = async (page: Page, w: Words) => {
  await expect(page.getByRole('dialog').getByRole('status').last()).toContainText(w.saved)
  await expect(page.getByRole('button', { name: w.save, exact: true })).toHaveCount(0)
}

/** A cell of the first row, by the name of its column. */
const cell = (page: Page, row: string, column: string) => page.getByRole('button', { name: new RegExp(`^${row} ${column}[：:]`) })

async function retype(page: Page, row: string, column: string, text: string): Promise<void> {
  await cell(page, row, column).dblclick()
  await page.getByRole('textbox', { name: `${row} ${column}` }).fill(text)
  await page.keyboard.press('Enter')
}

for (const [language, w] of Object.entries(words)) {
  test.describe(`limits of section 8, in ${language}`, () => {
    test.use({ locale: w.locale })

    test('are added, edited and saved; two people who change one choose', async ({ page, context }) => {
      const faults = watch(page)
      const address = await registerSheet(page, w, language)
      await openSection(page, w, address)
      for (const { table, add, row, substance, value, quantity, read } of w.tables) {
        await page.getByRole('button', { name: add }).click()
        await page.getByRole('textbox', { name: substance, exact: true }).fill('トルエン')
        await page.keyboard.press('Enter')
        const added = page.getByRole('table', { name: table }).getByRole('row').last()
        await added.getByRole('button', { name: new RegExp(`^${value}[：:]`) }).click()
        const field = page.getByRole('textbox', { name: value, exact: true })
        await field.fill(quantity)
        await expectAccessible(page)
        await page.keyboard.press('Enter')
        await save(page, w)
        await expectSaved(page, w)
        await expect(cell(page, row, substance)).toHaveAccessibleName(/トルエン/)
        await expect(cell(page, row, value)).toHaveAccessibleName(read)
      }
      await expectAccessible(page)

      const other = await context.newPage()
      await openSection(other, w, address)
      for (const { row, substance } of w.tables) {
        await retype(other, row, substance, 'キシレン')
        await retype(page, row, substance, 'エチルベンゼン')
      }
      await save(other, w)
      await expectSaved(other, w)
      await save(page, w)
      // Another user's change is not overwritten unseen.
      for (const { row, substance } of w.tables) {
        const choice = page.getByRole('group', { name: `${row} ${substance}` })
        await expect(choice).toContainText('キシレン')
        await choice.getByRole('button').first().click()
      }
      await save(page, w)
      await expectSaved(page, w)
      await page.reload()
      await openSection(page, w, address)
      for (const { row, substance } of w.tables) await expect(cell(page, row, substance)).toHaveAccessibleName(new RegExp(`エチルベンゼン.*${w.edited.source}`))
      expect(faults.filter(fault => !/412/.test(fault))).toEqual([])
    })
  })
}

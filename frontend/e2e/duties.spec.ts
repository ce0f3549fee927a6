import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', todo: '実施すべきこと', title: '実施すべきこと', appoint: /^作業主任者・責任者の選任/, changes: 'これから施行される改正', laws: '法令の一覧', lawsTitle: '法令', yuki: '有機溶剤中毒予防規則', search: '名称・番号・CAS番号で検索', toluene: 'トルエン', tab: '法令', list: 'SDS一覧', sheets: /件のSDS$/, entries: /^法令上の物質/ },
  en: { locale: 'en-US', todo: 'What has to be done', title: 'Duties', appoint: /^Operations chiefs and managers/, changes: 'Announced changes', laws: 'All laws', lawsTitle: 'Laws', yuki: 'Ordinance on Organic Solvent Poisoning', search: 'Search name, number, CAS number', toluene: 'Toluene', tab: 'Laws', list: 'SDS list', sheets: / SDSs?$/, entries: /substances? of the law$/ },
} as const

/** Where pictures are kept; none without it. */
const pictures = process.env.ANZEN_PICTURES

for (const [language, w] of Object.entries(words)) {
  for (const width of [1440, 390]) {
    test.describe(`${language} ${width}`, () => {
      test.use({ locale: w.locale, viewport: { width, height: 900 } })

      test('the duties of the company lead to their sheets, a sheet says what has to be done, and a law has a page of its own', async ({ page }) => {
        const faults = watch(page)
        const picture = async (name: string) => void (pictures && (await page.screenshot({ path: `${pictures}/${name}-${language}-${width}.png`, fullPage: true })))
        await page.setViewportSize({ width: 1440, height: 900 })
        await logInAs(page, 'viewer', language, '/duties')
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
        await page.getByRole('button', { name: w.appoint }).click()
        const list = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: w.appoint }) })
        await expect(list.getByRole('link', { name: w.sheets }).first()).toBeVisible()
        await expect(page.getByRole('region', { name: w.changes })).toBeVisible()
        await expectAccessible(page)
        await picture('duties')
        await list.getByRole('link', { name: w.sheets }).first().click()
        await expect(page).toHaveURL(/sds\/index\?duty=6000000/)
        await page.goBack()
        await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()

        await page.getByRole('link', { name: w.laws }).click()
        await expect(page.getByRole('heading', { level: 1, name: w.lawsTitle, exact: true })).toBeVisible()
        await expectAccessible(page)
        await picture('laws')
        await page.getByRole('link', { name: w.yuki, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: w.yuki })).toBeVisible()
        await page.getByRole('searchbox', { name: w.search }).fill('108-88-3')
        await expect(page.getByRole('region', { name: w.entries }).getByText(w.toluene, { exact: true })).toBeVisible()
        await expectAccessible(page)
        await picture('law')
        // The law tab of a sheet leads with what applies and what has to be done.
        await page.goto('/#/sds/index?law=JP-ISHA/YUKI')
        // Until then it is the law's page, which has links too.
        await expect(page.getByRole('heading', { level: 1, name: w.list })).toBeVisible()
        await page.getByRole('main').getByRole('link').filter({ hasText: /./ }).first().click()
        const sheet = page.getByRole('dialog')
        await sheet.getByRole('tab', { name: w.tab }).click()
        const duties = sheet.getByRole('region', { name: w.todo })
        await duties.getByRole('button', { name: w.appoint }).click()
        await expect(duties.getByRole('link').first()).toBeVisible()
        await expectAccessible(page)
        await picture('sheet')
        expect(faults).toEqual([])
      })
    })
  }
}

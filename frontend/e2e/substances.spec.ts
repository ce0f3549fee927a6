import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: { locale: 'ja-JP', title: '物質', search: '物質名・CAS番号で検索', substance: 'アセトン', entries: 'この物質を対象とする法令', uses: 'この物質を含むSDS', limits: 'SDSに記載された許容濃度等', classes: 'GHS分類（出典別）', differ: '区分が異なります', stating: /ACGIH.*を記載したSDS：絞り込みを解除/, water: '水', versions: '版', only: /ほかの版はありません/ },
  en: { locale: 'en-US', title: 'Substances', search: 'Search by name or CAS number', substance: 'Acetone', entries: 'Laws that cover this substance', uses: 'SDSs with this substance', limits: 'Exposure limits stated in SDSs', classes: 'GHS classification by source', differ: 'Categories differ', stating: /SDSs that state ACGIH.*: show all/, water: 'Water', versions: 'Versions', only: /There is no other version/ },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a substance is found by its number without hyphens; its laws and sheets are shown, and a sheet opened', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'viewer', language, '/substances')
      await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
      await expect(page.getByRole('table')).toBeVisible()
      await expectAccessible(page)
      await expect(page.getByRole('link', { name: w.water, exact: true })).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      // The table becomes cards a moment after the width has changed.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('searchbox', { name: w.search }).fill('67641')
      await expect(page).toHaveURL(/q=67641/)
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
      await page.getByRole('link', { name: w.substance, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: w.substance })).toBeVisible()
      await expect(page.getByRole('table', { name: w.entries }).getByRole('row').nth(1)).toBeVisible()
      const uses = page.getByRole('table', { name: w.uses })
      await expect(uses.getByRole('row').nth(1)).toBeVisible()
      await expect(page.getByRole('table', { name: w.classes }).getByText(w.differ)).toBeVisible()
      await expectAccessible(page)
      // A limit leads to the sheets that state it, and back to all.
      const limits = page.getByRole('table', { name: w.limits })
      await limits.getByRole('row').filter({ hasText: 'ACGIH' }).first().getByRole('button').click()
      const chip = page.getByRole('button', { name: w.stating })
      await expect(chip).toBeInViewport()
      await expect(page).toHaveURL(/limit=67-64-1/)
      await expect(uses.getByRole('row').nth(1)).toBeVisible()
      await expectAccessible(page)
      await chip.press('Delete')
      await expect(page).not.toHaveURL(/limit=/)
      await uses.getByRole('button').first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('tab', { name: w.versions }).click()
      await expect(sheet.getByText(w.only)).toBeVisible()
      await expectAccessible(page)
      expect(faults).toEqual([])
    })
  })
}

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe'
import { freshPdf, logInAs } from './session'
import { test } from './test'
import { watch } from './watch'

const words = {
  ja: {
    locale: 'ja-JP', title: 'SDS登録', submit: '1件を登録する', finished: /^1件のSDSを登録しました/, toList: 'SDS一覧を見る', list: 'SDS一覧',
    notPdf: 'PDFファイルではありません。', empty: '空のファイルです。', duplicate: '同じファイルがすでに追加されています。', completed: '解析完了',
    panel: 'SDS登録の状況', departments: '部署', files: '登録するファイル', refused: '登録できないファイル', submitTwo: '2件を登録する', sameAs: '同じファイルが登録済み：', leftOut: '登録しない', submitNone: '登録する', accept: /それでも登録する/, sections: 'SDS登録',
  },
  en: {
    locale: 'en-US', title: 'SDS registration', submit: 'Register 1 file', finished: /^1 SDS is registered/, toList: 'Go to the list', list: 'SDS list',
    notPdf: 'This is not a PDF.', empty: 'The file is empty.', duplicate: 'The same file has already been added.', completed: 'Completed',
    panel: 'Progress of the registration', departments: 'Departments', files: 'Files to register', refused: 'Files that cannot be registered', submitTwo: 'Register 2 files', sameAs: 'Same file as', leftOut: 'Left out', submitNone: 'Register', accept: /anyway/, sections: 'SDS registration',
  },
} as const

for (const [language, w] of Object.entries(words)) {
  test.describe(language, () => {
    test.use({ locale: w.locale })

    test('a PDF becomes a sheet whose analysis is followed', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language)
      await expect(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
      const pdf = freshPdf('js-005.pdf')
      await page.getByTestId('files').setInputFiles(pdf)
      await page.getByTestId('files').setInputFiles([
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
        { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      ])
      await expect(page.getByText(w.notPdf)).toBeVisible()
      await expect(page.getByText(w.empty)).toBeVisible()
      await page.getByTestId('files').setInputFiles(pdf)
      await expect(page.getByText(w.duplicate)).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('button', { name: w.submit }).click()
      await expect(page.getByText(w.finished)).toBeVisible()
      const row = page.getByRole('list', { name: w.files }).getByRole('listitem')
      await expect(row.getByText(w.completed)).toBeVisible()
      await expect(row.getByRole('link', { name: pdf.name })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: w.toList }).click()
      await expect(page.getByRole('heading', { level: 1, name: w.list })).toBeFocused()
      await page.goto('/#/sds/index?sort=-created_at')
      await expect(page.getByRole('row').nth(1).getByText(w.completed)).toBeVisible()
      expect(faults).toEqual([])
    })

    test('of a folder the PDFs are taken, and the others are named', async ({ page }) => {
      await logInAs(page, 'admin', language)
      const folder = mkdtempSync(join(tmpdir(), 'sds-'))
      mkdirSync(join(folder, 'old'))
      for (const name of ['a.pdf', join('old', 'b.pdf')]) writeFileSync(join(folder, name), freshPdf('js-006.pdf').buffer)
      writeFileSync(join(folder, 'notes.txt'), 'notes')
      writeFileSync(join(folder, '.DS_Store'), 'x')
      await page.getByTestId('folder').setInputFiles(folder)
      await expect(page.getByRole('list', { name: w.files }).getByRole('listitem')).toHaveCount(2)
      const refused = page.getByRole('list', { name: w.refused }).getByRole('listitem')
      await expect(refused).toHaveCount(1)
      await expect(refused).toContainText('notes.txt')
      await expect(page.getByRole('button', { name: w.submitTwo })).toBeEnabled()
      await expectAccessible(page)
    })

    test('a file whose contents a sheet has is left out until it is taken', async ({ page }) => {
      const faults = watch(page)
      await logInAs(page, 'admin', language)
      const name = `${language}-${Date.now()}`
      const pdf = freshPdf('js-006.pdf', `${name}.pdf`)
      const files = page.getByTestId('files')
      await files.setInputFiles(pdf)
      await page.getByRole('button', { name: w.submit }).click()
      await expect(page.getByText(w.finished)).toBeVisible()
      await page.reload()
      await files.setInputFiles({ ...pdf, name: 'again.pdf' })
      const row = page.getByRole('list', { name: w.files }).getByRole('listitem')
      await expect(row.getByText(w.sameAs)).toBeVisible()
      await expect(row.getByText(w.leftOut, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: w.submitNone, exact: true })).toBeDisabled()
      await expectAccessible(page)
      await row.getByRole('link').click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await page.goBack()
      await expect(sheet).toHaveCount(0)
      await row.getByRole('button', { name: w.accept }).click()
      await page.getByRole('button', { name: w.submit }).click()
      await expect(page.getByText(w.finished)).toBeVisible()
      expect(faults).toEqual([])
    })
  })
}

test('an upload goes on while another screen is on', async ({ page }) => {
  await logInAs(page, 'admin')
  // The bucket answers only after the user has left the screen.
  let release: () => void = () => undefined
  const gone = new Promise<void>(resolve => (release = resolve))
  await page.route(
    url => url.port !== new URL(page.url()).port,
    async route => {
      const isUpload = route.request().method() === 'POST' && (route.request().headers()['content-type'] ?? '').startsWith('multipart/form-data')
      if (isUpload) await gone
      await route.continue()
    },
  )
  await page.getByTestId('files').setInputFiles(freshPdf('js-006.pdf'))
  await page.getByRole('button', { name: words.ja.submit }).click()
  await page.getByRole('link', { name: words.ja.list, exact: true }).click()
  const panel = page.getByRole('complementary', { name: words.ja.panel })
  await expect(panel.getByText('0 / 1 件')).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(panel.getByText('1件のSDSを登録しました')).toBeVisible()
})

test('a viewer is redirected to the list', async ({ page }) => {
  await logInAs(page, 'viewer', 'ja', '/sds/upload')
  await expect(page).toHaveURL(/#\/sds\/index/)
  await expect(page.getByRole('link', { name: words.ja.sections })).toHaveCount(0)
})

test('it fits a narrow screen', async ({ page }) => {
  await logInAs(page, 'admin', 'ja', '/sds/upload')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { level: 1, name: words.ja.title })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

import { expect, it } from 'vitest'
import { hasText, showLocale, startI18n, textsReady } from './i18n'
import { needTexts } from './needs'

it('has the texts of code that is loaded while the language changes, in the new language', async () => {
  await startI18n('ja-JP')
  const shown = showLocale('en-US')
  // As a screen does whose code arrives now.
  needTexts('upload')
  await textsReady()
  await shown
  expect(hasText('upload.lead')).toBe(true)
  await showLocale('ja-JP')
})

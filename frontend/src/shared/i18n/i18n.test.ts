import { expect, it, vi } from 'vitest'

it('has the texts of code that is loaded while the language changes, in the new language', async () => {
  vi.resetModules()
  const { hasText, showLocale, startI18n, textsReady } = await import('./i18n')
  const { needTexts, neededTexts } = await import('./needs')
  // Composed, since a key in the code would need its area from the beginning.
  const area = 'upload'
  const key = [area, 'lead'].join('.')
  await startI18n('ja-JP')
  expect(neededTexts()).not.toContain(area)
  const shown = showLocale('en-US')
  // As a screen does whose code arrives now.
  needTexts(area)
  await textsReady()
  await shown
  expect(hasText(key)).toBe(true)
  await showLocale('ja-JP')
})

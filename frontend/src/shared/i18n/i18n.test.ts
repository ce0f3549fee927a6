import { expect, it, vi } from 'vitest'

it('writes numbers in texts with the separators of the language, and texts as they are', async () => {
  const { showLocale, startI18n, text } = await import('./i18n')
  const { needTexts } = await import('./needs')
  needTexts('users', 'sheet')
  await startI18n('ja-JP')
  expect(text('users.count', { count: 12500 })).toBe('12,500人')
  expect(text('users.count', { count: 999 })).toBe('999人')
  expect(text('sheet.edit.un.range', { number: '1263' })).toContain('1263')
  await showLocale('en-US')
  expect(text('users.count', { count: 1 })).toBe('1 user')
  expect(text('users.count', { count: 12500 })).toBe('12,500 users')
  await showLocale('ja-JP')
})

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

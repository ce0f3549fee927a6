import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FormAlert } from './FormAlert'

test('what is wrong with a form comes into view, and again when it says something else', () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { rerender } = render(<FormAlert>保存できません</FormAlert>)
  expect(shown).toHaveBeenCalledTimes(1)
  rerender(<FormAlert>保存できません</FormAlert>)
  expect(shown).toHaveBeenCalledTimes(1)
  rerender(<FormAlert>サーバーに接続できません</FormAlert>)
  expect(shown).toHaveBeenCalledTimes(2)
})

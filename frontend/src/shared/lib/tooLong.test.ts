import { expect, test } from 'vitest'
import { isTooLong } from './tooLong'

test.each([
  ['', false],
  ['abc', false],
  ['abcd', true],
  // What surrounds a text is not sent.
  ['  abc\n', false],
  ['a bc', true],
  // Stored as two, a character is one all the same.
  ['𠮷𠮷𠮷', false],
  ['𠮷𠮷𠮷𠮷', true],
])('%j is longer than three characters: %s', (text, wanted) => {
  expect(isTooLong(text, { maxLength: 3 })).toBe(wanted)
})

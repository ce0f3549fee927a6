import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clean, trouble } from './text'

interface Vector {
  name: string
  in: string
  clean: string
  trouble: string
}

// The server's tests read the same vectors.
const vectors = JSON.parse(readFileSync('../shared/text/testdata/vectors.json', 'utf8')) as Vector[]
const codes: Record<string, string | null> = { '': null, 'text.control': 'control', 'text.unknown_character': 'unknownCharacter', 'text.marks': 'marks' }

test.each(vectors)('$name', vector => {
  const text = clean(vector.in)
  expect(trouble(text)).toBe(codes[vector.trouble])
  if (vector.trouble === '') expect(text).toBe(vector.clean)
})

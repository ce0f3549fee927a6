import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { document, source } from '../../../scripts/rules.mjs'

it('the rules of forms are those of the API', () => {
  expect(readFileSync('src/shared/api/rules.ts', 'utf8')).toBe(source(document()))
})

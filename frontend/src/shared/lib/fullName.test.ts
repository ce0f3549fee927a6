import { expect, test } from 'vitest'
import { fullName } from './fullName'

test.each([
  ['佐藤', '真由美', 'ja-JP', '佐藤 真由美'],
  ['佐藤', '真由美', 'en-US', '佐藤 真由美'],
  ['サトウ', 'マユミ', 'en-US', 'サトウ マユミ'],
  ['Smith', 'Ann', 'en-US', 'Ann Smith'],
  ['Smith', 'Ann', 'ja-JP', 'Smith Ann'],
] as const)('%s %s in %s', (last_name, first_name, locale, name) => expect(fullName({ last_name, first_name }, locale)).toBe(name))

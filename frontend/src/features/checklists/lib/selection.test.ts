import { expect, it } from 'vitest'
import { laws } from '@/test/laws'
import { buildTree, checkedOf, flatten, search, toggle } from './selection'

const tree = buildTree(laws)
const node = (id: number) => flatten(tree).find(one => one.id === id)!
const [law, category, first, second, other] = [100010000, 200000001, 300000001, 300000002, 200000002]

it('merges a complete set: all classes are their category, all categories their law', () => {
  let chosen: ReadonlySet<number> = toggle(node(first), new Set())
  expect([...chosen]).toEqual([first])
  chosen = toggle(node(second), chosen)
  expect([...chosen]).toEqual([category])
  chosen = toggle(node(other), chosen)
  expect([...chosen]).toEqual([law])
  expect(flatten([node(law)]).map(one => checkedOf(one, chosen))).toEqual(['true', 'true', 'true', 'true', 'true'])
})

it('keeps the other parts when one part of a whole is removed', () => {
  const chosen = toggle(node(first), new Set([law, 400000001]))
  expect(chosen).toEqual(new Set([other, second, 400000001]))
  expect(checkedOf(node(law), chosen)).toBe('mixed')
  expect(checkedOf(node(category), chosen)).toBe('mixed')
  expect(checkedOf(node(first), chosen)).toBe('false')
})

it('replaces descendants when their ancestor is chosen', () => {
  expect(toggle(node(law), new Set([second, 100020000]))).toEqual(new Set([100020000, law]))
})

it('shows nodes with single chosen substances as partly chosen', () => {
  expect(checkedOf(node(category), new Set([400000001]), new Set([category, law]))).toBe('mixed')
})

it('finds by all words, with ancestors and descendants of a hit', () => {
  expect(search(tree, ' ')).toBeUndefined()
  expect(search(tree, '特定')).toEqual(new Set([second, category, law]))
  expect(search(tree, 'prtr ｃｌａｓｓ２')).toEqual(new Set([other, law]))
  expect(search(tree, '米国')).toEqual(new Set([100020000, 200000003]))
  expect(search(tree, 'no such law')).toEqual(new Set())
})

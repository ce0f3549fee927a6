import type { Law, Name } from '@/shared/api/laws'

/** A node of the tree of laws: a law, a category or a class. */
export interface LawNode {
  id: number
  level: 1 | 2 | 3
  name: Name
  code: string
  /** Has to be asked for: a law of another country, or a list that hits nearly everything. */
  optional: boolean
  /** False where the law's list is not among the data: every verdict would be "unknown". */
  loaded: boolean
  parent: LawNode | undefined
  children: LawNode[]
}

/** The tree of the laws. A category whose class is its only one has no children. */
export function buildTree(laws: readonly Law[]): LawNode[] {
  return laws.map(law => {
    const root: LawNode = { id: law.id, level: 1, name: law.name, code: law.code, optional: law.categories.every(one => !one.default), loaded: law.categories.some(one => one.loaded), parent: undefined, children: [] }
    root.children = law.categories.map(category => {
      const node: LawNode = { id: category.id, level: 2, name: category.name, code: category.code, optional: !category.default, loaded: category.loaded, parent: root, children: [] }
      if (category.classes.length > 1) {
        node.children = category.classes.map(one => ({ id: one.id, level: 3, name: one.name, code: one.code, optional: node.optional, loaded: category.loaded, parent: node, children: [] }))
      }
      return node
    })
    return root
  })
}

/** Every node of the tree, in order. */
export const flatten = (nodes: readonly LawNode[]): LawNode[] => nodes.flatMap(node => [node, ...flatten(node.children)])

export type Checked = 'true' | 'false' | 'mixed'

/** Whether a node itself, or one that it is part of, is chosen. */
export function isCovered(node: LawNode | undefined, chosen: ReadonlySet<number>): boolean {
  for (let at = node; at; at = at.parent) if (chosen.has(at.id)) return true
  return false
}

const anyBelow = (node: LawNode, chosen: ReadonlySet<number>): boolean => node.children.some(child => chosen.has(child.id) || anyBelow(child, chosen))

/** The state of a node's check box. `within` are nodes of which single substances are chosen. */
export function checkedOf(node: LawNode, chosen: ReadonlySet<number>, within: ReadonlySet<number> = new Set()): Checked {
  if (isCovered(node, chosen)) return 'true'
  return anyBelow(node, chosen) || within.has(node.id) ? 'mixed' : 'false'
}

const withoutBelow = (node: LawNode, chosen: Set<number>) => flatten(node.children).forEach(({ id }) => chosen.delete(id))

/** The choice when a node's check box is clicked. What is chosen as a whole is kept as one: a law, not all of its categories. */
export function toggle(node: LawNode, before: ReadonlySet<number>): Set<number> {
  const chosen = new Set(before)
  if (isCovered(node, chosen)) {
    // Of a whole that is left, the other parts stay.
    for (let at: LawNode | undefined = node; at; at = at.parent) {
      if (chosen.delete(at.id)) break
      at.parent?.children.forEach(sibling => sibling !== at && chosen.add(sibling.id))
    }
    return chosen
  }
  chosen.add(node.id)
  withoutBelow(node, chosen)
  for (let at = node.parent; at && at.children.every(({ id }) => chosen.has(id)); at = at.parent) {
    at.children.forEach(({ id }) => chosen.delete(id))
    chosen.add(at.id)
  }
  return chosen
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/** The nodes whose name or code has all words of a search, with those that they are part of and, of a hit, all below; undefined for no search. */
export function search(nodes: readonly LawNode[], text: string): Set<number> | undefined {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const found = new Set<number>()
  for (const node of flatten(nodes)) {
    const path = [node, node.parent, node.parent?.parent].filter(one => one !== undefined)
    const own = plain(`${node.name.ja} ${node.name.en} ${node.code}`)
    const whole = path.map(one => plain(`${one.name.ja} ${one.name.en} ${one.code}`)).join(' ')
    if (!words.every(word => whole.includes(word)) || !words.some(word => own.includes(word))) continue
    path.forEach(({ id }) => found.add(id))
    flatten(node.children).forEach(({ id }) => found.add(id))
  }
  return found
}

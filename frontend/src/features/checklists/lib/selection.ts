import type { Law, Name } from '@/shared/api/laws'

/** A node of the tree of laws: a law, a category or a class. */
export interface LawNode {
  id: number
  level: 1 | 2 | 3
  name: Name
  code: string
  /** Shown only on request: a law of another country, or a list that hits nearly everything. */
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

/** Whether a node or one of its ancestors is chosen. */
export function isCovered(node: LawNode | undefined, chosen: ReadonlySet<number>): boolean {
  for (let at = node; at; at = at.parent) if (chosen.has(at.id)) return true
  return false
}

const anyBelow = (node: LawNode, chosen: ReadonlySet<number>): boolean => node.children.some(child => chosen.has(child.id) || anyBelow(child, chosen))

/** The state of a node's check box. `within` are nodes with single chosen substances. */
export function checkedOf(node: LawNode, chosen: ReadonlySet<number>, within: ReadonlySet<number> = new Set()): Checked {
  if (isCovered(node, chosen)) return 'true'
  return anyBelow(node, chosen) || within.has(node.id) ? 'mixed' : 'false'
}

const withoutBelow = (node: LawNode, chosen: Set<number>) => flatten(node.children).forEach(({ id }) => chosen.delete(id))

/** The choice after a click on a node's check box. A completely chosen node replaces its children. */
export function toggle(node: LawNode, before: ReadonlySet<number>): Set<number> {
  const chosen = new Set(before)
  if (isCovered(node, chosen)) {
    // The other parts of a whole stay chosen.
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

/**
 * The nodes whose name or code contains all words of a search, with their ancestors and, for a hit, all
 * descendants; undefined for no search.
 */
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

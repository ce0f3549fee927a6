import { type Name, type Proof, type Verdict, verdicts } from '@/shared/api/laws'

export interface ClassProofs {
  key: string
  name: Name
  /** Whether this is the category's only class, which needs no name of its own. */
  alone: boolean
  verdict: Verdict
  /** Strongest first. */
  proofs: Proof[]
}
export interface CategoryProofs {
  key: string
  name: Name
  verdict: Verdict
  classes: ClassProofs[]
}
export interface LawProofs {
  key: string
  name: Name
  verdict: Verdict
  categories: CategoryProofs[]
}

/** The rank of a verdict; lower is stronger. */
export const rank = (verdict: Verdict) => verdicts.indexOf(verdict)

const byStrength = <T extends { verdict: Verdict }>(a: T, b: T) => rank(a.verdict) - rank(b.verdict)

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return [...groups.values()]
}

/** Proofs by law, category and class; the strongest first, otherwise in the given order. */
export function byLaw(proofs: readonly Proof[]): LawProofs[] {
  const strongestOf = <T extends { verdict: Verdict }>(parts: readonly T[]): Verdict => parts[0]?.verdict ?? 'not_listed'
  return groupBy(proofs, proof => proof.law_code)
    .map(ofLaw => {
      const categories = groupBy(ofLaw, proof => proof.category_code)
        .map(ofCategory => {
          const classes = groupBy(ofCategory, proof => proof.class_code)
            .map(ofClass => {
              const sorted = ofClass.toSorted(byStrength)
              const [{ law_code: law, category_code: category, class_code: code, class_name: name }] = sorted as [Proof, ...Proof[]]
              return { key: `${law}/${category}/${code}`, name, alone: code === 'DEFAULT', verdict: strongestOf(sorted), proofs: sorted }
            })
            .toSorted(byStrength)
          const [{ law_code: law, category_code: category, category_name: name }] = ofCategory as [Proof, ...Proof[]]
          return { key: `${law}/${category}`, name, verdict: strongestOf(classes), classes }
        })
        .toSorted(byStrength)
      const [{ law_code: law, law_name: name }] = ofLaw as [Proof, ...Proof[]]
      return { key: law, name, verdict: strongestOf(categories), categories }
    })
    .toSorted(byStrength)
}

/** The number of classes of each verdict. */
export function countClasses(laws: readonly LawProofs[]): Partial<Record<Verdict, number>> {
  const counts: Partial<Record<Verdict, number>> = {}
  for (const { verdict } of laws.flatMap(({ categories }) => categories.flatMap(({ classes }) => classes))) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}

/** The laws with only their classes of some verdicts; those without any are left out. */
export function withVerdicts(laws: readonly LawProofs[], wanted: readonly Verdict[]): LawProofs[] {
  return laws.flatMap(law => {
    const categories = law.categories.flatMap(category => {
      const classes = category.classes.filter(({ verdict }) => wanted.includes(verdict))
      return classes.length > 0 ? [{ ...category, classes }] : []
    })
    return categories.length > 0 ? [{ ...law, categories }] : []
  })
}

import type { Due, Duty, Proof } from '@/shared/api/laws'

/** The kinds of duties, in the order in which they are listed. */
export const dutyKinds = [
  'permit', 'appoint', 'risk', 'equipment', 'measurement', 'health', 'protection', 'sign', 'label', 'sds', 'storage', 'education', 'inspection', 'record', 'report', 'disposal', 'transport', 'emergency',
] as const satisfies readonly Duty['kind'][]
export type DutyKind = (typeof dutyKinds)[number]

/** How a duty follows, the strongest first. */
export const dutyForces = ['required', 'conditional', 'possible', 'scheduled'] as const satisfies readonly Due['force'][]
export type DutyForce = (typeof dutyForces)[number]

/** Duties by kind; kinds without any are left out. */
export function byKind<T extends Pick<Duty, 'kind'>>(duties: readonly T[]): { kind: DutyKind; duties: T[] }[] {
  return dutyKinds.map(kind => ({ kind, duties: duties.filter(duty => duty.kind === kind) })).filter(({ duties: of }) => of.length > 0)
}

/** What the open verdicts lack: one question each, with the classes that its answer would settle. */
export interface Question {
  missing: string
  classes: string[]
  /** The ingredients that it is about, where the verdicts name them. */
  parts: string[]
  /** The field of the sheet that answers it, where there is one. */
  place?: { section: number; id: string }
}

/** The fields that answer questions on the product. */
const answers: Readonly<Record<string, { section: number; id: string }>> = {
  flash_point: { section: 9, id: 'flash_point' },
  boiling_point: { section: 9, id: 'boiling_point' },
  auto_ignition: { section: 9, id: 'auto_ignition' },
  state: { section: 9, id: 'state' },
  solubility: { section: 9, id: 'solubility_water' },
  ph: { section: 9, id: 'ph' },
  un_number: { section: 14, id: 'un_number' },
}

/** The field of the ingredient, or of the product, that answers what a verdict lacks. */
function placeFor(missing: string, proof: Proof): Question['place'] {
  if (answers[missing]) return answers[missing]
  if (!['cas', 'name', 'concentration'].includes(missing)) return undefined
  for (const { section, field } of proof.inputs ?? []) {
    const [group, row, key] = field.split('/')
    if (section === 3 && group && row && key) return { section, id: `${group}/${row}/${missing}` }
  }
  return undefined
}

/** What a list that is not loaded or the work lacks is no question to the sheet. */
const noQuestions = ['list', 'process']

/** The questions behind the verdicts that are open, the most decisive first. Only a class's first missing value is asked for. */
export function questions(proofs: readonly Proof[]): Question[] {
  const found = new Map<string, Question>()
  for (const proof of proofs) {
    const open = proof.verdict === 'unknown' || proof.verdict === 'requires_context'
    const missing = open ? proof.missing?.[0] : undefined
    if (!missing || noQuestions.includes(missing)) continue
    const question = found.get(missing) ?? { missing, classes: [], parts: [] }
    found.set(missing, question)
    const key = `${proof.law_code}/${proof.category_code}/${proof.class_code}`
    if (!question.classes.includes(key)) question.classes.push(key)
    const part = proof.reason.args?.part
    if (part && !question.parts.includes(part)) question.parts.push(part)
    question.place ??= placeFor(missing, proof)
  }
  return [...found.values()].toSorted((a, b) => b.classes.length - a.classes.length)
}

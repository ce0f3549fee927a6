/** Whether two values of a form say the same. */
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isSet = (value: unknown): value is readonly (string | number)[] => Array.isArray(value) && value.every(one => typeof one === 'string' || typeof one === 'number')

/** Choices that were ticked: each is one of its own, so that both people's ticks count. */
function mergeSets(base: readonly (string | number)[], mine: readonly (string | number)[], theirs: readonly (string | number)[]) {
  const kept = theirs.filter(one => mine.includes(one) || !base.includes(one))
  return [...kept, ...mine.filter(one => !base.includes(one) && !theirs.includes(one))]
}

/**
 * Brings together what a person has typed and what somebody else has saved meanwhile, both beginning from `base`. What only
 * one of them has changed is taken over; `conflicts` are the fields that both have changed to different values, where
 * `merged` has the person's.
 */
export function mergeFields<F extends object>(base: F, mine: F, theirs: F): { merged: F; conflicts: (keyof F)[] } {
  const merged = { ...theirs }
  const conflicts: (keyof F)[] = []
  for (const name of Object.keys(theirs) as (keyof F)[]) {
    const [was, typed, now] = [base[name], mine[name], theirs[name]]
    if (same(typed, was) || same(typed, now)) continue
    if (isSet(was) && isSet(typed) && isSet(now)) {
      merged[name] = mergeSets(was, typed, now) as F[keyof F]
      continue
    }
    merged[name] = typed
    if (!same(was, now)) conflicts.push(name)
  }
  return { merged, conflicts }
}

/** Whether two values of a form are equal. */
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isSet = (value: unknown): value is readonly (string | number)[] => Array.isArray(value) && value.every(one => typeof one === 'string' || typeof one === 'number')

/** Ticked choices: each is merged individually, so that both users' ticks count. */
function mergeSets(base: readonly (string | number)[], mine: readonly (string | number)[], theirs: readonly (string | number)[]) {
  const kept = theirs.filter(one => mine.includes(one) || !base.includes(one))
  return [...kept, ...mine.filter(one => !base.includes(one) && !theirs.includes(one))]
}

/**
 * Merges a user's input with another user's change, both starting from `base`. A field changed by only one
 * of them is taken over; `conflicts` are the fields that both have changed to different values, with the
 * user's own in `merged`.
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

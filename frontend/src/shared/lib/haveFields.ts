export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether stored values have the fields of a form, with values of the same kinds. */
export function haveFields(values: unknown, now: object): boolean {
  if (!isObject(values)) return false
  const names = Object.keys(now)
  return names.length === Object.keys(values).length && Object.entries(now).every(([name, value]) => typeof values[name] === typeof value && Array.isArray(values[name]) === Array.isArray(value))
}

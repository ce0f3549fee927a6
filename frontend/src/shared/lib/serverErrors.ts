import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '@/shared/api/error'

/** `body.people[2].email` -> `people.2.email`: react-hook-form's field names. */
function formPath(path: string): string {
  return path.replace(/^body\.?/, '').replace(/\[(\d+)\]/g, '.$1')
}

/**
 * Shows the server's field errors at the fields of the form, and focuses the first. `names` maps the API's
 * field names to the form's where they differ. Returns whether any field was found; if not, the failure has
 * to be reported elsewhere.
 */
export function applyServerErrors<F extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<F>,
  fields: readonly FieldPath<F>[],
  names: Record<string, FieldPath<F>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  let found = false
  for (const fault of error.fields) {
    const path = formPath(fault.path)
    // The error of an entry of a list is shown at the list.
    const name = names[path] ?? fields.find(field => field === path) ?? fields.find(field => path.startsWith(`${field}.`))
    if (!name) continue
    setError(name, { type: 'server', message: fault.detail }, { shouldFocus: !found })
    found = true
  }
  return found
}

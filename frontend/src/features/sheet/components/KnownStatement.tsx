import { bareWording } from '../lib/wording'
import { useStatements } from '../statements/useStatements'

/** The wording of a statement's code in the language of the screen, where the sheet prints none or another. */
export function KnownStatement({ code, printed }: { code: string; printed: string }) {
  const known = useStatements()[code.replace(/\s/g, '')]
  if (known === undefined || bareWording(known) === bareWording(printed)) return null
  return <div className="known">{known}</div>
}

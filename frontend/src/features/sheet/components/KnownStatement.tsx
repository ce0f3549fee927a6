import { useStatements } from '../statements/useStatements'

/** The parts of a wording that matter for comparing two. */
const bare = (text: string) => text.normalize('NFKC').replace(/[\s。．.、,;；]/g, '').toLowerCase()

/** The wording of a statement's code in the language of the screen, where the sheet prints none or another. */
export function KnownStatement({ code, printed }: { code: string; printed: string }) {
  const known = useStatements()[code.replace(/\s/g, '')]
  if (known === undefined || bare(known) === bare(printed)) return null
  return <div className="known">{known}</div>
}

import { WatchedSubstance } from '@/shared/api/rules'
import { casFault, tidyCas } from '@/shared/lib/cas'
import { isTooLong } from '@/shared/lib/tooLong'

/** A row of the form: a CAS number with a threshold, as typed. */
export interface SubstanceRow {
  /** Of a stored row its CAS number, so that equal rows are equal. */
  key: string
  cas: string
  name: string
  operator: '>=' | '>'
  threshold: string
}

export const emptyRow = (given: Partial<SubstanceRow> = {}): SubstanceRow => ({ key: crypto.randomUUID(), cas: '', name: '', operator: '>=', threshold: '0', ...given })

export const isBlank = ({ cas, name }: SubstanceRow) => cas.trim() === '' && name.trim() === ''

export type RowFault = 'form' | 'checkDigit' | 'duplicate' | 'threshold' | 'name'

const number = /^\d+(?:\.\d+)?$/

/** The fault of each row, by its key. */
export function rowFaults(rows: readonly SubstanceRow[]): ReadonlyMap<string, RowFault> {
  const faults = new Map<string, RowFault>()
  const seen = new Set<string>()
  for (const row of rows) {
    if (isBlank(row)) continue
    const cas = tidyCas(row.cas)
    const fault = casFault(cas) ?? (seen.has(cas) ? 'duplicate' : !number.test(row.threshold.trim()) || Number(row.threshold) > 100 ? 'threshold' : isTooLong(row.name, WatchedSubstance.name) ? 'name' : undefined)
    seen.add(cas)
    if (fault) faults.set(row.key, fault)
  }
  return faults
}

const cell = /\t|,|、|;/

/**
 * The rows of pasted lines, such as from a spreadsheet: CAS number, then a name or a threshold in any order
 * (`108-88-3`, `108-88-3<tab>Toluene<tab>0.1`, `108-88-3, >1`).
 */
export function readRows(text: string): SubstanceRow[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => {
      const cells = line.split(cell).map(part => part.trim()).filter(Boolean)
      const at = cells.findIndex(part => casFault(tidyCas(part)) !== 'form')
      const cas = tidyCas(cells[Math.max(at, 0)] ?? '')
      const rest = cells.filter((_, i) => i !== Math.max(at, 0))
      const share = rest.map(part => /^(>=|≥|≧|>|＞)?\s*(\d+(?:\.\d+)?)\s*[%％]?\s*(以上|超)?$/.exec(part.normalize('NFKC').replace(/[≥≧]/, '>='))).find(Boolean)
      const name = rest.find(part => !share || part.normalize('NFKC').replace(/[≥≧]/, '>=') !== share.input) ?? ''
      return emptyRow({ cas, name, operator: share?.[1] === '>' || share?.[3] === '超' ? '>' : '>=', threshold: share?.[2] ?? '0' })
    })
}

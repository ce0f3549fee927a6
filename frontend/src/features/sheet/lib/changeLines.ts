import type { ChangedValue } from '@/shared/api/versions'
import { columnsOf } from '@/shared/sds/definitions'

/** A line of a comparison: a value that changed, or a row of a table that is new or gone, with its values. */
export type ChangeLine = { kind: 'value'; change: ChangedValue } | { kind: 'added' | 'removed'; changes: ChangedValue[] }

const rowOf = ({ section, group, row }: ChangedValue) => (group && row ? `${section}/${group}/${row}` : '')

/** Changes as lines, in their order; those of a row that is new or gone are one. */
export function changeLines(changes: readonly ChangedValue[]): ChangeLine[] {
  const lines: ChangeLine[] = []
  const done = new Set<string>()
  for (const change of changes) {
    const row = rowOf(change)
    if (row && done.has(row)) continue
    const same = row ? changes.filter(other => rowOf(other) === row) : []
    const kind = kindOf(same)
    if (kind === 'value') lines.push({ kind, change })
    else {
      done.add(row)
      lines.push({ kind, changes: same })
    }
  }
  return lines
}

function kindOf(same: readonly ChangedValue[]): ChangeLine['kind'] {
  // A cell alone may be new in a row that both versions have: its first column is there in both.
  if (!same.some(({ section, group = '', key }) => key === columnsOf(section, group)[0]?.key)) return 'value'
  if (same.every(({ was }) => !was)) return 'added'
  return same.every(({ is }) => !is) ? 'removed' : 'value'
}

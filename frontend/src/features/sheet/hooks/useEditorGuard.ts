import { staysOpen } from '@/shared/lib/openSheet'
import { useUnsaved } from '@/shared/lib/unsaved'
import { useSheetContext } from '../context'

/** Input in an open editor counts as unsaved, and is applied before any confirmation. */
export function useEditorGuard(changed: boolean, take: () => void): void {
  const { sheet } = useSheetContext()
  useUnsaved(changed, { part: 'sheet', survives: staysOpen(sheet.id), apply: take })
}

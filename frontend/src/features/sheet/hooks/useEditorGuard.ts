import { staysOpen } from '@/shared/lib/openSheet'
import { useUnsaved } from '@/shared/lib/unsaved'
import { useSheetContext } from '../context'

/** What has been typed into an open editor is part of what would be lost, and is taken over before anything is asked. */
export function useEditorGuard(changed: boolean, take: () => void): void {
  const { sheet } = useSheetContext()
  useUnsaved(changed, { part: 'sheet', survives: staysOpen(sheet.id), settle: take })
}

import { useState } from 'react'
import { useFormRecord } from '@/shared/api/me'
import { dropDraft, keepDraft, keptDraft } from '@/shared/lib/drafts'

const isIds = (content: unknown): content is readonly string[] => Array.isArray(content) && content.every(one => typeof one === 'string')

/** The departments chosen for the next registration; null: none have been chosen yet. They are kept in this tab until the registration begins. */
export function useKeptDepartments(): { chosen: readonly string[] | null; choose: (ids: readonly string[]) => void; drop: () => void } {
  const { owner, name } = useFormRecord('upload', 'departments')
  const [chosen, setChosen] = useState(() => keptDraft(owner, name, isIds)?.content ?? null)
  return {
    chosen,
    choose: ids => {
      setChosen(ids)
      keepDraft(owner, name, 0, ids)
    },
    drop: () => dropDraft(owner, name),
  }
}

import { useCallback } from 'react'
import type { Checklist } from '@/shared/api/checklists'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'

/** The names of a checklist's targets, the first of them in full. */
export function useTargetsText(shown = 2) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  return useCallback(
    (list: Pick<Checklist, 'kind' | 'targets' | 'substances' | 'law_regulation_text'>): string => {
      if (list.kind === 'request' && list.targets.length === 0) return list.law_regulation_text ?? ''
      const names = list.kind === 'substances' ? list.substances.map(({ cas, name }) => name || cas) : list.targets.map(({ name }) => nameOf(name))
      const rest = names.length - shown
      const first = names.slice(0, shown).join(t('common.listSeparator'))
      return rest > 0 ? `${first} ${t('checklists.more', { count: rest })}` : first
    },
    [t, nameOf, shown],
  )
}

import { useCallback, useMemo } from 'react'
import { useDepartments } from '@/shared/api/departments'
import { useTags } from '@/shared/api/tags'
import type { Option } from '@/shared/filters/option'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The company's departments and tags, as choices and for names. */
export interface Names {
  departments: readonly Option[]
  tags: readonly Option[]
  departmentName: (id: string) => string
  tagName: (id: string) => string
}

const nameIn = (options: readonly Option[]) => {
  const names = new Map(options.map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? ''
}

const none: readonly Option[] = []

export function useNames(): Names {
  const { data: departments = none } = useDepartments()
  const { data: tags = none } = useTags()
  return useMemo(() => ({ departments, tags, departmentName: nameIn(departments), tagName: nameIn(tags) }), [departments, tags])
}

/** A cut list of names: the first few, and the number of the others. */
export function useShortList() {
  const { t } = useTranslation()
  return useCallback(
    (names: readonly string[], shown: number): string => {
      const separator = t('common.listSeparator')
      const rest = names.length - shown
      return rest > 0 ? `${names.slice(0, shown).join(separator)} ${t('sheets.more', { count: rest })}` : names.join(separator)
    },
    [t],
  )
}

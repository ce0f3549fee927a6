import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDepartments } from '@/shared/api/departments'
import { useTags } from '@/shared/api/tags'

/** Something that is chosen by its name. */
export interface Option {
  id: string
  name: string
}

/** The company's departments and tags, to choose from and to name. */
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

/** How a list of names is cut: the first few, and how many are left. */
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

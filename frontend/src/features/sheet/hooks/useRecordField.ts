import { useMemo } from 'react'
import { usePeople } from '@/shared/api/people'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useSheetContext, useSheetState } from '../context'
import type { RecordFieldName, RecordFields } from '../lib/draft'

/** The fields that name others: departments, users, tags. */
export type NamingField = 'department_id_list' | 'assignee_id_list' | 'tag_id_list'

/** A field of the sheet record, with its unsaved change. */
export function useRecordField<N extends RecordFieldName>(name: N) {
  const { t } = useTranslation()
  const { sheet, dispatch } = useSheetContext()
  const change = useSheetState(({ draft }) => draft.record[name])
  const fault = useSheetState(({ faults }) => faults[name])
  return {
    label: t(keyIn('sds.record', name.replace('_id_list', 's'))),
    value: (change?.value ?? sheet[name]) as RecordFields[N],
    conflict: change?.conflict === true,
    /** The server's error. */
    fault,
    set: (value: RecordFields[N]) => dispatch({ type: 'setRecordField', name, value, base: sheet[name] }),
  }
}

const nobody: readonly never[] = []

/** What a field names, or to choose from: all that it can name. */
export function useNamed(name: NamingField, toChoose = false): readonly { id: string; name: string }[] {
  const { t } = useTranslation()
  const { sheet, departments, tags } = useSheetContext()
  const { data: people = nobody } = usePeople({ enabled: name === 'assignee_id_list' && (toChoose || sheet.assignee_id_list.length > 0) })
  // An assignee who has left stays visible, and can be removed.
  const assignable = useMemo(() => {
    const gone = sheet.assignee_id_list.filter(id => !people.some(person => person.id === id))
    return [...people.map(({ id, name }) => ({ id, name })), ...(people.length > 0 ? gone.map(id => ({ id, name: t('record.manage.goneUser') })) : [])]
  }, [people, sheet.assignee_id_list, t])
  return { department_id_list: departments, assignee_id_list: assignable, tag_id_list: tags }[name]
}

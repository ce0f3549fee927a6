import { useCallback } from 'react'
import type { WholeSheet } from '@/shared/api/sheets'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Place, sectionOf } from './fields'

/** The label of a field on the screen: its name, in a table with its row. */
export function usePlaceLabel() {
  const { t } = useTranslation()
  return useCallback(
    (sheet: WholeSheet, { section, id }: Place): string => {
      const [group, row, key] = id.split('/')
      if (group === undefined || row === undefined || key === undefined) return t(keyIn('sds.field', id))
      const rows = sectionOf(sheet, section)?.groups.find(one => one.key === group)?.rows ?? []
      const number = rows.findIndex(one => one.id === row) + 1
      const label = `${t('sheet.rowNumber', { what: t(keyIn('sds.rowOf', group)), number })} ${t(keyIn('sds.field', key))}`
      return label.charAt(0).toUpperCase() + label.slice(1)
    },
    [t],
  )
}

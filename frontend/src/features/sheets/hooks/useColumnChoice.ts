import { useMediaQuery } from '@mui/material'
import { useState } from 'react'
import type { ColumnChoice } from '../components/ColumnMenu'
import { columnNames } from '../components/columns'

const key = 'anzen.sheets.columns'

/** The shown columns: the user's choice on this device, by default those that fit on the screen. */
export function useColumnChoice(): [ColumnChoice, (choice: ColumnChoice) => void] {
  const wide = useMediaQuery('(min-width: 1560px)')
  const [chosen, setChosen] = useState<readonly string[] | null>(() => localStorage.getItem(key)?.split(',') ?? null)
  const shown = chosen ?? columnNames.filter(name => wide || !['product_code_list', 'tag_id_list', 'created_at'].includes(name))
  const choice = Object.fromEntries(columnNames.map(name => [name, shown.includes(name)])) as ColumnChoice
  const choose = (next: ColumnChoice) => {
    const names = columnNames.filter(name => next[name])
    localStorage.setItem(key, names.join(','))
    setChosen(names)
  }
  return [choice, choose]
}

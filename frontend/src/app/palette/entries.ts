import type { SvgIconProps } from '@mui/material'
import i18next, { type TFunction } from 'i18next'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSheets } from '@/shared/api/sheets'
import { addArea } from '@/shared/i18n/i18n'
import type { TextKey } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { listAddress } from '@/shared/lib/listAddress'
import { useScreens } from '@/shared/lib/screens'
import { searchRule } from '@/shared/lib/searchText'
import { isTooLong } from '@/shared/lib/tooLong'
import { FileIcon, SearchIcon } from '@/shared/ui/icons/icons'
import { useSheetOpener } from './useSheetOpener'

/** Something that the palette offers. */
export interface Entry {
  id: string
  group: 'sheets' | 'screens' | 'actions'
  text: string
  /** A further line. */
  about?: string
  icon: ComponentType<SvgIconProps>
  run: () => void
}

/** An action of the shell that the palette offers. */
export interface Action extends Pick<Entry, 'id' | 'text' | 'icon' | 'run'> {
  /** The key of its text, by which it is found in the other language too. */
  name?: TextKey
}

/** The sheets shown for what is typed. */
const mostSheets = 7
const pause = 200

/** Width and case make no difference. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const matches = (words: string, text: string) =>
  plain(words)
    .split(/\s+/)
    .every(word => plain(text).includes(word))

/** The areas of texts that name screens and actions. */
const namingAreas = ['palette', 'screens', 'shell'] as const

/** The names of screens and actions in the language that is not shown, once they are loaded; without them the shown ones are found. */
function useOtherNames(): TFunction | undefined {
  const { locale } = useTranslation()
  const [names, setNames] = useState<TFunction>()
  useEffect(() => {
    let over = false
    const other = locale === 'ja-JP' ? 'en-US' : 'ja-JP'
    const loaded = Promise.all(namingAreas.map(area => addArea(other, area)))
    void loaded.then(() => over || setNames(() => i18next.getFixedT(other)), () => undefined)
    return () => {
      over = true
    }
  }, [locale])
  return names
}

function useLate(value: string): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return late
}

/** What fits the typed words: sheets by the list's own search, screens and actions by their names in either language. */
export function useEntries(typed: string, actions: readonly Action[]): { entries: readonly Entry[]; searching: boolean } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const openSheet = useSheetOpener()
  const screens = useScreens()
  const other = useOtherNames()
  const words = typed.trim()
  const searched = useLate(words)
  const { data, isFetching } = useSheets(searched === '' || isTooLong(searched, searchRule) ? undefined : { text: searched, page: 1, limit: mostSheets })
  const entries = useMemo(() => {
    const found: Entry[] =
      words === '' || searched === ''
        ? []
        : (data?.items ?? []).map(({ id, name, supplier, product_name: product }) => ({
            id: `sheet-${id}`,
            group: 'sheets',
            text: name,
            about: [product !== name && product, supplier].filter(Boolean).join(' / '),
            icon: FileIcon,
            run: () => openSheet(id),
          }))
    if (found.length > 0 && data && data.total > found.length) {
      found.push({ id: 'all-sheets', group: 'sheets', text: t('palette.allSheets', { n: data.total }), icon: SearchIcon, run: () => void navigate(listAddress({ text: searched })) })
    }
    const nameIs = (text: string, key: TextKey | undefined) => matches(words, text) || (other !== undefined && key !== undefined && matches(words, other(key)))
    const named = [
      ...screens.filter(({ title }) => nameIs(t(title), title)).map(({ path, title, icon }): Entry => ({ id: path, group: 'screens', text: t(title), icon, run: () => void navigate(path) })),
      ...actions.filter(({ text, name }) => nameIs(text, name)).map((action): Entry => ({ ...action, group: 'actions' })),
    ]
    // Sheets arrive later: they are appended, so that nothing moves under the selection.
    return [...named, ...found]
  }, [words, searched, data, screens, actions, other, t, navigate, openSheet])
  return { entries, searching: words !== '' && (isFetching || words !== searched) }
}

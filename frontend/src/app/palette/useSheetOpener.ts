import { useCallback } from 'react'
import { useMatches, useNavigate } from 'react-router'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { paths, withQuery } from '@/shared/lib/paths'
import type { ScreenHandle } from '@/shared/lib/screenTitle'

/** Opens a sheet over the current screen if sheets can be opened there, otherwise over the list. */
export function useSheetOpener(): (id: string) => void {
  const navigate = useNavigate()
  const [, open] = useOpenSheet()
  const here = useMatches().some(({ handle }) => (handle as ScreenHandle | undefined)?.opensSheets)
  return useCallback((id: string) => (here ? open(id) : void navigate(withQuery(paths.sdsList, { sheet: id }))), [here, open, navigate])
}

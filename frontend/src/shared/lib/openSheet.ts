import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

const name = 'sheet'

/** The sheet whose drawer is open, by the URL, and a way to open another (or none). Going back closes it again. */
export function useOpenSheet(): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (id: string | null) => {
      setSearch(
        previous => {
          const next = new URLSearchParams(previous)
          if (id === null) next.delete(name)
          else next.set(name, id)
          return next
        },
        // Closing is no step of its own: back would open the drawer again.
        { replace: id === null },
      )
    },
    [setSearch],
  )
  return [search.get(name), open]
}

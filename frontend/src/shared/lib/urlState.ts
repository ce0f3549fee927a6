import { useCallback, useContext, useMemo } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useSearchParams } from 'react-router'

/** How one value is written in the URL. The default is left out of it. */
export interface Param<T> {
  parse(this: void, text: string | null): T
  format(this: void, value: T): string | null
}

export const textParam = (otherwise = ''): Param<string> => ({
  parse: text => text ?? otherwise,
  format: value => (value === otherwise ? null : value),
})

export const integerParam = (otherwise: number, min = 0): Param<number> => ({
  parse: text => {
    const value = Number(text)
    return text !== null && Number.isInteger(value) && value >= min ? value : otherwise
  },
  format: value => (value === otherwise ? null : String(value)),
})

export const choiceParam = <T extends string>(choices: readonly T[], otherwise: T): Param<T> => ({
  parse: text => choices.find(choice => choice === text) ?? otherwise,
  format: value => (value === otherwise ? null : value),
})

/** Several texts; a comma within one is kept. */
export const listParam = (): Param<readonly string[]> => ({
  parse: text => (text ? text.split(',').map(decodeURIComponent) : []),
  format: values => (values.length === 0 ? null : values.map(encodeURIComponent).join(',')),
})

type Params = Record<string, Param<unknown>>
export type UrlState<P extends Params> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never }

/** A list's order in the URL: `name` or `-name` for descending; empty for the server's default. */
export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

export const sortParam: Param<Sort | null> = {
  parse: text => (text ? { field: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' } : null),
  format: sort => (sort ? (sort.direction === 'desc' ? '-' : '') + sort.field : null),
}

/** How the address is changed. */
export interface ChangeOptions {
  /** No step for Back: the user goes on with the last one, such as in typing, or the screen corrects its address by itself. */
  replace?: boolean
}

const isDay = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Whether anything changes but a day that is another then: a date field gives a day for each digit of the year. */
function isStep(before: URLSearchParams, after: URLSearchParams): boolean {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(name => before.get(name) !== after.get(name))
  const [only, ...more] = names.filter(name => name !== 'page')
  const sameField = only !== undefined && more.length === 0 && isDay(before.get(only)) && isDay(after.get(only))
  return names.length > 0 && !sameField
}

/** The state that a query says. */
export const stateIn = <P extends Params>(params: P, search: URLSearchParams) =>
  Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.parse(search.get(name))])) as UrlState<P>

/**
 * State in the URL's query, so that a list can be linked to, reloaded and returned to. `params` must be
 * stable between renders (declare it outside of the component). Other query values are left alone. A patch
 * that changes anything is a step that Back takes back, unless it is to `replace` the last one. A patch changes the
 * router's address, not the one last rendered, so that several patches between two renderings all hold.
 */
export function useUrlState<P extends Params>(params: P): [UrlState<P>, (patch: Partial<UrlState<P>>, options?: ChangeOptions) => void] {
  const [search, setSearch] = useSearchParams()
  const rendered = useLocation()
  const router = useContext(DataRouterContext)?.router
  const state = useMemo(() => stateIn(params, search), [params, search])
  const patch = useCallback(
    (values: Partial<UrlState<P>>, options: ChangeOptions = {}) => {
      const here = router ? (router.state.navigation.location ?? router.state.location) : rendered
      const before = new URLSearchParams(here.search)
      const next = new URLSearchParams(before)
      for (const name of Object.keys(values)) {
        const text = params[name]?.format(values[name]) ?? null
        if (text === null) next.delete(name)
        else next.set(name, text)
      }
      const replace = options.replace === true || !isStep(before, next)
      // An entry keeps what it knows of the one below it (useOpenSheet).
      setSearch(next, { replace, ...(replace && { state: here.state as unknown }) })
    },
    [params, router, rendered, setSearch],
  )
  return [state, patch]
}

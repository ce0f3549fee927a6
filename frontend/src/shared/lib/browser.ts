/** The route in the hash of an address, as an address of its own. */
export const routeIn = ({ hash }: Pick<Location, 'hash'>) => new URL(hash.slice(1) || '/', 'http://route.invalid')

/** Whether the page is as narrow as a phone's (the theme's `down('md')`), for what is not drawn. */
export const isNarrow = () => typeof window.matchMedia === 'function' && window.matchMedia('(max-width:899.95px)').matches

/** The dashboard's effects on the page as a whole, in one place for tests. */
export const page = {
  /** Restarts the dashboard at the same address. */
  reload: (): void => window.location.reload(),
  /** Opens the browser's dialog to print. */
  print: (): void => window.print(),
  /** Leaves for another site. */
  leaveFor: (url: string): void => window.location.assign(url),
  /** Goes to a hash route, by the router or without one. */
  go: (path: string): void => window.location.assign(`#${path}`),
  /** Sets the hash route without rendering it, and keeps the query before it. */
  setRouteOfQuery: (path: string): void => window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#${path}`),
  /** Sets the hash route without rendering it; a reload then starts there. */
  setRoute: (path: string): void => window.history.replaceState(null, '', `${window.location.pathname}#${path}`),
}

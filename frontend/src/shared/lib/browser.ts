/** What the dashboard does to the page as a whole; one place, so that tests can watch it. */
export const page = {
  /** Starts the dashboard anew at the same address. */
  reload: (): void => window.location.reload(),
  /** Leaves for another site. */
  leaveFor: (url: string): void => window.location.assign(url),
  /** Sets the hash route without rendering it; a reload then starts there. */
  setRoute: (path: string): void => window.history.replaceState(null, '', `${window.location.pathname}#${path}`),
}

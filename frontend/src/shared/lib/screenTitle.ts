import { useMatches } from 'react-router'

/** What the router knows of the screen that it shows. */
export interface ScreenHandle {
  title: string
  /** A sheet may be opened over it. */
  opensSheets?: boolean
}

/** The message key of the current screen's name; undefined where there is none. */
export function useScreenTitle(): string | undefined {
  return (useMatches().findLast(({ handle }) => handle !== undefined)?.handle as ScreenHandle | undefined)?.title
}

import { useMatches } from 'react-router'
import type { TextKey } from '@/shared/i18n/keys'

/** What the router knows of the screen that it shows. */
export interface ScreenHandle {
  title: TextKey
  /** A sheet may be opened over it. */
  opensSheets?: boolean
}

/** The message key of the current screen's name; undefined where there is none. */
export function useScreenTitle(): TextKey | undefined {
  return (useMatches().findLast(({ handle }) => handle !== undefined)?.handle as ScreenHandle | undefined)?.title
}

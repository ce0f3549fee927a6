import { useSyncExternalStore } from 'react'
import { lazyPart } from '@/shared/lib/lazyPart'
import { noticesUsed, onFirstNotice } from './notify'
import { Pane } from './Pane'

const Notices = lazyPart(async () => (await import('./Notices')).Notices)

/** The place of the notices; their board is loaded with the first one. Without it the screen goes on. */
export function NoticeHost() {
  const used = useSyncExternalStore(onFirstNotice, noticesUsed)
  return (
    used && (
      <Pane name="notices" hidden>
        <Notices />
      </Pane>
    )
  )
}

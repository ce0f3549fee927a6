import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { loadChunk } from './chunks'

let attempt = 0

/** What could not be loaded is loaded again when it is drawn next. (Drawing alone does not do that: React draws what failed a second time.) */
export function tryPartsAgain(): void {
  attempt++
}

/** A component that is loaded when it is first drawn, or beforehand. */
export interface LazyPart<P> {
  Part: ComponentType<P>
  /** Begins to load it; ends when that has ended, well or badly: how is seen when it is drawn. */
  load: () => Promise<void>
}

export function lazyParts<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | undefined
  let loaded: ComponentType<P> | undefined
  let part: LazyExoticComponent<ComponentType<P>> | undefined
  let failedAt: number | undefined
  const start = () => {
    if (failedAt !== undefined && failedAt !== attempt) loading = part = failedAt = undefined
    return (loading ??= loadChunk(load).then(
      component => (loaded = component),
      (error: unknown) => {
        failedAt = attempt
        throw error
      },
    ))
  }
  const drawn = (): ComponentType<P> => {
    if (loaded) return loaded
    const promise = start()
    return (part ??= lazy(async () => ({ default: await promise })))
  }
  return {
    Part: function Part(props: P) {
      // A function for the state, as the state itself is one.
      const [Drawn] = useState(() => drawn())
      return <Drawn {...props} />
    },
    load: () => start().then(() => undefined, () => undefined),
  }
}

/** A component that is loaded when it is first drawn. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => lazyParts(load).Part

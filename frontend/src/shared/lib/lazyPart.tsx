import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { textsReady } from '@/shared/i18n/i18n'
import { loadChunk } from './chunks'

let attempt = 0

/** A failed load is retried on the next render. (Rendering alone does not: React renders the failed result again.) */
export function tryPartsAgain(): void {
  attempt++
}

async function loadWithTexts<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const component = await loadChunk(load)
  await textsReady()
  return component
}

/** A component loaded on its first render, or beforehand. */
export interface LazyPart<P> {
  Part: ComponentType<P>
  /** Starts loading; resolves when it has ended, also on failure: the result shows on rendering. */
  load: () => Promise<void>
  isLoaded: () => boolean
}

export function lazyParts<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | undefined
  let loaded: ComponentType<P> | undefined
  let part: LazyExoticComponent<ComponentType<P>> | undefined
  let failedAt: number | undefined
  const start = () => {
    if (failedAt !== undefined && failedAt !== attempt) loading = part = failedAt = undefined
    return (loading ??= loadWithTexts(load).then(
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
    // The failure is the rendering's, which may come later than the failure itself.
    promise.catch(() => undefined)
    return (part ??= lazy(async () => ({ default: await promise })))
  }
  return {
    Part: function Part(props: P) {
      // Passed as a function, since the state itself is a function.
      const [Drawn] = useState(() => drawn())
      return <Drawn {...props} />
    },
    load: () => start().then(() => undefined, () => undefined),
    isLoaded: () => loaded !== undefined,
  }
}

/** A component loaded on its first render. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => lazyParts(load).Part

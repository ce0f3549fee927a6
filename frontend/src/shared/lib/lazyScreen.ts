import type { ComponentType } from 'react'
import { lazyParts } from './lazyPart'

/**
 * A screen of the router, loaded on the first visit; the former one stays until then. The router would
 * remember a failed load for good: so for the router it always succeeds, and the screen fails on rendering,
 * where the error page of its route replaces it and can retry. Nothing waits for one that is covered at first, by a
 * sheet: it is loaded when it is drawn.
 */
export function lazyScreen(load: () => Promise<ComponentType>, isCovered: () => boolean = () => false) {
  const { Part, load: begin } = lazyParts(load)
  return async () => {
    if (!isCovered()) await begin()
    return { Component: Part }
  }
}

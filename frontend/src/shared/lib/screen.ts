import type { ComponentType } from 'react'
import { lazyParts } from './lazyPart'

/**
 * A screen of the router that is loaded when it is first gone to; the one before stays until then. The router would remember
 * for good that a screen could not be loaded: for the router it always can be, and the screen fails when it is drawn, where
 * the error page of its route stands in for it and can try again.
 */
export function screen(load: () => Promise<ComponentType>) {
  const { Part, load: begin } = lazyParts(load)
  return async () => {
    await begin()
    return { Component: Part }
  }
}

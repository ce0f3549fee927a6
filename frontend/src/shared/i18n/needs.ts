/**
 * The areas of texts that the loaded code uses. Each module that names a text's key registers its area (a
 * build plugin, `scripts/texts.ts`, adds the call), and what loads a part of the dashboard waits for its texts.
 */
const needed = new Set<string>()
let onNeed: () => void = () => undefined

export function needTexts(...areas: readonly string[]): void {
  const before = needed.size
  for (const area of areas) needed.add(area)
  if (needed.size > before) onNeed()
}

export const neededTexts = (): readonly string[] => [...needed]

/** Begins to load what is needed from now on as soon as it is known. */
export function whenTextsNeeded(load: () => void): void {
  onNeed = load
}

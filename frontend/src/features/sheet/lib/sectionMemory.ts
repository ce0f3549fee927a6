/** The section in view, kept from one sheet to the next one. */
export interface SectionMemory {
  get: () => number
  set: (section: number) => void
}

export function makeSectionMemory(): SectionMemory {
  let current = 0
  return {
    get: () => current,
    set: section => {
      current = section
    },
  }
}

/** A factor (1: one pixel per point), or the width of the pane. */
export type Zoom = number | 'fit'

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4] as const

/** The next zoom step from a factor. */
export function zoomed(scale: number, direction: 1 | -1): number {
  const slack = 0.01
  if (direction > 0) return steps.find(step => step > scale + slack) ?? steps[steps.length - 1] ?? scale
  return steps.findLast(step => step < scale - slack) ?? steps[0]
}

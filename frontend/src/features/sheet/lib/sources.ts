import type { Box, Source, WholeSheet } from '@/shared/api/sheets'
import { placeKey, placedFields } from './fields'

/** A box on a page that is a source of a field. */
export interface SourceBox {
  /** The field's place. */
  key: string
  /** Starts at 1. */
  page: number
  box: Box
}

/** All boxes of all fields of the sheet. */
export const sourceBoxes = (sheet: WholeSheet): SourceBox[] =>
  placedFields(sheet).flatMap(place =>
    (place.field.sources ?? []).flatMap(({ page, boxes }) => boxes.map(box => ({ key: placeKey(place), page, box }))),
  )

export function boxesByPage(boxes: readonly SourceBox[]): ReadonlyMap<number, readonly SourceBox[]> {
  const pages = new Map<number, SourceBox[]>()
  for (const box of boxes) {
    const page = pages.get(box.page)
    if (page) page.push(box)
    else pages.set(box.page, [box])
  }
  return pages
}

/** A rectangle in CSS pixels on a page shown at `scale` (1: one PDF point is one pixel). */
export interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

/** The rectangle of a box on the page, with a small margin around the words. */
export function rectangleOf({ x0, y0, x1, y1 }: Box, scale: number, margin = 2): Rectangle {
  return { left: x0 * scale - margin, top: y0 * scale - margin, width: (x1 - x0) * scale + 2 * margin, height: (y1 - y0) * scale + 2 * margin }
}

/** The field whose box is at a point of a page, in points; of several, the one with the smallest box. */
export function fieldAtPoint(boxes: readonly SourceBox[], page: number, x: number, y: number, slack = 2): string | undefined {
  let found: string | undefined
  let smallest = Infinity
  for (const { key, page: on, box } of boxes) {
    if (on !== page || x < box.x0 - slack || x > box.x1 + slack || y < box.y0 - slack || y > box.y1 + slack) continue
    const area = (box.x1 - box.x0) * (box.y1 - box.y0)
    if (area < smallest) {
      smallest = area
      found = key
    }
  }
  return found
}

/** The first source of a field in the PDF, as one box around its boxes on that page. */
export function firstSource(sources: readonly Source[] | undefined): { page: number; box: Box } | undefined {
  const first = sources?.find(({ boxes }) => boxes.length > 0)
  if (!first) return undefined
  return {
    page: first.page,
    box: {
      x0: Math.min(...first.boxes.map(({ x0 }) => x0)),
      y0: Math.min(...first.boxes.map(({ y0 }) => y0)),
      x1: Math.max(...first.boxes.map(({ x1 }) => x1)),
      y1: Math.max(...first.boxes.map(({ y1 }) => y1)),
    },
  }
}

/** The positions of pages below each other. */
export interface Layout {
  /** The top of each page in pixels. */
  tops: readonly number[]
  height: number
}

/** The gap between pages and around them, in pixels. */
export const pageGap = 12

export function layOut(sizes: readonly { height: number }[], scale: number): Layout {
  const tops: number[] = []
  let top = pageGap
  for (const { height } of sizes) {
    tops.push(top)
    top += Math.round(height * scale) + pageGap
  }
  return { tops, height: top }
}

/** The pages (from 0) visible within a range of the layout. */
export function pagesBetween({ tops, height }: Layout, from: number, to: number): { first: number; last: number } {
  let first = 0
  while (first < tops.length - 1 && (tops[first + 1] ?? height) <= from) first++
  let last = first
  while (last < tops.length - 1 && (tops[last + 1] ?? height) < to) last++
  return { first, last }
}

/** The scroll position that shows a range comfortably; undefined if it is visible already. */
export function scrollFor(top: number, height: number, scrollTop: number, view: number): number | undefined {
  const margin = Math.min(48, view / 8)
  if (top - margin >= scrollTop && top + height + margin <= scrollTop + view) return undefined
  return Math.max(0, top - Math.max(margin, (view - height) / 3))
}

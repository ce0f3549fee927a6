import { describe, expect, it, test } from 'vitest'
import { field, section, wholeSheet } from '@/test/sheets'
import { fieldAt, placedFields, placeKey, placeOf, placeWithId } from './fields'
import { fieldAtPoint, firstSource, layOut, pagesBetween, rectangleOf, scrollFor, sourceBoxes } from './sources'

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 })

describe('boxes', () => {
  it('are drawn at the scale of the page, with a margin', () => {
    expect(rectangleOf(box(100, 200, 180, 212), 1.5, 2)).toEqual({ left: 148, top: 298, width: 124, height: 22 })
  })

  it('are found by a point: the smallest of several, on that page only', () => {
    const boxes = [
      { key: 'table', page: 1, box: box(0, 0, 500, 500) },
      { key: 'cell', page: 1, box: box(100, 100, 150, 112) },
      { key: 'other', page: 2, box: box(100, 100, 150, 112) },
    ]
    expect(fieldAtPoint(boxes, 1, 120, 105)).toBe('cell')
    expect(fieldAtPoint(boxes, 1, 98.5, 99)).toBe('cell')
    expect(fieldAtPoint(boxes, 1, 300, 300)).toBe('table')
    expect(fieldAtPoint(boxes, 2, 300, 300)).toBeUndefined()
    expect(fieldAtPoint(boxes, 3, 120, 105)).toBeUndefined()
  })

  it('of a sheet refer to their field', () => {
    expect(sourceBoxes(wholeSheet()).find(({ key }) => key === '9:flash_point')).toEqual({ key: '9:flash_point', page: 2, box: box(50, 60, 90, 70) })
  })

  it('of several lines are one place', () => {
    expect(firstSource([{ page: 3, boxes: [box(50, 10, 200, 20), box(20, 22, 90, 32)] }, { page: 4, boxes: [box(0, 0, 1, 1)] }])).toEqual({ page: 3, box: box(20, 10, 200, 32) })
    expect(firstSource([{ page: 1, boxes: [] }])).toBeUndefined()
    expect(firstSource(undefined)).toBeUndefined()
  })
})

describe('pages below each other', () => {
  const layout = layOut([{ height: 100 }, { height: 200 }, { height: 100 }], 2)
  it('have their tops', () => {
    expect(layout).toEqual({ tops: [12, 224, 636], height: 848 })
  })
  test.each([
    [0, 100, 0, 0],
    [0, 300, 0, 1],
    [230, 400, 1, 1],
    [700, 5000, 2, 2],
    [-50, 5000, 0, 2],
  ])('from %d to %d are %d to %d', (from, to, first, last) => {
    expect(pagesBetween(layout, from, to)).toEqual({ first, last })
  })
})

test.each([
  ['is in view', 300, 20, 200, 600, undefined],
  ['is above', 100, 20, 400, 600, 0],
  ['is below', 1200, 20, 0, 600, 1200 - 580 / 3],
  ['is at the edge', 205, 20, 200, 600, 205 - 580 / 3],
])('a source that %s', (_where, top, height, scrollTop, view, want) => {
  const got = scrollFor(top, height, scrollTop, view)
  if (want === undefined) expect(got).toBeUndefined()
  else expect(got).toBeCloseTo(Math.max(0, want), 5)
})

describe('fields', () => {
  const sheet = wholeSheet()
  it('are in display order, whatever the order of the response', () => {
    const mixed = wholeSheet({
      sections: [section(9, { fields: [field('odor', { kind: 'text', text: 'x' }), field('state', { kind: 'choice', text: 'liquid' })] }), ...wholeSheet().sections.slice(0, 1)],
    })
    expect(placedFields(mixed).map(placeKey)).toEqual(['1:product_name', '9:state', '9:odor'])
  })
  it('are found by place and by id', () => {
    expect(placeOf('3:composition/r1/cas')).toEqual({ section: 3, id: 'composition/r1/cas' })
    expect(fieldAt(sheet, { section: 3, id: 'composition/r1/cas' })?.value.list).toEqual(['108-88-3'])
    expect(fieldAt(sheet, { section: 3, id: 'composition/r2/cas' })).toBeUndefined()
    expect(fieldAt(sheet, { section: 16, id: 'x' })).toBeUndefined()
    expect(placeWithId(sheet, 'flash_point')).toMatchObject({ section: 9 })
  })
})

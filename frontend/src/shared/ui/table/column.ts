import type { ReactNode } from 'react'

/** What a cell has to know about its row. */
export interface CellState {
  /** For the buttons and links of the row: only those of the current one are reached by Tab. */
  tabIndex: 0 | -1
}

/** A column of a table. Declarations must be stable between renders. */
export interface Column<R> {
  id: string
  label: string
  cell: (row: R, state: CellState) => ReactNode
  /** In pixels; without it the column shares the free width. */
  width?: number
  /** Share of the free width; 1 by default. */
  flex?: number
  /** The least width of a column that shares, in pixels; 120 by default. */
  minWidth?: number
  /** The field that the server sorts by. */
  sort?: string
  /** The direction of the first click on its heading; ascending by default. */
  firstDirection?: 'asc' | 'desc'
  /** It names the row: it heads each row and each card, and cannot be hidden. */
  heads?: boolean
  /** Hidden until it is chosen. */
  hidden?: boolean
  /** Its texts break into lines instead of being cut. */
  wraps?: boolean
  align?: 'end'
  /** Its heading is for assistive technology only. */
  labelHidden?: boolean
  /** Its place on a card of a narrow screen: in the first line, in half or all of a line, or nowhere. All of a line by default. */
  card?: 'first' | 'half' | 'whole' | 'none'
}

/** The widths of columns as tracks of a grid, and the least width of all. */
export function tracksOf<R>(columns: readonly Column<R>[]): { tracks: string; least: number } {
  const least = (column: Column<R>) => column.width ?? column.minWidth ?? 120
  return {
    tracks: columns.map(column => (column.width ? `${column.width}px` : `minmax(${least(column)}px, ${column.flex ?? 1}fr)`)).join(' '),
    least: columns.reduce((sum, column) => sum + least(column), 0),
  }
}

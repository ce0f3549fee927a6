import type { SxProps, Theme } from '@mui/material'

export type Density = 'compact' | 'standard'

export const checkBox = { width: 16, height: 16, m: 0, accentColor: 'var(--mui-palette-primary-main)', cursor: 'pointer' } as const

const heights: Record<Density, number> = { compact: 34, standard: 46 }

/** The look of a table, whose rows are grids with the same tracks. One rule for all cells is much cheaper than a component for each. */
export const look = (tracks: string, least: number, density: Density, pointer: boolean): SxProps<Theme> => ({
  display: 'block',
  minWidth: least,
  fontSize: 'dense',
  lineHeight: 1.5,
  '& thead, & tbody': { display: 'block' },
  '& thead': { position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.default' },
  '& tr': { display: 'grid', gridTemplateColumns: tracks, minHeight: heights[density], borderBottom: 1, borderColor: 'divider' },
  '& thead tr': { minHeight: 38 },
  '& th, & td': { display: 'flex', alignItems: 'center', minWidth: 0, px: 1, py: 0.5, textAlign: 'left', fontWeight: 'inherit', overflow: 'hidden' },
  '& thead th': { fontWeight: 600, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& .end': { justifyContent: 'flex-end' },
  '& .wraps': { alignItems: 'flex-start', flexDirection: 'column', py: 0.75, overflowWrap: 'anywhere' },
  '& .top': { alignItems: 'flex-start', py: 0.75 },
  '& .check': { p: 0, alignItems: 'stretch' },
  '& .check.top': { alignItems: 'flex-start', pt: 0.25 },
  '& .check label': { display: 'grid', placeItems: 'center', width: '100%', minHeight: 32, cursor: 'pointer' },
  '& .whole': { gridColumn: '1 / -1', display: 'block', bgcolor: 'secondary.light', px: 2, py: 1.5 },
  '& tbody tr[data-row]': {
    cursor: pointer ? 'pointer' : undefined,
    outline: 'none',
    '&:hover': { bgcolor: 'action.hover' },
    '&[aria-selected="true"]': { bgcolor: 'secondary.light' },
    '&[aria-current="true"]': { bgcolor: 'secondary.main' },
    '&:focus-visible': { boxShadow: 'inset 0 0 0 2px var(--mui-palette-primary-main)' },
  },
  '& input[type="checkbox"]': checkBox,
})


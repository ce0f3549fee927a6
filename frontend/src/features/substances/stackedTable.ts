import type { SxProps, Theme } from '@mui/material'
import { visuallyHidden } from '@/shared/ui/VisuallyHidden'

/** A dense table; on a narrow screen a row is a block, each cell beside the name of its column. */
export const stackedTable: SxProps<Theme> = theme => ({
  '& th': { color: 'text.secondary', fontWeight: 600, fontSize: 'dense', whiteSpace: 'nowrap', bgcolor: 'background.default' },
  '& td': { fontSize: 'dense', overflowWrap: 'anywhere', verticalAlign: 'top' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  [theme.breakpoints.down('sm')]: {
    display: 'block',
    '& thead': visuallyHidden,
    '& tbody': { display: 'block' },
    '& tbody tr': { display: 'block', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' },
    '& tbody td': { display: 'flex', flexDirection: 'row', gap: 1, border: 0, px: 0, py: 0.375, textAlign: 'left' },
    '& tbody td[data-name]::before': { content: 'attr(data-name)', flex: '0 0 7em', color: 'text.secondary' },
  },
})

import type { SxProps, Theme } from '@mui/material'

/** Turns a table into a list of small blocks on narrow screens, each cell below the name of its column. */
export const stacked: SxProps<Theme> = theme => ({
  '& th': { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600, bgcolor: '#F5F8F7', whiteSpace: 'nowrap' },
  '& td, & th': { px: 1, py: 0.75, verticalAlign: 'top', fontSize: '0.8125rem' },
  '& td[data-check], & th[data-check]': { width: 44, px: 0.5, py: 0.25 },
  [theme.breakpoints.down('md')]: {
    display: 'block',
    '& tbody': { display: 'block' },
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tr': { display: 'grid', gridTemplateColumns: '36px minmax(0, 1fr) minmax(0, 1fr) 36px', columnGap: 1, borderBottom: `1px solid ${theme.palette.divider}`, py: 1, px: 1 },
    '& td': { display: 'block', border: 0, px: 0, py: 0.25, gridColumn: '2 / 5' },
    '& td[data-half="start"]': { gridColumn: 2 },
    '& td[data-half="end"]': { gridColumn: '3 / 5' },
    '& td[data-title]': { gridColumn: '2 / 4' },
    '& td[data-delete]': { gridColumn: 4, gridRow: 1 },
    '& td[data-check]': { gridColumn: 1, gridRow: '1 / span 2', width: 'auto', px: 0, py: 0 },
    '& td[data-whole]': { gridColumn: '1 / 5' },
    '& td[data-column]:not(:empty)::before': { content: 'attr(data-column)', display: 'block', fontSize: '0.6875rem', color: theme.palette.text.secondary },
    '& td:empty': { display: 'none' },
  },
})

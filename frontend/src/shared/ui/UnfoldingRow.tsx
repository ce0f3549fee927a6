import { Box, ButtonBase, Collapse, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { NextIcon } from '@/shared/ui/icons/icons'

interface UnfoldingRowProps {
  title: ReactNode
  /** Below the title; a function: whether it is unfolded decides. */
  summary?: ReactNode | ((open: boolean) => ReactNode)
  /** At the end of the row. */
  aside?: ReactNode
  initially?: boolean
  /** What it unfolds to. */
  children: ReactNode
}

/** An item of a list that unfolds: its whole row is the button. */
export function UnfoldingRow({ title, summary, aside, initially = false, children }: UnfoldingRowProps) {
  const [open, setOpen] = useState(initially)
  const bodyId = useId()
  return (
    <Box component="li">
      <ButtonBase
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        sx={{
          display: 'grid',
          gridTemplateColumns: '16px minmax(0, 1fr) auto',
          columnGap: 1,
          width: '100%',
          textAlign: 'left',
          fontFamily: 'inherit',
          alignItems: 'start',
          px: 0.75,
          py: 0.625,
          borderRadius: 1,
          '&:hover': { bgcolor: 'secondary.light' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <NextIcon sx={{ fontSize: 16, mt: 0.375, color: 'text.secondary', transform: open ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography component="span" sx={{ fontSize: 'normal', display: 'block' }}>
            {title}
          </Typography>
          {typeof summary === 'function' ? summary(open) : summary}
        </Box>
        {aside}
      </ButtonBase>
      <Collapse in={open} unmountOnExit>
        <Box id={bodyId} sx={{ pl: { xs: 1, sm: 3.5 }, pr: 0.75 }}>
          {children}
        </Box>
      </Collapse>
    </Box>
  )
}

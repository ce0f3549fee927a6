import { Link as TextLink, Typography } from '@mui/material'
import { Link } from 'react-router'
import { useSheetAddress } from '@/shared/lib/openSheet'

/** The lines of a name that wraps: a product may have a name of 200 characters. */
const mostLines = 3

/** A sheet's name that opens it beside the current screen, or in another tab as links do; the name of a deleted one opens nothing. */
export function SheetLink({ id, name, tabIndex, wraps = false, deleted = false }: { id: string; name: string; tabIndex?: 0 | -1; wraps?: boolean; deleted?: boolean }) {
  const address = useSheetAddress(id)
  const look = { noWrap: !wraps, title: name }
  const lines = wraps ? { display: '-webkit-box', WebkitLineClamp: mostLines, WebkitBoxOrient: 'vertical', overflow: 'hidden' } : { display: 'block' }
  const sx = { ...lines, maxWidth: '100%', fontWeight: 600, fontSize: 'inherit', textAlign: 'left' } as const
  if (deleted) {
    return (
      <Typography component="span" {...look} sx={{ ...sx, color: 'text.secondary' }}>
        {name}
      </Typography>
    )
  }
  return (
    <TextLink component={Link} {...address} tabIndex={tabIndex} underline="hover" {...look} sx={{ ...sx, color: 'primary.dark' }}>
      {name}
    </TextLink>
  )
}

import { Link as TextLink } from '@mui/material'
import { Link } from 'react-router'
import { useSheetAddress } from '@/shared/lib/openSheet'

/** A sheet's name that opens it beside the current screen, or in another tab as links do. */
export function SheetLink({ id, name, tabIndex, wraps = false }: { id: string; name: string; tabIndex?: 0 | -1; wraps?: boolean }) {
  return (
    <TextLink
      component={Link}
      to={useSheetAddress(id)}
      tabIndex={tabIndex}
      title={wraps ? undefined : name}
      underline="hover"
      noWrap={!wraps}
      sx={{ display: 'block', maxWidth: '100%', fontWeight: 600, color: 'primary.dark', fontSize: 'inherit', textAlign: 'left' }}
    >
      {name}
    </TextLink>
  )
}

import { Link } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { visuallyHidden } from './VisuallyHidden'

export const mainId = 'main'

/** The first target of Tab: skips the navigation. A plain anchor would be taken for a hash route. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <Link
      component="button"
      onClick={() => document.getElementById(mainId)?.focus()}
      sx={{
        position: 'fixed',
        insetBlockStart: 8,
        insetInlineStart: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        boxShadow: 3,
        '&:not(:focus)': { ...visuallyHidden, position: 'fixed' },
      }}
    >
      {t('common.skipToContent')}
    </Link>
  )
}

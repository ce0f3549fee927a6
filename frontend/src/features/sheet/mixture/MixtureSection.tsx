import { Box, Button, LinearProgress } from '@mui/material'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { lazyParts } from '@/shared/lib/lazyPart'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { useSheetContext } from '../context'
import { sectionOf } from '../lib/fields'

/** Loaded with the first mixture whose classification is unfolded. */
const panel = lazyParts(async () => (await import('./MixturePanel')).MixturePanel)

const mixture = 101

/** Beside section 2 of a mixture: unfolds the classification from its ingredients. */
export function MixtureSection() {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const [open, setOpen] = useState(false)
  const id = useId()
  const ingredients = sectionOf(sheet, 3)?.groups.find(({ key }) => key === 'composition')?.rows.length ?? 0
  if (ingredients === 0 || (sheet.composition_type !== mixture && (sheet.composition_type !== 0 || ingredients < 2))) return null
  return (
    <Box sx={{ mt: 0.5 }}>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => void panel.load()}
        endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
      >
        {t('record.mixture')}
      </Button>
      {open && (
        <Box id={id} role="region" aria-label={t('record.mixture')} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1, mt: 0.5 }}>
          <Suspense fallback={<LinearProgress aria-label={t('common.loading')} />}>
            <panel.Part />
          </Suspense>
        </Box>
      )}
    </Box>
  )
}

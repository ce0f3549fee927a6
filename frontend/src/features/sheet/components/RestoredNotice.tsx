import { Alert, Box } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { Restored } from '@/shared/lib/drafts'
import { useSheetContext, useSheetState } from '../context'
import { countChanges } from '../lib/draft'
import { usePlaceLabel } from '../lib/usePlaceLabel'
import { useValueText } from '../lib/useValueText'

/** Reports that unsaved input was restored, and shows the part that no longer fits the sheet. */
export function RestoredNotice({ restored }: { restored: Restored }) {
  const { t } = useTranslation()
  const { sheet, dispatch } = useSheetContext()
  const draft = useSheetState(state => state.draft)
  const labelOf = usePlaceLabel()
  const text = useValueText()
  const [read, setRead] = useState(false)
  const shown = restored !== 'none' && !read
  // Saved or discarded: later input was never lost.
  if (shown && countChanges(draft) === 0) setRead(true)
  return (
    <>
      {shown && (
        <Alert severity="info" sx={{ borderRadius: 0 }} onClose={() => setRead(true)} closeText={t('common.close')}>
          {t(restored === 'newer' ? 'unsaved.restoredNewer' : 'unsaved.restored')}
        </Alert>
      )}
      {draft.gone.length > 0 && (
        <Alert severity="warning" sx={{ borderRadius: 0 }} onClose={() => dispatch({ type: 'dismissGone' })} closeText={t('common.close')}>
          {t('unsaved.gone')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {draft.gone.map(change => (
              <li key={`${change.section}:${change.id}`}>
                {t('sheet.labelled', {
                  label: labelOf(sheet, change),
                  value: change.intent.action === 'edit' ? text(change.id.split('/').at(-1) ?? change.id, change.intent.value) : '',
                })}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  )
}

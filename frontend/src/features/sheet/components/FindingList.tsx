import { Alert, ButtonBase, Collapse, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import type { Finding } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import type { Locale } from '@/shared/lib/locale'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { useSheetContext } from '../context'
import { placeKey, placeWithId } from '../lib/fields'

const order: Record<Finding['severity'], number> = { error: 0, warning: 1, info: 2 }

/** A text with its days as the rest of the screen writes them. */
const withDays = (text: string, locale: Locale) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, day => formatDate(day, locale) || day)

/** The findings of the checks, most severe first; each leads to its value. */
export function FindingList() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { sheet, activate } = useSheetContext()
  const [open, setOpen] = useState(true)
  const listId = useId()
  const findings = sheet.findings.toSorted((a, b) => order[a.severity] - order[b.severity])
  if (findings.length === 0) return null
  return (
    <Stack sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <ButtonBase aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)} sx={{ justifyContent: 'flex-start', gap: 0.5, px: 2, py: 0.75 }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {t('sheet.findings', { count: findings.length })}
        </Typography>
        <ExpandIcon sx={{ fontSize: 18, transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      <Collapse in={open} id={listId}>
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, px: 2, pb: 1, pt: 0, gap: 0.5 }}>
          {findings.map((finding, i) => {
            const place = finding.fields?.map(id => placeWithId(sheet, id)).find(found => found !== undefined)
            const text = (
              <Alert severity={finding.severity} sx={{ py: 0, px: 1.5, width: '100%', textAlign: 'left', '& .MuiAlert-message, & .MuiAlert-icon': { py: 0.5 } }}>
                {withDays(finding.detail, locale)}
              </Alert>
            )
            return (
              <li key={`${finding.id}-${i}`}>
                {place ? (
                  <ButtonBase onClick={() => activate(placeKey(place), 'key')} sx={{ width: '100%', borderRadius: 1 }}>
                    {text}
                  </ButtonBase>
                ) : (
                  text
                )}
              </li>
            )
          })}
        </Stack>
      </Collapse>
    </Stack>
  )
}

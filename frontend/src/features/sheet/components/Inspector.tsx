import { Box, Button, type ButtonProps, Stack, Typography } from '@mui/material'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { CheckIcon, DeleteIcon, EditIcon, RestoreIcon } from '@/shared/ui/icons/icons'
import { fieldElementId, useSheetContext, useSheetState } from '../context'
import { useDoubleClickGuard } from '../hooks/useDoubleClickGuard'
import { shown as shownAs } from '../lib/draft'
import { fieldAt, isUnreviewed, placeOf } from '../lib/fields'
import { usePlaceLabel } from '../lib/usePlaceLabel'
import { useValueText } from '../lib/useValueText'
import { sameValue } from '../lib/value'
import { useMarkText } from './FieldMark'

/** The active value: its literal text in the PDF, the confidence, and its actions. */
export function Inspector({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation()
  const { sheet, dispatch, mayEdit, edit } = useSheetContext()
  const { draft, active, editing } = useSheetState(state => state)
  const label = usePlaceLabel()
  const mark = useMarkText()
  const text = useValueText()
  const box = useRef<HTMLDivElement>(null)
  const guard = useDoubleClickGuard(box, () => active !== null && mayEdit && edit(active))
  const opened = active !== null && editing === null
  // The panel takes its height from the form: a value that it would cover moves up.
  useLayoutEffect(() => {
    if (opened) document.getElementById(fieldElementId(active))?.scrollIntoView({ block: 'nearest' })
  }, [opened, active])
  if (!opened) return null

  const place = placeOf(active)
  const field = fieldAt(sheet, place)
  const shown = shownAs(field, draft.fields[active])
  const { value, state } = shown
  const key = place.id.split('/').at(-1) ?? place.id
  const intent = (action: 'confirm' | 'delete' | 'restore') => dispatch({ type: 'intent', place, base: field, intent: { action } })
  const unsure = value !== undefined && isUnreviewed(shown)
  const notes = [
    field?.raw && t('sheet.inspector.raw', { text: field.raw }),
    field?.machine && !sameValue(field.machine, field.value) && t('sheet.inspector.machine', { text: text(key, field.machine) }),
    field && !field.sources?.length && t('sheet.inspector.noSource'),
  ].filter(note => note)

  const button = (name: 'confirm' | 'confirmNext' | 'edit' | 'restore' | 'delete', Icon: typeof CheckIcon, onClick: () => void, props?: ButtonProps) => (
    <Hint describeChild title={t(`sheet.action.${name}Key`)}>
      <Button size="small" startIcon={<Icon />} onClick={onClick} {...props}>
        {t(`sheet.action.${name}`)}
      </Button>
    </Hint>
  )
  return (
    <Stack
      ref={box}
      role="region"
      aria-label={t('sheet.inspector.label')}
      onClickCapture={guard}
      sx={{ borderTop: 1, borderColor: 'divider', bgcolor: 'wash', px: 2, py: 0.75, gap: 0.5, flexShrink: 0 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" noWrap sx={{ fontSize: 'dense' }}>
          <b>{label(sheet, place)}</b>
          {value && <Box component="span" sx={{ color: unsure ? 'warning.dark' : 'text.secondary', ml: 1 }}>{mark(shown)}</Box>}
        </Typography>
        {notes.map(note => (
          <Typography key={String(note)} variant="caption" component="p" color="textSecondary" noWrap title={String(note)}>
            {note}
          </Typography>
        ))}
      </Box>
      {mayEdit && (
        <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', ml: -0.5 }}>
          {unsure &&
            button(
              'confirmNext',
              CheckIcon,
              () => {
                intent('confirm')
                onNext()
              },
              { variant: 'contained' },
            )}
          {value && state === 'machine' && !unsure && button('confirm', CheckIcon, () => intent('confirm'))}
          {state !== 'deleted' && button('edit', EditIcon, () => edit(active))}
          {field && value && state !== 'machine' && (state === 'deleted' || field.machine || shown.pending) && button('restore', RestoreIcon, () => (shown.pending ? dispatch({ type: 'undo', place }) : intent('restore')))}
          {field && value && state !== 'deleted' && button('delete', DeleteIcon, () => intent('delete'), { color: 'inherit' })}
        </Stack>
      )}
    </Stack>
  )
}

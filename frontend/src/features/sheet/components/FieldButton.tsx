import { Box, ButtonBase, Typography } from '@mui/material'
import { type Ref, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Value } from '@/shared/api/sheets'
import { type SheetContextValue, fieldElementId } from '../context'
import { useValueText } from '../lib/useValueText'
import { FieldMark, useMarkText } from './FieldMark'
import { FieldValue } from './FieldValue'

interface FieldButtonProps extends Pick<SheetContextValue, 'activate' | 'edit' | 'mayEdit'> {
  fieldKey: string
  /** The field's key, which determines how its value is rendered. */
  name: string
  label: string
  value: Value | undefined
  state: Field['state']
  confidence: number
  pending: boolean
  conflict: boolean
  isActive: boolean
  quiet: boolean
  ref: Ref<HTMLButtonElement>
}

/** A selectable value. A sheet has hundreds: each is rendered again only when it changes itself. */
export const FieldButton = memo(function FieldButton({
  fieldKey,
  name,
  label,
  value,
  state,
  confidence,
  pending,
  conflict,
  isActive,
  quiet,
  mayEdit,
  activate,
  edit,
  ref,
}: FieldButtonProps) {
  const { t } = useTranslation()
  const text = useValueText()
  const mark = useMarkText()
  const shown = { value, state, confidence, pending, conflict }
  const words = value ? text(name, value) : t('sheet.none')
  return (
    <ButtonBase
      id={fieldElementId(fieldKey)}
      ref={ref}
      disableRipple
      aria-label={[t('sheet.labelled', { label, value: words }), mark(shown)].filter(Boolean).join(t('common.listSeparator'))}
      aria-current={isActive || undefined}
      onFocus={() => activate(fieldKey, 'form')}
      onClick={event => {
        activate(fieldKey, 'form')
        // Enter on the active field edits it; a click has shown its source.
        if (event.detail === 0 && isActive && mayEdit) edit(fieldKey)
      }}
      onDoubleClick={() => mayEdit && edit(fieldKey)}
      sx={{
        justifyContent: 'flex-start',
        alignItems: 'flex-start',
        textAlign: 'left',
        width: '100%',
        minWidth: 0,
        gap: 1,
        px: 0.75,
        py: 0.375,
        borderRadius: 1,
        fontFamily: 'inherit',
        fontWeight: 'inherit',
        fontSize: 'normal',
        lineHeight: 1.5,
        '&:hover': { bgcolor: 'action.hover' },
        ...(isActive && { bgcolor: 'secondary.main', boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)', '&:hover': { bgcolor: 'secondary.main' } }),
        ...(state === 'deleted' && { textDecoration: 'line-through', color: 'text.secondary' }),
      }}
    >
      <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {value ? (
          <FieldValue name={name} value={value} />
        ) : (
          <Typography component="span" variant="body2" color="textSecondary" aria-hidden>
            —
          </Typography>
        )}
      </Box>
      <FieldMark shown={shown} quiet={quiet} />
    </ButtonBase>
  )
})

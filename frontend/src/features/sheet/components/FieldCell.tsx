import { Box, ButtonBase, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '@/shared/api/sheets'
import type { Definition } from '@/shared/sds/definitions'
import { fieldElementId, useSheetContext } from '../context'
import { shown as shownAs } from '../lib/draft'
import { type Place, placeKey } from '../lib/fields'
import { useValueText } from '../lib/useValueText'
import { CellEditor } from './CellEditor'
import { FieldMark, useMarkText } from './FieldMark'
import { FieldValue } from './FieldValue'
import { ValueEditor } from './ValueEditor'

/**
 * A value: looking at it shows its source in the PDF, and what can be done with it below the form. `dense` is for
 * the cells of a table.
 */
export function FieldCell({ place, definition, field, label, dense = false }: { place: Place; definition: Definition; field: Field | undefined; label: string; dense?: boolean }) {
  const { t } = useTranslation()
  const { draft, dispatch, mayEdit, active, activate, editing, edit, faults } = useSheetContext()
  const text = useValueText()
  const mark = useMarkText()
  const [cell, setCell] = useState<HTMLElement | null>(null)
  const key = placeKey(place)
  const isActive = active === key
  const shown = shownAs(field, draft.fields[key])
  const { value } = shown

  const leave = () => {
    edit(null)
    // The keyboard stays where it was.
    requestAnimationFrame(() => document.getElementById(fieldElementId(key))?.focus({ preventScroll: true }))
  }
  const editor = editing === key && (
    <ValueEditor
      definition={definition}
      value={value}
      label={label}
      onDone={edited => {
        dispatch({ type: 'wish', place, base: field, wish: { action: 'edit', value: edited } })
        leave()
      }}
      onCancel={leave}
    />
  )
  if (editor && !dense) return editor

  const words = value ? text(definition.key, value) : t('sheet.none')
  const fault = faults[key]
  return (
    <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <ButtonBase
          id={fieldElementId(key)}
          ref={setCell}
          disableRipple
          aria-label={[t('sheet.labelled', { label, value: words }), mark(shown)].filter(Boolean).join(t('common.listSeparator'))}
          aria-current={isActive || undefined}
          onFocus={() => activate(key, 'form')}
          onClick={event => {
            activate(key, 'form')
            // Enter on a field that is looked at edits it; a click has shown its source.
            if (event.detail === 0 && isActive && mayEdit) edit(key)
          }}
          onDoubleClick={() => mayEdit && edit(key)}
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
            fontSize: '0.875rem',
            lineHeight: 1.5,
            '&:hover': { bgcolor: 'action.hover' },
            ...(isActive && { bgcolor: 'secondary.main', boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)', '&:hover': { bgcolor: 'secondary.main' } }),
            ...(shown.state === 'deleted' && { textDecoration: 'line-through', color: 'text.secondary' }),
          }}
        >
          <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value ? <FieldValue name={definition.key} value={value} /> : <Typography component="span" variant="body2" color="text.secondary" aria-hidden children="—" />}
          </Box>
          <FieldMark shown={shown} dense={dense} />
        </ButtonBase>
      {editor && cell && <CellEditor cell={cell}>{editor}</CellEditor>}
      {fault && (
        <Typography role="alert" variant="caption" component="p" sx={{ color: 'error.dark', px: 0.75 }}>
          {fault}
        </Typography>
      )}
      {shown.conflict && (
        <Typography variant="caption" component="p" sx={{ color: 'error.dark', px: 0.75 }}>
          {t('sheet.conflict.theirs', { value: draft.fields[key]?.wish.action === 'edit' && field ? text(definition.key, field.value) : t(`sheet.state.${field?.state ?? 'machine'}`) })}
        </Typography>
      )}
    </Box>
  )
}

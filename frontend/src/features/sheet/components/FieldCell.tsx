import { Typography } from '@mui/material'
import { Suspense, useRef } from 'react'
import type { Field } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { Definition } from '@/shared/sds/definitions'
import { fieldElementId, useSheetContext, useSheetState } from '../context'
import { shown as shownAs } from '../lib/draft'
import { type Place, placeKey } from '../lib/fields'
import { useValueText } from '../lib/useValueText'
import { FieldEditor } from '../later'
import { ConflictNote } from '@/shared/ui/ConflictNote'
import { FieldButton } from './FieldButton'

interface FieldCellProps {
  place: Place
  definition: Definition
  field: Field | undefined
  label: string
  /** In a table, with little space. */
  dense?: boolean
  /** Without the figure of a high confidence. */
  quiet?: boolean
}

/** A value: activating it shows its source in the PDF, and its actions below the form. */
export function FieldCell({ place, definition, field, label, dense = false, quiet = false }: FieldCellProps) {
  const { t } = useTranslation()
  const { sheet, dispatch, mayEdit, activate, edit } = useSheetContext()
  const text = useValueText()
  const button = useRef<HTMLButtonElement>(null)
  const key = placeKey(place)
  const pending = useSheetState(({ draft }) => draft.fields[key])
  const isActive = useSheetState(({ active }) => active === key)
  const isEdited = useSheetState(({ editing }) => editing === key)
  const fault = useSheetState(({ faults }) => faults[key])
  const shown = shownAs(field, pending)
  const { value } = shown

  const leave = () => {
    edit(null)
    // The focus stays where it was, unless a click elsewhere ended the editor.
    requestAnimationFrame(() => {
      const value = document.getElementById(fieldElementId(key))
      if (document.activeElement?.contains(value)) value?.focus({ preventScroll: true })
    })
  }
  const editor = isEdited && (
    <FieldEditor
      over={dense ? button : undefined}
      definition={definition}
      value={value}
      label={label}
      onDone={edited => {
        dispatch({ type: 'intent', place, base: field, intent: { action: 'edit', value: edited } })
        leave()
      }}
      onCancel={leave}
    />
  )
  const cell = (
    <div className="cell">
      <FieldButton
        ref={button}
        fieldKey={key}
        name={definition.key}
        label={label}
        value={value}
        state={shown.state}
        confidence={shown.confidence}
        pending={shown.pending}
        conflict={shown.conflict}
        isActive={isActive}
        quiet={dense || quiet}
        mayEdit={mayEdit}
        activate={activate}
        edit={edit}
      />
      {editor && dense && <Suspense>{editor}</Suspense>}
      {fault && (
        <Typography role="alert" variant="caption" component="p" sx={{ color: 'error.dark', px: 0.75 }}>
          {fault}
        </Typography>
      )}
      {shown.conflict && (
        <ConflictNote
          label={label}
          theirs={pending?.intent.action === 'edit' && field && field.state !== 'deleted' ? text(definition.key, field.value) : t(`sheet.state.${field?.state ?? 'machine'}`)}
          onMine={() => dispatch({ type: 'keepMine', sheet, at: key })}
          onTheirs={() => dispatch({ type: 'keepTheirs', at: key })}
        />
      )}
    </div>
  )
  // The value stands until its editor is loaded.
  return editor && !dense ? <Suspense fallback={cell}>{editor}</Suspense> : cell
}

import { type Ref, memo } from 'react'
import type { Field, Value } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
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
  const shown = { key: name, value, state, confidence, pending, conflict }
  const words = value ? text(name, value) : t('sheet.none')
  return (
    <button
      type="button"
      className="value"
      id={fieldElementId(fieldKey)}
      ref={ref}
      data-state={state}
      aria-label={[t('sheet.labelled', { label, value: words }), mark(shown)].filter(Boolean).join(t('common.listSeparator'))}
      aria-current={isActive || undefined}
      onFocus={() => activate(fieldKey, 'form')}
      onClick={event => {
        activate(fieldKey, 'form')
        // Enter on the active field edits it; a click has shown its source.
        if (event.detail === 0 && isActive && mayEdit) edit(fieldKey)
      }}
      onDoubleClick={() => mayEdit && edit(fieldKey)}
    >
      <span className="value-text">
        {value ? (
          <FieldValue name={name} value={value} />
        ) : (
          <span className="none" aria-hidden>
            —
          </span>
        )}
      </span>
      {/* The figure behind the value is a word of its own, as in the button's name. */}{' '}
      <FieldMark shown={shown} quiet={quiet} />
    </button>
  )
})

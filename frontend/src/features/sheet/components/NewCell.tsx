import { Suspense, useRef, useState } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { Definition } from '@/shared/sds/definitions'
import { useSheetContext } from '../context'
import { FieldEditor } from '../later'
import type { NewRow } from '../lib/draft'
import { useValueText } from '../lib/useValueText'
import { FieldValue } from './FieldValue'

/** A cell of a row that is being added; its first one is open at once. */
export function NewCell({ row, definition, first }: { row: NewRow; definition: Definition; first: boolean }) {
  const { t } = useTranslation()
  const { dispatch } = useSheetContext()
  const value = row.values[definition.key]
  const [open, setOpen] = useState(first && !value)
  const button = useRef<HTMLButtonElement>(null)
  const label = t(keyIn('sds.field', definition.key))
  const text = useValueText()
  const words = value ? [text(definition.key, value), t('common.edit')].join(t('common.listSeparator')) : t('sheet.enter')
  const editor = (
    <FieldEditor
      over={button}
      definition={definition}
      value={value}
      label={label}
      onDone={edited => {
        dispatch({ type: 'setCell', row: row.id, key: definition.key, value: edited })
        setOpen(false)
      }}
      onCancel={() => setOpen(false)}
    />
  )
  return (
    <>
    <button type="button" className="value new" ref={button} onClick={() => setOpen(true)} aria-label={t('sheet.labelled', { label, value: words })}>
      {value ? (
        <FieldValue name={definition.key} value={value} />
      ) : (
        <span className="none">{t('sheet.enter')}</span>
      )}
    </button>
      {open && <Suspense>{editor}</Suspense>}
    </>
  )
}

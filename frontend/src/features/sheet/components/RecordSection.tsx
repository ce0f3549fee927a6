import { Box, Button, Chip, Stack, Typography } from '@mui/material'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { whenIdle } from '@/shared/lib/ahead'
import { formatBytes, formatDate, formatDateTime } from '@/shared/lib/format'
import { fieldElementId, useSheetContext, useSheetState } from '../context'
import { type NamingField, useNamed, useRecordField } from '../hooks/useRecordField'
import { Attachments, RecordInput, editorsLoaded, loadEditors } from '../later'
import { type RecordFieldName, shown } from '../lib/draft'
import { type Place, fieldAt, placeKey } from '../lib/fields'
import { useValueText } from '../lib/useValueText'
import { Line } from './FieldLine'

/** The height of an input, and of the button that attaches files: they take no other place than what stands there before. */
const [inputHeight, attachHeight] = [36, 39]

/** The fields of the sheet record: how the company files the sheet. */
export function RecordSection() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { sheet, mayEdit } = useSheetContext()
  const attached = mayEdit || sheet.attachments.length > 0
  // The values come first.
  const [editable, setEditable] = useState(editorsLoaded)
  useEffect(() => (attached && !editable ? whenIdle(() => void loadEditors().then(() => startTransition(() => setEditable(true)))) : undefined), [attached, editable])
  const line = (name: RecordFieldName) => <RecordLine name={name} editable={editable} />
  return (
    <>
      {line('name')}
      {line('department_id_list')}
      {line('assignee_id_list')}
      {line('tag_id_list')}
      <Elsewhere place={{ section: 1, id: 'product_codes' }} />
      <Elsewhere place={{ section: 1, id: 'revision_date' }} />
      {line('supplier_confirmed_at')}
      {line('assessed_at')}
      {line('note')}
      <Line label={t('record.attachments.title')}>
        {attached ? <Box sx={{ width: '100%', minHeight: attachHeight }}>{editable && <Attachments />}</Box> : <Plain />}
      </Line>
      <Line label={t('sheet.file')}>
        <Plain>
          {[sheet.file.name, sheet.file.pages > 0 && t('sheet.pages', { count: sheet.file.pages }), formatBytes(sheet.file.size, locale)].filter(Boolean).join(' · ')}
        </Plain>
      </Line>
      <Line label={t('sheet.language')}>
        <Plain>{sheet.language_id > 0 && t(keyIn('sds.language', sheet.language_id))}</Plain>
      </Line>
      <Line label={t('sheet.dates')}>
        <Plain>{`${formatDateTime(sheet.created_at, locale)} / ${formatDateTime(sheet.updated_at, locale)}`}</Plain>
      </Line>
    </>
  )
}

/** A field of the record: who may change it sees its value until it is `editable`. */
function RecordLine({ name, editable }: { name: RecordFieldName; editable: boolean }) {
  const { mayEdit } = useSheetContext()
  const { label } = useRecordField(name)
  return (
    <Line label={label}>
      {mayEdit ? (
        <Box id={fieldElementId(name)} tabIndex={-1} sx={{ width: '100%', py: 0.25, minHeight: inputHeight }}>
          {editable ? <RecordInput name={name} /> : <RecordValue name={name} />}
        </Box>
      ) : (
        <RecordValue name={name} />
      )}
    </Line>
  )
}

function RecordValue({ name }: { name: RecordFieldName }) {
  switch (name) {
    case 'name':
    case 'note':
      return <TextValue name={name} />
    case 'supplier_confirmed_at':
    case 'assessed_at':
      return <DayValue name={name} />
    default:
      return <NamesValue name={name} />
  }
}

function TextValue({ name }: { name: 'name' | 'note' }) {
  return <Plain>{useRecordField(name).value}</Plain>
}

function DayValue({ name }: { name: 'supplier_confirmed_at' | 'assessed_at' }) {
  return <Plain>{formatDate(useRecordField(name).value, useLocale())}</Plain>
}

function NamesValue({ name }: { name: NamingField }) {
  const { value } = useRecordField(name)
  const chosen = useNamed(name).filter(({ id }) => value.includes(id))
  return (
    <Plain>
      {chosen.length > 0 && (
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
          {chosen.map(option => (
            <Chip key={option.id} size="small" label={option.name} />
          ))}
        </Stack>
      )}
    </Plain>
  )
}

/** A value that is edited where the sheet states it, with the way there: it has one place only. */
function Elsewhere({ place }: { place: Place }) {
  const { t } = useTranslation()
  const text = useValueText()
  const { sheet, mayEdit, activate, edit } = useSheetContext()
  const key = placeKey(place)
  const change = useSheetState(({ draft }) => draft.fields[key])
  const fault = useSheetState(({ faults }) => faults[key])
  const { value, state } = shown(fieldAt(sheet, place), change)
  const label = t(keyIn('sds.field', place.id))
  return (
    <Line label={label}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', flexGrow: 1 }}>
        <Plain>{value && state !== 'deleted' && text(place.id, value)}</Plain>
        {mayEdit && (
          <Button
            size="small"
            aria-label={t('record.manage.editAt', { label })}
            onClick={() => {
              activate(key, 'key')
              edit(key)
            }}
          >
            {t('common.edit')}
          </Button>
        )}
        {fault && (
          <Typography variant="caption" sx={{ color: 'error.dark', flexBasis: '100%', px: 0.75 }}>
            {fault}
          </Typography>
        )}
      </Stack>
    </Line>
  )
}

function Plain({ children }: { children?: ReactNode }) {
  return (
    <Typography variant="body2" component="div" sx={{ px: 0.75, py: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children || (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          —
        </Box>
      )}
    </Typography>
  )
}

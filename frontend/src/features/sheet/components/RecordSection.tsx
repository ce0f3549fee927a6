import { Autocomplete, Box, Button, Chip, Stack, TextField, Typography } from '@mui/material'
import { type ReactNode, useMemo } from 'react'
import { useMe } from '@/shared/api/me'
import { EditInputBody } from '@/shared/api/rules'
import { usePeople } from '@/shared/api/users'
import { can } from '@/shared/auth/permissions'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatBytes, formatDate, formatDateTime } from '@/shared/lib/format'
import { ConflictNote } from '@/shared/ui/ConflictNote'
import { fieldElementId, useSheetContext, useSheetState } from '../context'
import { type RecordFields, type RecordFieldName, shown } from '../lib/draft'
import { type Place, fieldAt, placeKey } from '../lib/fields'
import { useValueText } from '../lib/useValueText'
import { Attachments } from './Attachments'
import { Line } from './FieldLine'

/** Fields as low as the lines around them. */
const compact = {
  width: '100%',
  py: 0.25,
  '& .MuiInputBase-root': { fontSize: 'normal' },
  '& .MuiInputBase-root:not(.MuiAutocomplete-inputRoot)': { minHeight: 32, p: 0 },
  '& .MuiInputBase-root:not(.MuiAutocomplete-inputRoot) .MuiInputBase-input': { py: 0.5, px: 1 },
  '& .MuiAutocomplete-inputRoot': { py: '1px', pl: 0.5 },
} as const

const nobody: readonly never[] = []

/** The fields of the sheet record: how the company files the sheet. */
export function RecordSection() {
  const { t } = useTranslation()
  const locale = useLocale()
  const me = useMe()
  const { sheet, dispatch, mayEdit, departments, tags } = useSheetContext()
  const record = useSheetState(({ draft }) => draft.record)
  const faults = useSheetState(state => state.faults)
  const { data: people = nobody } = usePeople()
  // An assignee who has left stays visible, and can be removed.
  const assignable = useMemo(() => {
    const gone = sheet.assignee_id_list.filter(id => !people.some(person => person.id === id))
    return [...people.map(({ id, name }) => ({ id, name })), ...(people.length > 0 ? gone.map(id => ({ id, name: t('record.manage.goneUser') })) : [])]
  }, [people, sheet.assignee_id_list, t])
  const label = (name: RecordFieldName) => t(keyIn('sds.record', name.replace('_id_list', 's')))
  const now = <N extends RecordFieldName>(name: N): RecordFields[N] => (record[name]?.value ?? sheet[name]) as RecordFields[N]
  const set = <N extends RecordFieldName>(name: N, value: RecordFields[N]) => dispatch({ type: 'setRecordField', name, value, base: sheet[name] })

  const conflict = (name: RecordFieldName, theirs: string) =>
    record[name]?.conflict && (
      <ConflictNote
        label={label(name)}
        theirs={theirs || t('common.notSet')}
        onMine={() => dispatch({ type: 'keepMine', sheet, at: name })}
        onTheirs={() => dispatch({ type: 'keepTheirs', at: name })}
      />
    )
  const line = (name: RecordFieldName, read: ReactNode, edit: ReactNode, theirs: string) => (
    <Line key={name} label={label(name)}>
      {mayEdit ? (
        <Box sx={compact} id={fieldElementId(name)} tabIndex={-1}>
          {edit}
          {conflict(name, theirs)}
        </Box>
      ) : (
        <Plain>{read}</Plain>
      )}
    </Line>
  )
  const text = (name: 'name' | 'note', max: number, lines: boolean) =>
    line(
      name,
      now(name),
      <TextField
        fullWidth
        hiddenLabel
        multiline={lines}
        maxRows={8}
        value={now(name)}
        onChange={event => set(name, event.target.value)}
        error={Boolean(record[name]?.conflict) || Boolean(faults[name])}
        helperText={faults[name]}
        slotProps={{ htmlInput: { 'aria-label': label(name), maxLength: max } }}
      />,
      sheet[name],
    )
  const day = (name: 'supplier_confirmed_at' | 'assessed_at') =>
    line(
      name,
      formatDate(now(name), locale),
      <TextField
        type="date"
        hiddenLabel
        value={now(name)}
        onChange={event => set(name, event.target.value)}
        error={Boolean(record[name]?.conflict) || Boolean(faults[name])}
        helperText={faults[name]}
        slotProps={{ htmlInput: { 'aria-label': label(name), max: '9999-12-31' } }}
        sx={{ '& .MuiInputBase-root': { width: 180 } }}
      />,
      formatDate(sheet[name], locale),
    )
  // Only administrators change departments other than the user's own.
  const isFixed = ({ id }: { id: string }) => !can(me, 'SDS_EDIT_OTHER_DEPARTMENT') && !me.departments.some(mine => mine.id === id)
  const named = (name: 'department_id_list' | 'assignee_id_list' | 'tag_id_list', options: readonly { id: string; name: string }[]) => {
    const fixed = (option: { id: string }) => name === 'department_id_list' && isFixed(option)
    const needed = name === 'department_id_list' && options.length > 0 && !can(me, 'SDS_EDIT_OTHER_DEPARTMENT') && sheet[name].length > 0 && now(name).length === 0
    const has = options.filter(({ id }) => now(name).includes(id))
    // Fixed ones come first: Backspace removes the last.
    const chosen = [...has.filter(fixed), ...has.filter(option => !fixed(option))]
    return line(
      name,
      chosen.length > 0 && (
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
          {chosen.map(option => (
            <Chip key={option.id} size="small" label={option.name} />
          ))}
        </Stack>
      ),
      <Autocomplete
        multiple
        size="small"
        disableCloseOnSelect
        options={options.filter(option => !fixed(option) || now(name).includes(option.id))}
        getOptionDisabled={option => fixed(option)}
        value={chosen}
        onChange={(_event, value) => {
          const ids = value.map(({ id }) => id)
          set(name, [...now(name).filter(id => fixed({ id }) || ids.includes(id)), ...ids.filter(id => !now(name).includes(id))])
        }}
        renderValue={(value, getItemProps) =>
          value.map((option, index) => {
            const { key, ...props } = getItemProps({ index })
            return <Chip key={key} size="small" label={option.name} {...props} {...(fixed(option) && { onDelete: undefined, variant: 'outlined' })} />
          })
        }
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        renderInput={params => (
          <TextField
            {...params}
            hiddenLabel
            error={Boolean(record[name]?.conflict) || Boolean(faults[name]) || needed}
            helperText={faults[name] ?? (needed ? t('sheet.departmentNeeded') : chosen.some(fixed) ? t('sheet.departmentFixed') : undefined)}
            slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label(name) } }}
          />
        )}
      />,
      options
        .filter(({ id }) => sheet[name].includes(id))
        .map(option => option.name)
        .join(t('common.listSeparator')),
    )
  }
  return (
    <>
      {text('name', EditInputBody.name.maxLength, false)}
      {named('department_id_list', departments)}
      {named('assignee_id_list', assignable)}
      {named('tag_id_list', tags)}
      <Elsewhere place={{ section: 1, id: 'product_codes' }} />
      <Elsewhere place={{ section: 1, id: 'revision_date' }} />
      {day('supplier_confirmed_at')}
      {day('assessed_at')}
      {text('note', EditInputBody.note.maxLength, true)}
      <Line label={t('record.attachments.title')}>
        <Attachments />
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

function Plain({ children }: { children: ReactNode }) {
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

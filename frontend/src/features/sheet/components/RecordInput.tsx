import { Autocomplete, Box, Chip, TextField } from '@mui/material'
import type { ReactNode } from 'react'
import { useMe } from '@/shared/api/me'
import { EditInputBody } from '@/shared/api/rules'
import { can } from '@/shared/auth/permissions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { useNewTag } from '@/shared/sds/newTag'
import { ConflictNote } from '@/shared/ui/ConflictNote'
import { useTooLong } from '@/shared/ui/useTooLong'
import { useSheetContext } from '../context'
import { type NamingField, useNamed, useRecordField } from '../hooks/useRecordField'
import type { RecordFieldName } from '../lib/draft'

/** Chosen names, however many lines they take. */
const chosenNames = '& .MuiAutocomplete-inputRoot.MuiOutlinedInput-root.MuiInputBase-sizeSmall'

/** Inputs as low as the values that stand there before them (RecordSection), and as the lines around them. */
const compact = {
  '& .MuiInputBase-root': { fontSize: 'normal' },
  '& .MuiInputBase-root:not(.MuiAutocomplete-inputRoot)': { minHeight: 32, p: 0 },
  '& .MuiInputBase-root:not(.MuiAutocomplete-inputRoot) .MuiInputBase-input': { py: 0.5, px: 1 },
  [chosenNames]: { py: '2px', pl: 0.5 },
  [`${chosenNames} .MuiAutocomplete-input`]: { height: 22, py: '3px' },
  [`${chosenNames} .MuiAutocomplete-tag`]: { my: '2px' },
} as const

/** The input of a field of the sheet record. */
export function RecordInput({ name }: { name: RecordFieldName }) {
  switch (name) {
    case 'name':
    case 'note':
      return <TextInput name={name} />
    case 'supplier_confirmed_at':
    case 'assessed_at':
      return <DayInput name={name} />
    default:
      return <NamesInput name={name} />
  }
}

/** An input, and the choice when another user has changed the field to `theirs` meanwhile. */
function Input({ name, theirs, children }: { name: RecordFieldName; theirs: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { sheet, dispatch } = useSheetContext()
  const { label, conflict } = useRecordField(name)
  return (
    <Box sx={compact}>
      {children}
      {conflict && (
        <ConflictNote
          label={label}
          theirs={theirs || t('common.notSet')}
          onMine={() => dispatch({ type: 'keepMine', sheet, at: name })}
          onTheirs={() => dispatch({ type: 'keepTheirs', at: name })}
        />
      )}
    </Box>
  )
}

function TextInput({ name }: { name: 'name' | 'note' }) {
  const { sheet } = useSheetContext()
  const { label, value, conflict, fault, set } = useRecordField(name)
  const wrong = useTooLong()(value, EditInputBody[name]) ?? fault
  return (
    <Input name={name} theirs={sheet[name]}>
      <TextField
        fullWidth
        hiddenLabel
        multiline={name === 'note'}
        maxRows={8}
        value={value}
        onChange={event => set(event.target.value)}
        error={conflict || Boolean(wrong)}
        helperText={wrong}
        slotProps={{ htmlInput: { 'aria-label': label } }}
      />
    </Input>
  )
}

function DayInput({ name }: { name: 'supplier_confirmed_at' | 'assessed_at' }) {
  const locale = useLocale()
  const { sheet } = useSheetContext()
  const { label, value, conflict, fault, set } = useRecordField(name)
  return (
    <Input name={name} theirs={formatDate(sheet[name], locale)}>
      <TextField
        type="date"
        hiddenLabel
        value={value}
        onChange={event => set(event.target.value)}
        error={conflict || Boolean(fault)}
        helperText={fault}
        slotProps={{ htmlInput: { 'aria-label': label, max: '9999-12-31' } }}
        sx={{ '& .MuiInputBase-root': { width: 180 } }}
      />
    </Input>
  )
}

function NamesInput({ name }: { name: NamingField }) {
  const { t } = useTranslation()
  const me = useMe()
  const { sheet } = useSheetContext()
  const { label, value, conflict, fault, set } = useRecordField(name)
  const options = useNamed(name, true)
  // Only administrators change departments other than the user's own.
  const bound = name === 'department_id_list' && !can(me, 'SDS_EDIT_OTHER_DEPARTMENT')
  const fixed = <Option extends { id: string }>({ id }: Option) => bound && !me.departments.some(mine => mine.id === id)
  const needed = bound && options.length > 0 && sheet[name].length > 0 && value.length === 0
  const has = options.filter(({ id }) => value.includes(id))
  // Fixed ones come first: Backspace removes the last.
  const chosen = [...has.filter(fixed), ...has.filter(option => !fixed(option))]
  const newTag = useNewTag(name === 'tag_id_list')
  const choose = (now: readonly { id: string }[]) => {
    const ids = now.map(({ id }) => id)
    set([...value.filter(id => fixed({ id }) || ids.includes(id)), ...ids.filter(id => !value.includes(id))])
  }
  const theirs = options
    .filter(({ id }) => sheet[name].includes(id))
    .map(option => option.name)
    .join(t('common.listSeparator'))
  return (
    <Input name={name} theirs={theirs}>
      <Autocomplete
        multiple
        size="small"
        disableCloseOnSelect
        options={options.filter(option => !fixed(option) || value.includes(option.id))}
        getOptionDisabled={fixed}
        value={chosen}
        {...newTag.offer}
        noOptionsText={t('common.noOptions')}
        onChange={(_event, now) => void newTag.make(now).then(choose)}
        renderValue={(now, getItemProps) =>
          now.map((option, index) => {
            const { key, ...props } = getItemProps({ index })
            return <Chip key={key} size="small" label={option.name} {...props} {...(fixed(option) && { onDelete: undefined, variant: 'outlined' })} />
          })
        }
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        renderInput={params => (
          <TextField
            {...params}
            hiddenLabel
            error={conflict || Boolean(fault) || needed || newTag.fault !== undefined}
            helperText={fault ?? newTag.fault ?? (needed ? t('sheet.departmentNeeded') : chosen.some(fixed) ? t('sheet.departmentFixed') : undefined)}
            slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
          />
        )}
      />
    </Input>
  )
}

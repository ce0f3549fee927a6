import { Autocomplete, Box, IconButton, MenuItem, Stack, TextField, ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Quantity, Value as ValueRules } from '@/shared/api/rules'
import type { Value } from '@/shared/api/sheets'
import { casFault, tidyCas } from '@/shared/lib/cas'
import { type Definition, pictogramCodes } from '@/shared/sds/definitions'
import { Pictogram } from '@/shared/sds/Pictograms'
import { CheckIcon, CloseIcon } from '@/shared/ui/icons/icons'
import { useChoiceText } from '../lib/useValueText'
import { formatRange, formatUnit, parseDay, parseRange, parseUnit } from '../lib/value'
import { useEditorGuard } from '../hooks/useEditorGuard'
import { useStatements } from '../statements/useStatements'

interface EditorProps {
  definition: Definition
  value: Value | undefined
  label: string
  onDone: (value: Value) => void
  onCancel: () => void
}

/** Set when the user started editing: the editor takes the focus. */
const focus = (element: { focus: () => void } | null) => element?.focus()

/** Fields with multi-line text. */
const long = new Set(['body', 'supplier_address', 'recommended_use'])

/** Edits a value in place, by its kind. Enter or blur applies, Escape cancels. */
export function ValueEditor(props: EditorProps) {
  switch (props.definition.kind) {
    case 'choice':
    case 'flag':
      return <ChoiceEditor {...props} />
    case 'list':
      return props.definition.key === 'pictograms' ? <PictogramEditor {...props} /> : <ListEditor {...props} />
    case 'quantity':
      return <QuantityEditor {...props} />
    default:
      return <TextEditor {...props} />
  }
}

/** The frame of an editor: its keys, and two buttons that do the same. */
function Frame({ children, changed, onTake, onCancel, lines = false }: { children: ReactNode; changed: boolean; onTake: () => void; onCancel: () => void; lines?: boolean }) {
  const { t } = useTranslation()
  useEditorGuard(changed, onTake)
  const box = useRef<HTMLDivElement>(null)
  const over = useRef(false)
  const end = (how: () => void) => {
    over.current = true
    how()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      end(onCancel)
    } else if (event.key === 'Enter' && !event.defaultPrevented && (!lines || event.ctrlKey || event.metaKey)) {
      if (event.target instanceof HTMLElement && event.target.closest('button,[aria-expanded="true"]')) return
      event.preventDefault()
      onTake()
    }
  }
  return (
    <Stack
      ref={box}
      direction="row"
      sx={{
        gap: 0.5,
        alignItems: 'flex-start',
        width: '100%',
        minWidth: 0,
        py: 0.25,
        '& .MuiInputBase-root': { fontSize: 'normal' },
        '& .MuiInputBase-root:not(.MuiInputBase-multiline) > .MuiInputBase-input': { py: 0.625, px: 1 },
        '& .MuiInputBase-multiline': { p: 1 },
        '& .MuiFormHelperText-root': { mx: 0.5, mt: 0.25 },
        '& > .MuiIconButton-root': { p: 0.5 },
      }}
      onKeyDown={onKeyDown}
      onBlur={event => {
        // An open list is rendered elsewhere in the page, but belongs to the editor.
        const to = event.relatedTarget
        if (over.current || !to || box.current?.contains(to) || to.closest('[role="listbox"],[role="presentation"]')) return
        onTake()
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
      <Tooltip title={t(lines ? 'sheet.edit.takeLines' : 'sheet.edit.take')}>
        <IconButton size="small" color="primary" aria-label={t('sheet.edit.take')} onClick={onTake}>
          <CheckIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={t('sheet.edit.cancel')}>
        <IconButton size="small" aria-label={t('sheet.edit.cancel')} onClick={() => end(onCancel)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}

function TextEditor({ definition, value, label, onDone, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const before = value?.text ?? ''
  const [text, setText] = useState(before)
  const [fault, setFault] = useState(false)
  const date = definition.kind === 'date'
  const lines = long.has(definition.key)
  const take = () => {
    if (text.trim() === before) return onCancel()
    const taken = date ? parseDay(text) : text.trim() || undefined
    if (taken === undefined) setFault(true)
    else onDone({ kind: definition.kind, text: taken })
  }
  return (
    <Frame changed={text.trim() !== before} onTake={take} onCancel={onCancel} lines={lines}>
      <TextField
        inputRef={focus}
        fullWidth
        hiddenLabel
        value={text}
        multiline={lines}
        minRows={lines ? 3 : undefined}
        maxRows={16}
        placeholder={date ? t('sheet.edit.dateExample') : undefined}
        error={fault}
        helperText={fault ? t(date ? 'sheet.edit.badDate' : 'validation.required') : undefined}
        onChange={event => {
          setText(event.target.value)
          setFault(false)
        }}
        slotProps={{ htmlInput: { 'aria-label': label, maxLength: ValueRules.text.maxLength } }}
      />
    </Frame>
  )
}

const noUnits: readonly string[] = []

function QuantityEditor({ definition, value, label, onDone, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const known = definition.units ?? noUnits
  const before = value?.quantity
  const [range, setRange] = useState(before ? formatRange(before) : '')
  const [unit, setUnit] = useState(before ? formatUnit(before.unit ?? '') : (known[0] ?? ''))
  const [fault, setFault] = useState(false)
  const take = () => {
    if (range.trim() === '' && !before) return onCancel()
    const quantity = parseRange(range)
    if (!quantity) setFault(true)
    // An untouched range stays unchanged.
    else if (before && range === formatRange(before)) onDone({ kind: 'quantity', quantity: { ...before, unit: parseUnit(unit) || undefined } })
    else onDone({ kind: 'quantity', quantity: { ...quantity, unit: parseUnit(unit) || undefined } })
  }
  return (
    <Frame changed={range !== (before ? formatRange(before) : '') || (before !== undefined && unit !== formatUnit(before.unit ?? ''))} onTake={take} onCancel={onCancel}>
      <Stack direction="row" sx={{ gap: 0.5 }}>
        <TextField
          inputRef={focus}
          hiddenLabel
          value={range}
          error={fault}
          helperText={t(fault ? 'sheet.edit.badRange' : 'sheet.edit.rangeExample')}
          onChange={event => {
            setRange(event.target.value)
            setFault(false)
          }}
          sx={{ flex: '1 1 120px', minWidth: 96 }}
          slotProps={{ htmlInput: { 'aria-label': label } }}
        />
        <Autocomplete
          freeSolo
          disableClearable
          options={known}
          inputValue={unit}
          onInputChange={(_event, text) => setUnit(text)}
          sx={{ width: 104, flexShrink: 0, '& .MuiInputBase-root.MuiAutocomplete-inputRoot': { p: 0, '& .MuiAutocomplete-input': { py: 0.625, px: 1 } } }}
          filterOptions={options => options}
          renderInput={params => (
            <TextField {...params} hiddenLabel slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('sheet.edit.unit'), maxLength: Quantity.unit.maxLength } }} />
          )}
        />
      </Stack>
    </Frame>
  )
}

function ListEditor({ definition, value, label, onDone, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const statements = useStatements()
  const before = value?.list ?? []
  const [list, setList] = useState<readonly string[]>(before)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState(false)
  const codes = definition.key === 'h_codes' || definition.key === 'p_codes'
  const first = definition.key === 'h_codes' ? 'H' : 'P'
  const options = codes ? Object.keys(statements).filter(code => code.startsWith(first)) : noUnits
  const cas = definition.key === 'cas'
  const tidy = (words: readonly string[]) => [...new Set(words.map(word => (cas ? tidyCas(word) : word.normalize('NFKC').trim())).filter(Boolean))]
  const doubt = cas ? casDoubt(list, tidyCas(typed)) : undefined
  const take = () => {
    const taken = tidy([...list, typed])
    if (taken.length === 0 && before.length === 0) onCancel()
    else if (taken.length === 0) setFault(true)
    else onDone({ kind: 'list', list: taken })
  }
  return (
    <Frame changed={typed.trim() !== '' || list.join('\n') !== before.join('\n')} onTake={take} onCancel={onCancel}>
      <Autocomplete<string, true, false, true>
        multiple
        freeSolo
        filterSelectedOptions
        options={options}
        value={[...list]}
        inputValue={typed}
        onInputChange={(_event, text) => setTyped(text)}
        onChange={(_event, chosen) => {
          setList(tidy(chosen))
          setFault(false)
        }}
        onKeyDown={event => {
          // Enter adds the typed item; on an empty line it applies the list.
          if (event.key === 'Enter' && typed.trim() !== '') event.preventDefault()
        }}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props}>
            {codes ? `${option} ${statements[option] ?? ''}` : option}
          </li>
        )}
        renderInput={params => (
          <TextField
            {...params}
            inputRef={focus}
            hiddenLabel
            error={fault}
            color={doubt ? 'warning' : undefined}
            focused={doubt ? true : undefined}
            helperText={doubt ? t(`sheet.edit.cas.${doubt.fault}`, { cas: doubt.cas }) : t(fault ? 'sheet.edit.emptyList' : 'sheet.edit.listHint')}
            slotProps={{ ...params.slotProps, formHelperText: { 'aria-live': 'polite', sx: doubt && { '&.MuiFormHelperText-root': { color: 'warning.dark' } } }, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
          />
        )}
      />
    </Frame>
  )
}

/**
 * The first invalid CAS number: of added ones by form and check digit, of the one being typed once it is
 * complete. It may be saved all the same, since the PDF may contain it.
 */
function casDoubt(taken: readonly string[], typed: string): { cas: string; fault: 'form' | 'checkDigit' } | undefined {
  for (const cas of taken) {
    const fault = casFault(cas)
    if (fault) return { cas, fault }
  }
  return casFault(typed) === 'checkDigit' ? { cas: typed, fault: 'checkDigit' } : undefined
}

function PictogramEditor({ value, label, onDone, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly string[]>(value?.list ?? [])
  const take = () => (chosen.length === 0 ? onCancel() : onDone({ kind: 'list', list: pictogramCodes.filter(code => chosen.includes(code)) }))
  return (
    <Frame changed={[...chosen].sort().join() !== [...(value?.list ?? [])].sort().join()} onTake={take} onCancel={onCancel}>
      <ToggleButtonGroup size="small" color="primary" aria-label={label} value={[...chosen]} onChange={(_event, codes: string[]) => setChosen(codes)} sx={{ flexWrap: 'wrap' }}>
        {pictogramCodes.map((code, i) => (
          <ToggleButton key={code} value={code} aria-label={t(`sds.pictogram.${code}`)} ref={i === 0 ? focus : undefined} sx={{ p: 0.25 }}>
            <Pictogram code={code} size={40} />
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Frame>
  )
}

function ChoiceEditor({ definition, value, label, onDone, onCancel }: EditorProps) {
  const choose = useChoiceText()
  const choices = definition.kind === 'flag' ? ['true', 'false'] : (definition.choices ?? noUnits)
  const before = value?.text ?? ''
  const [chosen, setChosen] = useState(before)
  const take = () => (chosen === before ? onCancel() : onDone({ kind: definition.kind, text: chosen }))
  return (
    <Frame changed={chosen !== before} onTake={take} onCancel={onCancel}>
      <TextField
        select
        inputRef={focus}
        fullWidth
        hiddenLabel
        value={choices.includes(chosen) ? chosen : ''}
        onChange={event => {
          setChosen(event.target.value)
          onDone({ kind: definition.kind, text: event.target.value })
        }}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': label } }, htmlInput: { 'aria-label': label } }}
      >
        {choices.map(choice => (
          <MenuItem key={choice} value={choice} dense>
            {choose(definition.kind, definition.key, choice)}
          </MenuItem>
        ))}
      </TextField>
    </Frame>
  )
}

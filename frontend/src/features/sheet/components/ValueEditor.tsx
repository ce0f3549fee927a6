import { Autocomplete, Box, IconButton, MenuItem, Stack, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Quantity, Value as ValueRules } from '@/shared/api/rules'
import type { Value } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { tidyCas } from '@/shared/lib/cas'
import { type Definition, pictogramCodes } from '@/shared/sds/definitions'
import { Pictogram } from '@/shared/sds/Pictograms'
import { formatRange, formatUnit } from '@/shared/sds/quantity'
import { Hint } from '@/shared/ui/Hint'
import { useTooLong } from '@/shared/ui/useTooLong'
import { CheckIcon, CloseIcon } from '@/shared/ui/icons/icons'
import { useChoiceText } from '../lib/useValueText'
import { parseDay } from '../lib/day'
import { type Doubt, casDoubt, dayDoubt, dayReading, rangeDoubt, splitUnit, tidyUn, unDoubt, unitDoubt } from '../lib/doubts'
import { parseRange, parseUnit } from '../lib/value'
import { useEditorGuard } from '../hooks/useEditorGuard'
import { CodeEditor } from './CodeEditor'

export interface EditorProps {
  definition: Definition
  value: Value | undefined
  label: string
  onDone: (value: Value) => void
  onCancel: () => void
}

/** Set when the user started editing: the editor takes the focus. */
const focus = (element: { focus: () => void } | null) => element?.focus()

/** How a doubt is shown: announced at once and politely, without refusing the value. */
const doubtful = (doubt: Doubt | undefined) => (doubt ? ({ color: 'warning', focused: true } as const) : {})
const politely = (doubt: Doubt | undefined) => ({ 'aria-live': 'polite' as const, sx: doubt && { '&.MuiFormHelperText-root': { color: 'warning.dark' } } })

/** Fields with multi-line text. */
const long = new Set(['body', 'supplier_address', 'recommended_use'])

/** The tables of statements, with the first letter of their codes. */
const statementGroups: Readonly<Record<string, 'H' | 'P' | undefined>> = { hazard_statements: 'H', precautionary_statements: 'P' }

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
      // A button, or the option that is marked in an open list, is what is taken.
      if (event.target instanceof HTMLElement && (event.target.closest('button') || event.target.getAttribute('aria-activedescendant'))) return
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
        // An open list is rendered elsewhere in the page, but belongs to the editor. The sheet's drawer has the same role.
        const to = event.relatedTarget
        if (over.current || !to || box.current?.contains(to)) return
        const elsewhere = to.closest('[role="listbox"],[role="presentation"]')
        if (!elsewhere || elsewhere.contains(box.current)) onTake()
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>{children}</Box>
      <Hint title={t(lines ? 'sheet.edit.takeLines' : 'sheet.edit.take')}>
        <IconButton size="small" color="primary" aria-label={t('sheet.edit.take')} onClick={onTake}>
          <CheckIcon fontSize="small" />
        </IconButton>
      </Hint>
      <Hint title={t('sheet.edit.cancel')}>
        <IconButton size="small" aria-label={t('sheet.edit.cancel')} onClick={() => end(onCancel)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Hint>
    </Stack>
  )
}

function TextEditor({ definition, value, label, onDone, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const before = value?.text ?? ''
  const [text, setText] = useState(before)
  const [fault, setFault] = useState(false)
  const tooLong = useTooLong()(text, ValueRules.text)
  const date = definition.kind === 'date'
  const lines = long.has(definition.key)
  const un = definition.key === 'un_number'
  const doubt = date ? dayDoubt(text) : un ? unDoubt(text) : undefined
  const reading = date ? dayReading(text) : undefined
  const statements = statementGroups[definition.group ?? '']
  const take = () => {
    if (text.trim() === before) return onCancel()
    if (tooLong) return
    const taken = date ? parseDay(text) : (un ? tidyUn(text) : text.trim()) || undefined
    if (taken === undefined) setFault(true)
    else onDone({ kind: definition.kind, text: taken })
  }
  if (statements && definition.key === 'code') {
    return (
      <Frame changed={text.trim() !== before} onTake={take} onCancel={onCancel}>
        <CodeEditor
          first={statements}
          code={text}
          label={label}
          fault={tooLong ?? (fault ? t('validation.required') : undefined)}
          focus={focus}
          onChange={typed => {
            setText(typed)
            setFault(false)
          }}
        />
      </Frame>
    )
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
        error={fault || tooLong !== undefined}
        {...doubtful(fault || tooLong ? undefined : doubt)}
        helperText={tooLong ?? (fault ? t(date ? 'sheet.edit.badDate' : 'validation.required') : doubt ? t(doubt.key, doubt.values ?? {}) : reading && t('sheet.edit.reading', { day: reading }))}
        onChange={event => {
          setText(event.target.value)
          setFault(false)
        }}
        slotProps={{ formHelperText: politely(fault || tooLong ? undefined : doubt), htmlInput: { 'aria-label': label } }}
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
  const wrong = rangeDoubt(range)
  const strange = unitDoubt(definition, splitUnit(range)?.unit ?? unit)
  const doubt = wrong ?? strange
  const longUnit = useTooLong()(parseUnit(splitUnit(range)?.unit ?? unit), Quantity.unit)
  const take = () => {
    if (longUnit) return
    if (range.trim() === '' && !before) return onCancel()
    // A unit behind the number is the unit.
    const parts = splitUnit(range)
    const quantity = parseRange(parts?.range ?? range)
    const given = parseUnit(parts?.unit ?? unit) || undefined
    if (!quantity) setFault(true)
    // An untouched range stays unchanged.
    else if (before && range === formatRange(before)) onDone({ kind: 'quantity', quantity: { ...before, unit: given } })
    else onDone({ kind: 'quantity', quantity: { ...quantity, unit: given } })
  }
  return (
    <Frame changed={range !== (before ? formatRange(before) : '') || (before !== undefined && unit !== formatUnit(before.unit ?? ''))} onTake={take} onCancel={onCancel}>
      <Stack direction="row" sx={{ gap: 0.5 }}>
        <TextField
          inputRef={focus}
          hiddenLabel
          value={range}
          error={fault || longUnit !== undefined}
          {...doubtful(fault || longUnit ? undefined : doubt)}
          helperText={longUnit ?? (fault ? t('sheet.edit.badRange') : doubt ? t(doubt.key, doubt.values ?? {}) : t('sheet.edit.rangeExample'))}
          onChange={event => {
            setRange(event.target.value)
            setFault(false)
          }}
          sx={{ flex: '1 1 120px', minWidth: 96 }}
          slotProps={{ formHelperText: politely(fault ? undefined : doubt), htmlInput: { 'aria-label': label } }}
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
            <TextField {...params} hiddenLabel slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('sheet.edit.unit') } }} error={longUnit !== undefined} />
          )}
        />
      </Stack>
    </Frame>
  )
}

function ListEditor({ definition, value, label, onDone, onCancel }: EditorProps) {
  const { t } = useTranslation()
  const before = value?.list ?? []
  const [list, setList] = useState<readonly string[]>(before)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState(false)
  const cas = definition.key === 'cas'
  const tidy = (words: readonly string[]) => [...new Set(words.map(word => (cas ? tidyCas(word) : word.normalize('NFKC').trim())).filter(Boolean))]
  const doubt = cas ? casDoubt(list, typed) : undefined
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
        // There are no options: an open list, though empty, would take the first Escape.
        open={false}
        options={noUnits}
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
        renderInput={params => (
          <TextField
            {...params}
            inputRef={focus}
            hiddenLabel
            error={fault}
            {...doubtful(doubt)}
            helperText={doubt ? t(doubt.key, doubt.values ?? {}) : t(fault ? 'sheet.edit.emptyList' : 'sheet.edit.listHint')}
            slotProps={{ ...params.slotProps, formHelperText: politely(doubt), htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
          />
        )}
      />
    </Frame>
  )
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

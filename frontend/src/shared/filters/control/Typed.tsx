import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { tidied, valuesOf } from '..'
import { type ControlProps, useTooMany } from './control'

const free: readonly string[] = []

/** Several words, each added by Enter or on blur. Invalid input stays in the field. */
export function Typed({ filter, parameter, label, filters, onChange }: ControlProps) {
  const { t } = useTranslation()
  const tooMany = useTooMany()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const value = valuesOf(filters, parameter)

  const add = (words: readonly string[]) => {
    // A part of a name may contain a comma; codes do not.
    const all = filter.kind === 'parts' ? words : words.flatMap(word => word.split(/[,、，\s]+/))
    const next = [...new Set(all.map(word => tidied(filter, word)).filter(Boolean))]
    const refused = next.filter(word => !value.includes(word) && filter.accepts && !filter.accepts(word))
    const wrong = refused.length > 0 ? t(keyIn('sheets.fault', filter.name), { word: refused[0] }) : tooMany(filter, next)
    setFault(wrong)
    if (wrong) return
    setTyped('')
    onChange({ [parameter]: next })
  }
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      size="small"
      limitTags={4}
      options={filter.suggestions ?? free}
      filterSelectedOptions
      value={[...value]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        // Rejected input must not be lost when the field clears itself.
        if (reason !== 'input' && reason !== 'clear') return
        setTyped(text)
        setFault(undefined)
      }}
      onChange={(_event, words) => add(words)}
      onBlur={() => typed.trim() !== '' && add([...value, typed])}
      renderInput={params => (
        <TextField
          {...params}
          label={label}
          placeholder={filter.hint && t(keyIn('sheets.hint', filter.name))}
          error={fault !== undefined}
          helperText={fault ?? (typed === '' ? undefined : t('sheets.enterHint'))}
        />
      )}
    />
  )
}

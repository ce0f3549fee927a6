import { Autocomplete, TextField } from '@mui/material'
import { useStatements } from '../statements/useStatements'

interface CodeEditorProps {
  /** The first letter of the codes: H or P. */
  first: 'H' | 'P'
  code: string
  label: string
  fault: string | undefined
  onChange: (code: string) => void
  focus: (element: { focus: () => void } | null) => void
}

/** The code of a statement, found by its code or its wording. */
export function CodeEditor({ first, code, label, fault, onChange, focus }: CodeEditorProps) {
  const statements = useStatements()
  const known = Object.keys(statements)
  return (
    <Autocomplete
      freeSolo
      disableClearable
      options={known.filter(one => one.startsWith(first) || (first === 'H' && one.startsWith('EUH')))}
      inputValue={code}
      onInputChange={(_event, typed) => onChange(typed)}
      filterOptions={(all, { inputValue }) => {
        const typed = inputValue.normalize('NFKC').trim().toLowerCase()
        return all.filter(one => one.toLowerCase().startsWith(typed) || (statements[one] ?? '').toLowerCase().includes(typed)).slice(0, 30)
      }}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          {`${option} ${statements[option] ?? ''}`}
        </li>
      )}
      renderInput={params => (
        <TextField
          {...params}
          inputRef={focus}
          hiddenLabel
          error={fault !== undefined}
          helperText={fault}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
        />
      )}
    />
  )
}

import { IconButton, InputAdornment, TextField } from '@mui/material'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon, SearchIcon } from '@/shared/ui/icons/icons'

const pause = 300

/** The list's search. It runs after a short pause in typing, or at once on Enter. */
export function SearchBox({ value, onSearch, ref }: { value: string; onSearch: (text: string) => void; ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The URL was changed elsewhere: Back, or a removed chip.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string) => {
    clearTimeout(timer.current)
    setKnown(text)
    onSearch(text)
  }
  return (
    <TextField
      role="search"
      type="text"
      value={typed}
      inputRef={ref}
      placeholder={t('sheets.search')}
      onChange={({ target }) => {
        setTyped(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(target.value), pause)
      }}
      onKeyDown={event => {
        // Enter that ends a kana conversion does not search.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(typed)
        if (event.key === 'Escape') event.currentTarget.querySelector('input')?.blur()
      }}
      sx={{ flex: '1 1 320px', maxWidth: 520, minWidth: 0, bgcolor: 'background.paper' }}
      slotProps={{
        htmlInput: { 'aria-label': t('sheets.searchLabel'), maxLength: 200 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: typed !== '' && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={t('sheets.clearSearch')}
                onClick={() => {
                  setTyped('')
                  search('')
                }}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

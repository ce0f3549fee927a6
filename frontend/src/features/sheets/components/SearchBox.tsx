import { IconButton, InputAdornment, TextField } from '@mui/material'
import { type Ref, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon, SearchIcon } from '@/shared/ui/icons/icons'

const pause = 300

/** The list's search. It runs after a short pause in typing, or at once on Enter. */
export function SearchBox({ value, onSearch, ref }: { value: string; onSearch: (text: string) => void; ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was searched and has not come back by the address yet, oldest first.
  const sent = useRef<string[]>([])
  const seen = useRef(value)
  const follow = useEffectEvent((address: string) => {
    const at = sent.current.indexOf(address)
    seen.current = address
    sent.current = sent.current.slice(at + 1)
    if (at >= 0) return
    // Something else changed the address, such as Back or a chip that was removed: what was typed before is not searched any more.
    sent.current = []
    clearTimeout(timer.current)
    setTyped(address)
  })
  // Not while rendering: React may render an address, discard that, and render the former one again.
  useLayoutEffect(() => follow(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (words: string) => {
    clearTimeout(timer.current)
    // The address keeps no spaces around it; those typed stay, for more may follow.
    const text = words.trim()
    if (text !== (sent.current.at(-1) ?? seen.current)) sent.current.push(text)
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
        // Enter that ends a conversion of kana is not meant for the search.
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

import { IconButton, InputAdornment, TextField } from '@mui/material'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon, SearchIcon } from '@/shared/ui/icons/icons'

const pause = 300

/** The text of the search box beside that of the address, which follows what is searched with a delay. */
interface Box {
  typed: string
  /** The address's text as last rendered. */
  seen: string
  /** What was searched and has not come back by the address yet, oldest first. */
  sent: string[]
  /** How often something else changed the address: Back, a chip that was removed. */
  resets: number
}

/** The address's text has changed: by a search of this box, which leaves what was typed since, or by something else. */
function withValue(box: Box, value: string): Box {
  const at = box.sent.indexOf(value)
  if (at < 0) return { typed: value, seen: value, sent: [], resets: box.resets + 1 }
  return { ...box, seen: value, sent: box.sent.slice(at + 1) }
}

/** The list's search. It runs after a short pause in typing, or at once on Enter. */
export function SearchBox({ value, onSearch, ref }: { value: string; onSearch: (text: string) => void; ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const [box, setBox] = useState<Box>({ typed: value, seen: value, sent: [], resets: 0 })
  const { typed } = box
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (value !== box.seen) setBox(withValue(box, value))
  // What was typed before the address changed is not searched any more.
  useEffect(() => () => clearTimeout(timer.current), [box.resets])
  const type = (text: string) => setBox(now => ({ ...now, typed: text }))
  const search = (words: string) => {
    clearTimeout(timer.current)
    // The address keeps no spaces around it; those typed stay, for more may follow.
    const text = words.trim()
    setBox(now => (text === (now.sent.at(-1) ?? now.seen) ? now : { ...now, sent: [...now.sent, text] }))
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
        type(target.value)
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
                  type('')
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

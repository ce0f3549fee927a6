import { IconButton, InputAdornment, TextField } from '@mui/material'
import type { Ref } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useSearchText } from '@/shared/lib/searchText'
import { CloseIcon, SearchIcon } from '@/shared/ui/icons/icons'

/** The list's search. It runs after a short pause in typing, or at once on Enter. */
export function SearchBox({ value, onSearch, ref }: { value: string; onSearch: (text: string) => void; ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const { typed, type, search } = useSearchText(value, onSearch)
  return (
    <TextField
      role="search"
      type="text"
      value={typed}
      inputRef={ref}
      placeholder={t('sheets.search')}
      onChange={({ target }) => type(target.value)}
      onKeyDown={event => {
        // Enter that ends a conversion of kana is not meant for the search.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(typed)
        if (event.key === 'Escape') event.currentTarget.querySelector('input')?.blur()
      }}
      sx={{ flexGrow: 1, minWidth: 0, bgcolor: 'background.paper' }}
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
                onClick={() => search('')}
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

import { IconButton, InputAdornment, TextField } from '@mui/material'
import type { Ref } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { searchRule, useSearchText } from '@/shared/lib/searchText'
import type { ChangeOptions } from '@/shared/lib/urlState'
import { CloseIcon, SearchIcon } from '@/shared/ui/icons/icons'
import { useTooLong } from '@/shared/ui/useTooLong'

/** The list's search. It runs after a short pause in typing, or at once on Enter. */
export function SearchBox({ value, onSearch, ref }: { value: string; onSearch: (text: string, options: ChangeOptions) => void; ref?: Ref<HTMLInputElement> }) {
  const { t } = useTranslation()
  const [box, clear] = useSearchText(value, onSearch, searchRule)
  const fault = useTooLong()(box.value, searchRule)
  return (
    <TextField
      role="search"
      type="text"
      {...box}
      error={fault !== undefined}
      helperText={fault}
      inputRef={ref}
      placeholder={t('sheets.search')}
      onKeyDown={event => {
        box.onKeyDown(event)
        if (event.key === 'Escape') event.currentTarget.querySelector('input')?.blur()
      }}
      sx={{ flexGrow: 1, minWidth: 0, bgcolor: 'background.paper' }}
      slotProps={{
        htmlInput: { 'aria-label': t('sheets.searchLabel') },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: box.value !== '' && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={t('sheets.clearSearch')}
                onClick={clear}
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

import { type AutocompleteProps, createFilterOptions } from '@mui/material'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { useTagChanges } from '@/shared/api/tags'
import { can } from '@/shared/auth/permissions'
import type { Option } from '@/shared/filters/option'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** A name as tags are told apart: without regard to width, case and the number of spaces. */
const folded = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

const matching = createFilterOptions<Option>({ stringify: ({ name }) => folded(name) })
/** The id of the option that stands for a tag to be made. */
const none = ''

interface NewTag {
  /** For the Autocomplete: what is typed is a new tag, unless there is one of that name in any writing. */
  offer: Pick<AutocompleteProps<Option, true, false, false>, 'filterOptions' | 'renderOption' | 'readOnly'>
  /** The chosen tags; a new one among them is made now. It stays out if that fails. */
  make: (chosen: readonly Option[]) => Promise<readonly Option[]>
  making: boolean
  /** Why the tag could not be made. */
  fault: string | undefined
}

/** Making a tag where tags are chosen, for users who may; `enabled` is false where other names are chosen. */
export function useNewTag(enabled: boolean): NewTag {
  const { t } = useTranslation()
  const may = can(useMe(), 'TAG_CREATE')
  const { create } = useTagChanges()
  const { error } = create
  const make = async (chosen: readonly Option[]) => {
    create.reset()
    const wanted = chosen.find(({ id }) => id === none)
    if (!wanted) return chosen
    const tag = await create.mutateAsync(wanted.name).catch(() => undefined)
    return chosen.flatMap(option => (option === wanted ? (tag ?? []) : option))
  }
  const offer: NewTag['offer'] = {
    filterOptions: (options, state) => {
      const name = state.inputValue.trim()
      const shown = matching(options, { ...state, inputValue: folded(name) })
      return !may || name === '' || options.some(option => folded(option.name) === folded(name)) ? shown : [...shown, { id: none, name }]
    },
    // Another choice meanwhile would be lost.
    readOnly: create.isPending,
    renderOption: ({ key, ...props }, { id, name }) => (
      <li key={key} {...props}>
        {id === none ? t('sds.newTag', { name }) : name}
      </li>
    ),
  }
  return {
    offer: enabled ? offer : {},
    make,
    making: create.isPending,
    fault: error ? (error instanceof ApiError && error.fields[0]?.detail) || errorText(error, 'update') : undefined,
  }
}

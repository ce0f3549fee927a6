import { Autocomplete, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { useId, useState } from 'react'
import { type Chosen, useEditSheets } from '@/shared/api/bulk'
import { useDepartments } from '@/shared/api/departments'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { useTags } from '@/shared/api/tags'
import { usePeople } from '@/shared/api/people'
import { can } from '@/shared/auth/permissions'
import type { Option } from '@/shared/filters/option'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { useUnsaved } from '@/shared/lib/unsaved'
import { useNewTag } from '@/shared/sds/newTag'
import { notify } from '@/shared/ui/notify'
import { Refused, maySkip, namesShown } from './Refused'

export type FilingKind = 'tags' | 'departments' | 'assignees'

const none: readonly Option[] = []

/** The departments that the user may set: an editor's own, or all. */
function useDepartmentOptions(): readonly Option[] {
  const me = useMe()
  const all = useDepartments().data ?? none
  return can(me, 'SDS_EDIT_OTHER_DEPARTMENT') ? all : all.filter(({ id }) => me.departments.some(mine => mine.id === id))
}
const useTagOptions = (): readonly Option[] => useTags().data ?? none
const usePersonOptions = (): readonly Option[] => usePeople().data ?? none

const sources: Record<FilingKind, () => readonly Option[]> = { tags: useTagOptions, departments: useDepartmentOptions, assignees: usePersonOptions }

interface FilingDialogProps {
  kind: FilingKind
  chosen: Chosen
  count: number
  onClose: () => void
  onDone: () => void
}

/** Adds tags, departments or assignees to the selected sheets, and removes others. */
export function FilingDialog({ kind, chosen, count, onClose, onDone }: FilingDialogProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const useSource = sources[kind]
  const options = useSource()
  const [add, setAdd] = useState<readonly Option[]>(none)
  const [remove, setRemove] = useState<readonly Option[]>(none)
  const { mutateAsync, isPending, error } = useEditSheets()
  useUnsaved(add.length + remove.length > 0, { part: 'filing', survives: () => false })
  const ids = (of: readonly Option[]) => (of.length > 0 ? of.map(({ id }) => id) : undefined)
  // Tags of named sheets are shown at once, so the dialog does not wait for the answer.
  const atOnce = kind === 'tags' && 'sds_ids' in chosen
  const submit = async (skip: boolean) => {
    const work = mutateAsync({ chosen, count, filing: { [`add_${kind}`]: ids(add), [`remove_${kind}`]: ids(remove) }, skip })
    if (atOnce) onDone()
    try {
      const { changed, skipped, job_id } = await work
      const values = { ...counted(changed, locale), skipped: formatNumber(skipped, locale) }
      if (job_id) notify({ key: 'bulk.started', values, color: 'success', link: { to: jobPath(job_id), key: 'sheets.export.follow' } })
      else notify({ key: skipped > 0 ? 'bulk.changedBut' : 'bulk.changed', values, color: 'success' })
      if (!atOnce) onDone()
    } catch (failure) {
      if (!atOnce) return
      const names = failure instanceof ApiError ? failure.denied.slice(0, namesShown).map(({ name }) => name) : []
      notify({
        text: [errorText(failure, 'update'), ...names].join('\n'),
        color: 'error',
        action: failure instanceof ApiError ? (maySkip(failure, count) ? { key: 'bulk.skip', run: () => void submit(true) } : undefined) : { key: 'common.retry', run: () => void submit(skip) },
      })
    }
  }
  const newTag = useNewTag(kind === 'tags')
  const field = (label: string, value: readonly Option[], set: (of: readonly Option[]) => void, other: readonly Option[], makes = false) => (
    <Autocomplete
      multiple
      {...(makes && newTag.offer)}
      noOptionsText={t('common.noOptions')}
      disableCloseOnSelect
      size="small"
      options={options.filter(({ id }) => !other.some(one => one.id === id))}
      value={[...value]}
      onChange={(_event, next) => void newTag.make(next).then(set)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={makes && newTag.making}
      loadingText={t('common.loading')}
      renderInput={params => <TextField {...params} label={label} error={makes && newTag.fault !== undefined} helperText={makes && newTag.fault} />}
    />
  )
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t(`bulk.title.${kind}`, counted(count, locale))}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          {field(t('bulk.add'), add, setAdd, remove, true)}
          {field(t('bulk.remove'), remove, setRemove, add)}
          <Refused error={error} count={count} busy={isPending} skipLabel={t('bulk.skip')} onSkip={() => void submit(true)} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={() => void submit(false)} loading={isPending} disabled={add.length + remove.length === 0}>
          {t('bulk.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

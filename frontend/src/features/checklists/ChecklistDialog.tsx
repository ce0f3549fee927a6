import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery, useTheme } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Checklist, readChecklist, useSaveChecklist } from '@/shared/api/checklists'
import { useCompany } from '@/shared/api/company'
import { ApiError } from '@/shared/api/error'
import { errorText } from '@/shared/api/report'
import type { TextKey } from '@/shared/i18n/keys'
import { askToClose, releaseUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { FormAlert } from '@/shared/ui/FormAlert'
import { isPlanRefusal, PlanNotice, useHasOption } from '@/shared/ui/Gate'
import { notify } from '@/shared/ui/notify'
import { AboutStep } from './components/AboutStep'
import { ChecklistConflicts } from './components/ChecklistConflicts'
import { KindStep } from './components/KindStep'
import { LawStep } from './components/LawStep'
import { PreviewStep } from './components/PreviewStep'
import { RequestStep } from './components/RequestStep'
import { StepIndicator } from './components/StepIndicator'
import { SubstanceStep } from './components/SubstanceStep'
import { type ComparedName, mergeDraft, withStored } from './lib/conflicts'
import { type Draft, builtBy, draftOf, emptyDraft, hasSubstances, toInput } from './lib/draft'

export interface ChecklistDialogProps {
  /** The checklist to edit; omitted for a new one. */
  list?: Checklist
  may: { create: boolean; request: boolean }
  onClose: () => void
  onSaved: (list: Checklist) => void
}

type Step = 'kind' | 'laws' | 'substances' | 'request' | 'about' | 'preview'

const conditions: Record<Draft['kind'], Step[]> = { laws: ['laws'], substances: ['substances'], both: ['laws', 'substances'], request: ['request'] }

function stepsOf(draft: Draft, editing: boolean): Step[] {
  const steps: Step[] = [...conditions[draft.kind]]
  if (draft.kind !== 'request') steps.push('about')
  // A checklist without targets yet finds nothing.
  if (draft.kind === 'both' ? builtBy(draft).length > 0 : draft.kind !== 'request') steps.push('preview')
  return editing ? steps : ['kind', ...steps]
}

/** Creates a checklist in steps, or edits one. Input is kept through every failure. */
export function ChecklistDialog({ list, may, onClose, onSaved }: ChecklistDialogProps) {
  const { t } = useTranslation()
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('md'))
  const titleId = useId()
  const company = useCompany()
  // Only an option of the plan lets the company build checklists itself.
  const hasOption = useHasOption('checklists')
  const mayBuild = may.create && hasOption
  const [draft, setDraft] = useState<Draft>(() => (list ? draftOf(list) : emptyDraft(mayBuild ? 'laws' : 'request', company.name)))
  const [changed, setChanged] = useState(false)
  // The version that the draft is compared with; replaced after a conflict.
  const [base, setBase] = useState(list)
  const [conflicts, setConflicts] = useState<readonly ComparedName[] | null>(null)
  const [at, setAt] = useState(0)
  const [tried, setTried] = useState(false)
  const { create, request, update } = useSaveChecklist()
  const steps = stepsOf(draft, list !== undefined)
  const step = steps[at] ?? 'kind'
  const last = at === steps.length - 1
  const busy = create.isPending || request.isPending || update.isPending
  const failure = create.error ?? request.error ?? update.error
  const undecided = conflicts !== null && conflicts.length > 0
  useUnsaved(changed, { part: 'checklist' })

  const change = (patch: Partial<Draft>) => {
    setChanged(true)
    setDraft(now => ({ ...now, ...patch }))
  }
  const complete: Record<Step, boolean> = {
    kind: draft.kind === 'request' ? may.request : mayBuild,
    laws: draft.kind === 'both' || draft.chosen.size > 0,
    substances: hasSubstances(draft),
    request: [draft.title, draft.companyName, draft.requestText].every(text => text.trim() !== ''),
    about: draft.title.trim() !== '' && draft.targets.length > 0,
    preview: true,
  }
  const close = async () => {
    if (!busy && (await askToClose('checklist'))) onClose()
  }
  const goTo = (next: number) => {
    setAt(next)
    setTried(false)
  }
  const finish = (key: TextKey) => (saved: Checklist) => {
    notify({ key, color: 'success' })
    releaseUnsaved('checklist')
    onSaved(saved)
  }
  /** On a conflict, merges the other user's change into the draft, and asks about fields that both have changed. */
  const compare = async (failure: unknown) => {
    if (!base || !(failure instanceof ApiError) || (failure.status !== 409 && failure.status !== 412)) return
    const stored = await readChecklist(base.id).catch(() => null)
    if (!stored || stored.version === base.version) return
    const merged = mergeDraft(base, draft, stored)
    setDraft(merged.draft)
    setConflicts(merged.conflicts)
    setBase(stored)
    update.reset()
  }
  const choose = (name: ComparedName, whose: 'mine' | 'theirs') => {
    if (base && whose === 'theirs') setDraft(now => withStored(now, base, name))
    setConflicts(now => (now ?? []).filter(one => one !== name))
  }
  const save = () => {
    if (base) return update.mutate({ list: base, input: toInput(draft) }, { onSuccess: finish('checklists.updated'), onError: error => void compare(error) })
    if (draft.kind === 'request') {
      return request.mutate(
        { title: draft.title.trim(), description: draft.description.trim(), company_name: draft.companyName.trim(), law_regulation_text: draft.requestText.trim() },
        { onSuccess: finish('checklists.requested') },
      )
    }
    return create.mutate(toInput(draft), { onSuccess: finish('checklists.created') })
  }
  const next = () => {
    if (!complete[step]) return setTried(true)
    if (last) save()
    else goTo(at + 1)
  }
  const action = list ? 'common.save' : draft.kind === 'request' ? 'checklists.request.submit' : 'checklists.createSubmit'
  return (
    <>
      <Dialog open onClose={() => void close()} aria-labelledby={titleId} fullWidth fullScreen={narrow} maxWidth="lg" slotProps={{ paper: { sx: { height: narrow ? undefined : 'min(860px, calc(100vh - 64px))' } } }}>
        <DialogTitle id={titleId} sx={{ pb: 1 }}>
          {t(list ? 'checklists.editTitle' : 'checklists.createTitle')}
        </DialogTitle>
        <Box sx={{ px: 3, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}>
          <StepIndicator steps={steps.map(name => t(`checklists.step.${name}`))} at={at} onGo={number => number < at && goTo(number)} />
        </Box>
        <DialogContent sx={{ px: { xs: 2, sm: 3 }, pt: '16px !important', display: 'flex', flexDirection: 'column', minHeight: 0 }}>
          {step === 'kind' && <KindStep kind={draft.kind} may={may} lacking={!hasOption} onChange={kind => change({ kind })} />}
          {step === 'laws' && <LawStep chosen={draft.chosen} onChange={chosen => change({ chosen })} names={list?.targets} missing={tried} />}
          {step === 'substances' && <SubstanceStep rows={draft.substances} onChange={substances => change({ substances })} missing={tried} />}
          {step === 'request' && <RequestStep draft={draft} onChange={change} missing={tried} />}
          {step === 'about' && <AboutStep draft={draft} onChange={change} missing={tried} />}
          {step === 'preview' && <PreviewStep input={toInput(draft)} />}
        </DialogContent>
        {conflicts !== null && base && <ChecklistConflicts stored={base} names={conflicts} onChoose={choose} />}
        {failure && (
          <Box sx={{ mx: 3 }}>
            {isPlanRefusal(failure) ? (
              <PlanNotice text={failure.detail} />
            ) : (
              <FormAlert>
                {errorText(failure, 'update')}
              </FormAlert>
            )}
          </Box>
        )}
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={() => void close()} disabled={busy} sx={{ mr: 'auto' }}>
            {t('common.cancel')}
          </Button>
          {at > 0 && (
            <Button onClick={() => goTo(at - 1)} disabled={busy}>
              {t('common.back')}
            </Button>
          )}
          <Button variant="contained" onClick={next} loading={busy} disabled={(last && undecided) || (step === 'kind' && !complete.kind)}>
            {t(last ? action : 'checklists.next')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

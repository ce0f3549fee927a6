import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery, useTheme } from '@mui/material'
import { useId, useMemo, useRef, useState } from 'react'
import { type FieldPath, useWatch } from 'react-hook-form'
import { type Checklist, readChecklist, useSaveChecklist } from '@/shared/api/checklists'
import { useCompany } from '@/shared/api/company'
import { useFormRecord } from '@/shared/api/me'
import { Definition } from '@/shared/api/rules'
import type { TextKey } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { askToClose } from '@/shared/lib/unsaved'
import { z } from '@/shared/lib/validation'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { useHasOption } from '@/shared/ui/Gate'
import { notify } from '@/shared/ui/notify'
import { AboutStep } from './components/AboutStep'
import { KindStep } from './components/KindStep'
import { LawStep } from './components/LawStep'
import { PreviewStep } from './components/PreviewStep'
import { RequestStep } from './components/RequestStep'
import { StepIndicator } from './components/StepIndicator'
import { SubstanceStep } from './components/SubstanceStep'
import { type Draft, builtBy, draftOf, emptyDraft, fits, hasSubstances, requestRules, toInput, withKind } from './lib/draft'

const part = 'checklist'

/** What is missing is said by the steps. */
const schema = z.custom<Draft>()

const storedOf = (list: Checklist): Stored<Draft> => ({ version: list.version, values: draftOf(list) })

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
  const stored = useMemo<Stored<Draft>>(
    () => (list ? storedOf(list) : { version: 0, values: emptyDraft(mayBuild ? 'laws' : 'request', company.name) }),
    [list, mayBuild, company.name],
  )
  const { create, request, update } = useSaveChecklist()
  const saved = useRef<Checklist>(undefined)
  const notified = (now: Checklist, key: TextKey) => {
    saved.current = now
    notify({ key, color: 'success' })
  }
  const edit = useRecordForm<Draft>({
    part,
    record: useFormRecord('checklist', list?.id),
    stored,
    schema,
    inSteps: true,
    save: async (values, version) => {
      if (list) {
        const now = await update.mutateAsync({ list: { ...list, version }, input: toInput(withKind(values)) })
        notified(now, 'checklists.updated')
        return storedOf(now)
      }
      if (values.kind === 'request') {
        const { title, description, companyName, requestText } = values
        notified(await request.mutateAsync({ title: title.trim(), description: description.trim(), company_name: companyName.trim(), law_regulation_text: requestText.trim() }), 'checklists.requested')
      } else notified(await create.mutateAsync(toInput(values)), 'checklists.created')
    },
    read:
      list &&
      (async () => {
        const now = await readChecklist(list.id)
        return now && storedOf(now)
      }),
    onDone: () => saved.current && onSaved(saved.current),
  })
  const values = useWatch({ control: edit.control }) as Draft
  const draft = list ? withKind(values) : values
  const [at, setAt] = useState(0)
  const [tried, setTried] = useState(false)
  const steps = stepsOf(draft, list !== undefined)
  const step = steps[at] ?? 'kind'
  const last = at === steps.length - 1

  const change = (patch: Partial<Draft>) => {
    for (const [name, value] of Object.entries(patch)) edit.setValue(name as FieldPath<Draft>, value, { shouldDirty: true })
  }
  const complete: Record<Step, boolean> = {
    kind: draft.kind === 'request' ? may.request : mayBuild,
    laws: draft.kind === 'both' || draft.chosen.length > 0,
    substances: hasSubstances(draft),
    request: [draft.title, draft.companyName, draft.requestText].every(text => text.trim() !== '') && fits(draft, requestRules),
    about: draft.title.trim() !== '' && draft.targets.length > 0 && fits(draft, Definition),
    preview: true,
  }
  const close = async () => {
    if (!edit.saving && (await askToClose(part))) onClose()
  }
  const goTo = (next: number) => {
    setAt(next)
    setTried(false)
  }
  const next = () => {
    if (!complete[step]) return setTried(true)
    if (last) void edit.submit()
    else goTo(at + 1)
  }
  const labels: Record<keyof Draft, string> = {
    kind: t('checklists.step.kind'),
    title: t('checklists.title_'),
    description: t('checklists.description'),
    targets: t('checklists.where.label'),
    chosen: t('checklists.step.laws'),
    substances: t('checklists.step.substances'),
    companyName: t('checklists.request.companyName'),
    requestText: t('checklists.request.requestText'),
  }
  const theirs = (value: unknown, name: FieldPath<Draft>) =>
    name === 'substances' ? (value as Draft['substances']).map(({ cas, operator, threshold }) => `${cas} ${operator} ${threshold}%`).join(t('common.listSeparator')) : String(value)
  const action = list ? 'common.save' : draft.kind === 'request' ? 'checklists.request.submit' : 'checklists.createSubmit'
  return (
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
      <Box sx={{ mx: 3, maxHeight: '40%', overflowY: 'auto', flexShrink: 0 }}>
        <FormConflicts edit={edit} labels={labels} text={theirs} />
      </Box>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={() => void close()} disabled={edit.saving} sx={{ mr: 'auto' }}>
          {t('common.cancel')}
        </Button>
        {at > 0 && (
          <Button onClick={() => goTo(at - 1)} disabled={edit.saving}>
            {t('common.back')}
          </Button>
        )}
        <Button variant="contained" onClick={next} loading={edit.saving} disabled={(last && edit.blocked) || (step === 'kind' && !complete.kind)}>
          {t(last ? action : 'checklists.next')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

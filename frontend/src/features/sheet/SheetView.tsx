import { Box, LinearProgress, Stack, useMediaQuery, useTheme } from '@mui/material'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '@/shared/api/me'
import { type WholeSheet, closedScan } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { staysOpen, useSheetTab } from '@/shared/lib/openSheet'
import type { SheetSteps } from '@/shared/lib/sheetSequence'
import { hasUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { Pane } from '@/shared/ui/Pane'
import { ClosedFile } from './components/ClosedFile'
import { ConfirmAllMenu } from './components/ConfirmAllMenu'
import { ConfirmAllNotice } from './components/ConfirmAllNotice'
import { FindingList } from './components/FindingList'
import { Inspector } from './components/Inspector'
import { look } from './components/look'
import { RestoredNotice } from './components/RestoredNotice'
import { SaveBar } from './components/SaveBar'
import { sectionElementId } from './components/SectionBlock'
import { SectionIndex } from './components/SectionIndex'
import { Sections } from './components/Sections'
import { SheetHeader } from './components/SheetHeader'
import { type SheetActions, SheetMenu } from './components/SheetMenu'
import { SheetNotice } from './components/SheetNotice'
import { SheetPanel, SheetTabs } from './components/SheetTabs'
import { SplitPane } from './components/SplitPane'
import { type ActivatedBy, SheetContext, type SheetContextValue, type SheetState, type SheetTab, createSheetStore, fieldElementId, sheetTabs } from './context'
import { useConfirmAll } from './hooks/useConfirmAll'
import { useCurrentSection } from './hooks/useCurrentSection'
import { useSheetDraft } from './hooks/useSheetDraft'
import { useSheetKeys } from './hooks/useSheetKeys'
import { EditHistory, LawPanel, VersionNotice, VersionPanel } from './later'
import { countChanges, firstConflict, hasConflicts, reduceDraft, shown, toEdit } from './lib/draft'
import { fieldAt, isUnreviewed, placeKey, placeOf, placedFields } from './lib/fields'
import { sectionSet } from './lib/review'
import type { SectionMemory } from './lib/sectionMemory'
import { firstSource, sourceBoxes } from './lib/sources'
import { useVersionNotice } from './lib/versionNotice'
import { PdfPane } from './pdf/lazyPane'

/** The result of saving a draft: the saved sheet, or the server's error; `faults` by the number of the edit or by place. */
export type SaveOutcome =
  | { saved: true; sheet: WholeSheet }
  /** Another user has saved first; `sheet` is the sheet as it is then. */
  | { saved: false; stale: true; sheet: WholeSheet }
  | { saved: false; stale?: false; fault: string; faults?: readonly { at: number | string; text: string }[] }

const formLook = { overflowY: 'auto', flexGrow: 1, minHeight: 0, position: 'relative', ...look } as const

export interface SheetViewProps {
  sheet: WholeSheet
  /** The place of the field that is active first. */
  at?: string | null
  titleId: string
  /** The PDF's bytes, once loaded. */
  pdf: { data: Uint8Array | undefined; failed: boolean; retry: () => void }
  departments: SheetContextValue['departments']
  tags: SheetContextValue['tags']
  /** Saves over a version. */
  onSave: (edit: ReturnType<typeof toEdit>['edit'], version: number) => Promise<SaveOutcome>
  actions: SheetActions
  steps: SheetSteps | null
  place: SectionMemory
  onClose: () => void
}

/** With the PDF beside them. */
const wideTabs = sheetTabs.filter(name => name !== 'pdf')

/** How often a save is repeated over other users' changes of other fields. */
const maxTries = 4

/** An open sheet: its values on the left, the PDF they were read from on the right. */
export function SheetView({ sheet, at = null, titleId, pdf, departments, tags, onSave, actions, steps, place, onClose }: SheetViewProps) {
  const { t } = useTranslation()
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('md'))
  const box = useRef<HTMLDivElement>(null)
  const [section, form] = useCurrentSection()
  const me = useMe()
  const [saving, setSaving] = useState(false)
  const { draft, dispatch, restored, kept } = useSheetDraft(sheet, { personId: me.id, companyId: me.company_id }, saving)
  const all = useConfirmAll(sheet)
  const [asked, setTab] = useSheetTab<SheetTab>(sheetTabs)
  const tab = asked === 'pdf' && !narrow ? 'data' : asked
  // The URL changes the function; the callbacks below stay, so that no field is rendered again.
  const view = useRef({ tab, setTab })
  useEffect(() => {
    view.current = { tab, setTab }
  })
  // A sheet opened from another is shown at the same section.
  const [start] = useState(() => (at === null ? place.get() : 0))
  // The late sections are filled at once for who goes to a place in them.
  const [whole, setWhole] = useState(at !== null || start > 0)
  const [active, setActive] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const changes = countChanges(draft)
  const conflicts = hasConflicts(draft)

  const fields = useMemo(() => placedFields(sheet), [sheet])
  const likes = useVersionNotice(sheet)
  const boxes = useMemo(() => sourceBoxes(sheet), [sheet])
  const unsure = useMemo(() => fields.filter(place => isUnreviewed(shown(place.field, draft.fields[placeKey(place)]))).map(placeKey), [fields, draft])
  const source = useMemo(() => (active ? firstSource(fieldAt(sheet, placeOf(active))?.sources) : undefined), [sheet, active])

  const activate = useCallback(
    (key: string | null, by: ActivatedBy) => {
      setActive(key)
      if (key === null || by === 'form') return
      setWhole(true)
      const { tab: from, setTab: show } = view.current
      if (from !== 'data' && (from !== 'pdf' || by === 'pdf')) show('data')
      // In another tab the field is rendered only with the next frame.
      requestAnimationFrame(() => {
        const element = document.getElementById(fieldElementId(key))
        element?.scrollIntoView({ block: 'center' })
        element?.focus({ preventScroll: true })
      })
    },
    [],
  )
  const showTab = useCallback((to: SheetTab) => view.current.setTab(to), [])

  const pick = useCallback((key: string) => activate(key, 'pdf'), [activate])

  // Only once: afterwards the user chooses. The sections are rendered by now, and their positions are known with the next frame.
  const openedAt = useRef(at)
  useEffect(() => {
    const key = openedAt.current
    openedAt.current = null
    if (key) activate(key, 'key')
  }, [activate])

  const next = () => {
    const order = fields.map(placeKey)
    const from = active ? order.indexOf(active) : -1
    const rest = unsure.filter(key => key !== active)
    const target = rest.find(key => order.indexOf(key) > from) ?? rest[0]
    if (target) activate(target, 'key')
  }
  const intent = (action: 'confirm' | 'delete' | 'restore') => {
    if (!active || !sheet.may_edit) return
    const place = placeOf(active)
    const base = fieldAt(sheet, place)
    // An unsaved change is simply undone.
    if (action === 'restore' && draft.fields[active]) dispatch({ type: 'undo', place })
    else if (base) dispatch({ type: 'intent', place, base, intent: { action } })
  }

  const toFirstConflict = () => {
    const at = firstConflict(draft) ?? ''
    if (at.includes(':')) activate(at, 'key')
    else document.getElementById(fieldElementId(at))?.focus()
  }
  // The field of a refused save may be out of view.
  const refused = useRef(false)
  useEffect(() => {
    if (!conflicts || !refused.current) return
    refused.current = false
    toFirstConflict()
  })

  const save = async (): Promise<boolean> => {
    if (changes === 0 || saving) return changes === 0
    if (conflicts) {
      // Another user's change is not overwritten unseen.
      toFirstConflict()
      return false
    }
    // Until others' changes are read as well, which may follow a refusal.
    setSaving(true)
    try {
      return await saveDraft()
    } finally {
      setSaving(false)
    }
  }
  const saveDraft = async (): Promise<boolean> => {
    setFault(null)
    setFaults({})
    refused.current = false
    let [mine, over] = [draft, sheet]
    for (let tried = 1; countChanges(mine) > 0; tried++) {
      const { edit, places } = toEdit(mine)
      const outcome = await onSave(edit, over.version)
      if (outcome.saved) {
        dispatch({ type: 'saved', draft: mine, over, sheet: outcome.sheet })
        return true
      }
      if (!outcome.stale) {
        refuse(outcome.fault, outcome.faults ?? [], places)
        return false
      }
      // Another user's changes of other fields are merged at once; those of the same ones need a choice.
      dispatch({ type: 'rebase', sheet: outcome.sheet })
      const merged = reduceDraft(mine, { type: 'rebase', sheet: outcome.sheet })
      if (hasConflicts(merged) || tried === maxTries) {
        refused.current = true
        return false
      }
      ;[mine, over] = [merged, outcome.sheet]
    }
    return true
  }
  const refuse = (why: string, given: readonly { at: number | string; text: string }[], places: readonly string[]) => {
    refused.current = true
    setFault(why)
    const named = given.map(({ at, text }) => [typeof at === 'number' ? (places[at] ?? '') : at, text] as const)
    setFaults(Object.fromEntries(named))
    const first = named.find(([place]) => place.includes(':'))
    if (first) activate(first[0], 'key')
  }
  const discard = () => {
    dispatch({ type: 'clear' })
    setFault(null)
    setFaults({})
  }
  const edit = useCallback(
    (key: string | null) => {
      // Invalid input in another field is not discarded for this one.
      if (key === null || !hasUnsaved(({ part, apply }) => part === 'sheet' && apply !== undefined)) setEditing(key)
    },
    [],
  )

  useSheetKeys(box, {
    next,
    confirm: () => {
      intent('confirm')
      next()
    },
    edit: () => active && sheet.may_edit && edit(active),
    remove: () => intent('delete'),
    restore: () => intent('restore'),
    save: () => void save(),
    confirmSection: () => {
      const inView = active ? placeOf(active).section : section
      if (sheet.may_edit && inView > 0) void all.confirm(sectionSet(sheet, draft, inView).places)
    },
    previous: () => steps?.toPrevious?.(),
    following: () => steps?.toNext?.(),
  })
  useUnsaved(changes > 0, { part: 'sheet', survives: staysOpen(sheet.id), save: conflicts ? undefined : save, discard, kept })

  const state = useMemo<SheetState>(() => ({ draft, active, editing, faults }), [draft, active, editing, faults])
  const [store] = useState(() => createSheetStore(state))
  useLayoutEffect(() => store.set(state), [store, state])
  const context = useMemo<SheetContextValue>(
    () => ({ sheet, store, dispatch, mayEdit: sheet.may_edit, activate, edit, departments, tags, showTab }),
    [sheet, store, dispatch, activate, edit, departments, tags, showTab],
  )

  useEffect(() => {
    if (start > 0) goTo(start)
  }, [start])
  useEffect(() => place.set(section), [place, section])

  const data = (
    <Stack sx={{ minHeight: 0, minWidth: 0, flexGrow: 1 }}>
      <SectionIndex
        current={section}
        onGo={number => {
          flushSync(() => setWhole(true))
          goTo(number)
        }}
      />
      <Box ref={form} sx={formLook} tabIndex={-1}>
        <SheetNotice />
        {likes && (
          <Suspense fallback={null}>
            <VersionNotice of={likes} onDelete={actions.onDelete} />
          </Suspense>
        )}
        <RestoredNotice restored={restored} />
        <FindingList />
        <Sections whole={whole} />
      </Box>
      <ConfirmAllNotice all={all} />
      <Inspector onNext={next} />
      <SaveBar
        count={changes}
        conflicts={conflicts}
        fault={fault}
        saving={saving}
        onSave={() => void save()}
        onDiscard={discard}
        onAll={whose => dispatch(whose === 'mine' ? { type: 'keepMine', sheet } : { type: 'keepTheirs' })}
      />
    </Stack>
  )
  const closed = closedScan(sheet.file)
  const pane = closed ? (
    <ClosedFile scan={closed} />
  ) : (
    <Pane name="pdf" loading={<LinearProgress aria-label={t('common.loading')} />}>
      <PdfPane data={pdf.data} failed={pdf.failed} onRetry={pdf.retry} onDownload={actions.onDownload} boxes={boxes} unsure={unsure} source={source} onPick={pick} />
    </Pane>
  )
  const left = (
    <Stack sx={{ minHeight: 0, minWidth: 0, height: '100%' }}>
      <SheetTabs tab={tab} tabs={narrow ? sheetTabs : wideTabs} onTab={showTab} />
      <SheetPanel name="data" tab={tab} keep>
        {data}
      </SheetPanel>
      {narrow && (
        <SheetPanel name="pdf" tab={tab}>
          {pane}
        </SheetPanel>
      )}
      <SheetPanel name="laws" tab={tab} keep>
        <LawPanel />
      </SheetPanel>
      <SheetPanel name="versions" tab={tab} scrolls>
        <VersionPanel />
      </SheetPanel>
      <SheetPanel name="history" tab={tab} scrolls>
        <EditHistory />
      </SheetPanel>
    </Stack>
  )

  return (
    <SheetContext value={context}>
      <Stack ref={box} sx={{ height: '100%', minHeight: 0 }}>
        <SheetHeader
          titleId={titleId}
          unreviewed={unsure.length}
          onNext={next}
          steps={steps}
          review={sheet.may_edit && <ConfirmAllMenu section={section} all={all} />}
          menu={<SheetMenu {...actions} />}
          onClose={onClose}
        />
        <SplitPane label={t('sheet.resize')} start={left} end={narrow ? null : pane} />
      </Stack>
    </SheetContext>
  )
}

const goTo = (section: number) => document.getElementById(sectionElementId(section))?.scrollIntoView({ block: 'start' })

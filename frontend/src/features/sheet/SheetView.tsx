import { Alert, Box, LinearProgress, Stack, Tab, Tabs, useMediaQuery, useTheme } from '@mui/material'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/shared/api/me'
import { type WholeSheet, isInProgress } from '@/shared/api/sheets'
import { staysOpen } from '@/shared/lib/openSheet'
import { hasUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { Pane } from '@/shared/ui/Pane'
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden'
import { ClosedFile, closedScan } from './components/ClosedFile'
import { EditHistory } from './components/EditHistory'
import { FindingList } from './components/FindingList'
import { Inspector } from './components/Inspector'
import { RestoredNotice } from './components/RestoredNotice'
import { SaveBar } from './components/SaveBar'
import { SectionBlock, sectionElementId } from './components/SectionBlock'
import { SectionIndex } from './components/SectionIndex'
import { SheetHeader } from './components/SheetHeader'
import { SplitPane } from './components/SplitPane'
import { VersionPanel } from './components/VersionPanel'
import { type ActivatedBy, SheetContext, type SheetContextValue, type SheetState, createSheetStore, fieldElementId } from './context'
import { useCurrentSection } from './hooks/useCurrentSection'
import { useSheetDraft } from './hooks/useSheetDraft'
import { useSheetKeys } from './hooks/useSheetKeys'
import { countChanges, firstConflict, hasConflicts, reduceDraft, shown, toEdit } from './lib/draft'
import { fieldAt, isUnreviewed, placeKey, placeOf, placedFields, sectionNumbers } from './lib/fields'
import { firstSource, sourceBoxes } from './lib/sources'
import { PdfPane } from './pdf/lazyPane'

/** The result of saving a draft: the saved sheet, or the server's error; `faults` by the number of the edit or by place. */
export type SaveOutcome =
  | { saved: true; sheet: WholeSheet }
  /** Another user has saved first; `sheet` is the sheet as it is then. */
  | { saved: false; stale: true; sheet: WholeSheet }
  | { saved: false; stale?: false; fault: string; faults?: readonly { at: number | string; text: string }[] }

export interface SheetViewProps {
  sheet: WholeSheet
  /** The place of the field that is active first. */
  at?: string | null
  titleId: string
  /** The PDF's bytes, once loaded. */
  pdf: { data: Uint8Array | undefined; failed: boolean; retry: () => void }
  departments: SheetContextValue['departments']
  tags: SheetContextValue['tags']
  saving: boolean
  /** Saves over a version. */
  onSave: (edit: ReturnType<typeof toEdit>['edit'], version: number) => Promise<SaveOutcome>
  onReanalyse: () => void
  /** Saves the PDF; absent for view-only users. */
  onDownload?: () => void
  onClose: () => void
}

type TabName = 'data' | 'pdf' | 'versions' | 'history'

/** How often a save is repeated over other users' changes of other fields. */
const maxTries = 4

/** An open sheet: its values on the left, the PDF they were read from on the right. */
export function SheetView({ sheet, at = null, titleId, pdf, departments, tags, saving, onSave, onReanalyse, onDownload, onClose }: SheetViewProps) {
  const { t } = useTranslation()
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('md'))
  const box = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<HTMLDivElement | null>(null)
  const section = useCurrentSection(form)
  const me = useMe()
  const { draft, dispatch, restored, kept } = useSheetDraft(sheet, { personId: me.id, companyId: me.company_id }, saving)
  const [tab, setTab] = useState<TabName>('data')
  const [active, setActive] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [saved, setSaved] = useState(false)
  const changes = countChanges(draft)
  const conflicts = hasConflicts(draft)

  const fields = useMemo(() => placedFields(sheet), [sheet])
  const boxes = useMemo(() => sourceBoxes(sheet), [sheet])
  const unsure = useMemo(() => fields.filter(place => isUnreviewed(shown(place.field, draft.fields[placeKey(place)]))).map(placeKey), [fields, draft])
  const source = useMemo(() => (active ? firstSource(fieldAt(sheet, placeOf(active))?.sources) : undefined), [sheet, active])

  const activate = useCallback(
    (key: string | null, by: ActivatedBy) => {
      setActive(key)
      if (key === null || by === 'form') return
      if (narrow && by === 'pdf') setTab('data')
      else setTab(now => (now === 'history' || now === 'versions' ? 'data' : now))
      // In another tab the field is rendered only with the next frame.
      requestAnimationFrame(() => {
        const element = document.getElementById(fieldElementId(key))
        element?.scrollIntoView({ block: 'center' })
        element?.focus({ preventScroll: true })
      })
    },
    [narrow],
  )

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
    setSaved(false)
    setFault(null)
    setFaults({})
    refused.current = false
    let [mine, over] = [draft, sheet]
    for (let tried = 1; countChanges(mine) > 0; tried++) {
      const { edit, places } = toEdit(mine)
      const outcome = await onSave(edit, over.version)
      if (outcome.saved) {
        dispatch({ type: 'saved', draft: mine, over, sheet: outcome.sheet })
        setSaved(true)
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
  })
  useUnsaved(changes > 0, { part: 'sheet', survives: staysOpen(sheet.id), save: conflicts ? undefined : save, discard, kept })

  const state = useMemo<SheetState>(() => ({ draft, active, editing, faults }), [draft, active, editing, faults])
  const [store] = useState(() => createSheetStore(state))
  useLayoutEffect(() => store.set(state), [store, state])
  const context = useMemo<SheetContextValue>(
    () => ({ sheet, store, dispatch, mayEdit: sheet.may_edit, activate, edit, departments, tags }),
    [sheet, store, dispatch, activate, edit, departments, tags],
  )

  const goTo = (number: number) => document.getElementById(sectionElementId(number))?.scrollIntoView({ block: 'start' })

  const data = (
    <Stack sx={{ minHeight: 0, minWidth: 0, flexGrow: 1 }}>
      <SectionIndex current={section} onGo={goTo} />
      <Box ref={setForm} sx={{ overflowY: 'auto', flexGrow: 1, minHeight: 0, position: 'relative' }} tabIndex={-1}>
        <Notice sheet={sheet} />
        <RestoredNotice restored={restored} />
        <FindingList />
        {sectionNumbers.map(number => (
          <Pane key={number} name={`section ${number}`}>
            <SectionBlock number={number} />
          </Pane>
        ))}
      </Box>
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
      <PdfPane data={pdf.data} failed={pdf.failed} onRetry={pdf.retry} onDownload={onDownload} boxes={boxes} unsure={unsure} source={source} onPick={pick} />
    </Pane>
  )
  const tabs = (
    <Tabs
      value={tab}
      onChange={(_event, value: TabName) => setTab(value)}
      aria-label={t('sheet.tabs')}
      sx={{ minHeight: 36, borderBottom: 1, borderColor: 'divider', flexShrink: 0, '& .MuiTab-root': { minHeight: 36, py: 0, textTransform: 'none', fontWeight: 600 } }}
    >
      {(narrow ? (['data', 'pdf', 'versions', 'history'] as const) : (['data', 'versions', 'history'] as const)).map(name => (
        <Tab key={name} value={name} label={t(`sheet.tab.${name}`)} id={`sheet-tab-${name}`} aria-controls={`sheet-panel-${name}`} />
      ))}
    </Tabs>
  )
  const panel = (name: TabName, content: ReactNode, keep = false) => (
    <Box
      role="tabpanel"
      id={`sheet-panel-${name}`}
      aria-labelledby={`sheet-tab-${name}`}
      hidden={tab !== name}
      sx={{ flexGrow: 1, minHeight: 0, minWidth: 0, display: tab === name ? 'flex' : 'none', flexDirection: 'column', overflowY: name === 'history' || name === 'versions' ? 'auto' : 'hidden' }}
    >
      {(keep || tab === name) && content}
    </Box>
  )
  const left = (
    <Stack sx={{ minHeight: 0, minWidth: 0, height: '100%' }}>
      {tabs}
      {panel('data', data, true)}
      {narrow && panel('pdf', pane)}
      {panel('versions', <Pane name="versions"><VersionPanel /></Pane>)}
      {panel('history', <Pane name="history"><EditHistory /></Pane>)}
    </Stack>
  )

  return (
    <SheetContext value={context}>
      {/* The notice of it is outside of the dialog, where assistive technology does not listen while it is open. */}
      <VisuallyHidden component="div" role="status">
        {saved && t('messages.sheetSaved')}
      </VisuallyHidden>
      <Stack ref={box} sx={{ height: '100%', minHeight: 0 }}>
        <SheetHeader titleId={titleId} unreviewed={unsure.length} onNext={next} onReanalyse={onReanalyse} onDownload={onDownload} onClose={onClose} />
        <SplitPane label={t('sheet.resize')} start={left} end={narrow ? null : pane} />
      </Stack>
    </SheetContext>
  )
}

/** Why there is little to see: the analysis is running, or has failed. */
function Notice({ sheet }: { sheet: WholeSheet }) {
  const { t } = useTranslation()
  if (isInProgress(sheet.status_group)) {
    return (
      <Alert severity="info" sx={{ borderRadius: 0 }}>
        {sheet.reason?.detail ?? t('sheet.inProgress')}
        <LinearProgress aria-label={t(`sds.status.${sheet.status_group}`)} sx={{ mt: 1 }} />
      </Alert>
    )
  }
  if (sheet.reason) {
    return (
      <Alert severity={sheet.status_group === 'impossible' ? 'error' : 'warning'} sx={{ borderRadius: 0 }}>
        {sheet.reason.detail}
      </Alert>
    )
  }
  return null
}

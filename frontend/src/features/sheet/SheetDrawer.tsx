import { Button, Drawer, Stack, useMediaQuery, useTheme } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useDepartments } from '@/shared/api/departments'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { queryClient } from '@/shared/api/queryClient'
import { likeSheetsQuery } from '@/shared/api/revisions'
import { type SheetEdit, type WholeSheet, closedScan, readSheet, sheetPdfQuery, sheetQuery, useEditSheet, useSheet } from '@/shared/api/sheets'
import { useTags } from '@/shared/api/tags'
import { can, canEditSheets, canForDepartments } from '@/shared/auth/permissions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { loadAhead } from '@/shared/lib/ahead'
import { text } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { useRetryOnline } from '@/shared/lib/online'
import { saveFile } from '@/shared/lib/saveFile'
import { useSheetTab, useStepToSheet } from '@/shared/lib/openSheet'
import { type SheetSteps, useSheetSteps } from '@/shared/lib/sheetSequence'
import { askToClose } from '@/shared/lib/unsaved'
import { DialogPane } from '@/shared/ui/DialogPane'
import { EmptyState } from '@/shared/ui/EmptyState'
import { notify } from '@/shared/ui/notify'
import { Spinner } from '@/shared/ui/Spinner'
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden'
import { PrintSheet } from './components/PrintSheet'
import type { SheetDialog } from './components/SheetDialogs'
import { type SheetTab, sheetTabs } from './context'
import { SheetDialogs, loadEditors, loadTabs, loadVersionNotice, versionNoticeLoaded } from './later'
import { type SectionMemory, makeSectionMemory } from './lib/sectionMemory'
import { hasVersionNotice, likesOf } from './lib/versionNotice'
import { loadPdfPane } from './pdf/lazyPane'
import { useStatementTexts } from './statements/useStatements'
import { type SaveOutcome, SheetView } from './SheetView'

/** Loads what a sheet shows and edits, for one that is probably opened next. */
export const warmUp = async () => void (await Promise.all([loadPdfPane(), loadEditors(), loadTabs()]))

const none: readonly never[] = []

/** A sheet over the list it was opened from; `at` is the place of the field to show. `onDrawn` is called once a sheet is shown, or why there is none. */
export function SheetDrawer({ sheetId, at = null, onClose, onDrawn }: { sheetId: string | null; at?: string | null; onClose: () => void; onDrawn?: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  // The drawer keeps its content while it slides away.
  const [shownId, setShownId] = useState(sheetId)
  if (sheetId !== null && sheetId !== shownId) setShownId(sheetId)
  const steps = useSheetSteps(sheetId, useStepToSheet())
  const [place] = useState(makeSectionMemory)
  useEffect(() => {
    if (sheetId === null) place.set(0)
  }, [sheetId, place])
  const requestClose = () => void askToClose('sheet').then(leave => leave && onClose())
  const paper = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && target === document.body && !paper.current?.closest('[aria-hidden="true"]')) requestClose()
  })
  // While another sheet is drawn nothing has the focus for a moment, and the drawer does not hear the key.
  const open = sheetId !== null
  useEffect(() => {
    if (!open) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [open])
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={requestClose}
      slotProps={{
        paper: {
          ref: paper,
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          'aria-label': t('sheet.title'),
          sx: { width: { xs: '100%', md: 'min(1680px, calc(100vw - 56px))' }, maxWidth: '100%' },
        },
      }}
    >
      {shownId !== null && <OpenSheet key={shownId} sheetId={shownId} at={at} titleId={titleId} steps={steps} place={place} onClose={requestClose} onDrawn={onDrawn} />}
    </Drawer>
  )
}

/** How long a sheet that is there waits for what is read beside it, in milliseconds. */
const patience = 500

/** Whether a sheet that has been `loaded` no longer waits for what is read beside it. */
function useLate(loaded: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!loaded) return undefined
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [loaded])
  return late
}

/** Whether the sheets that one resembles are known, with the notice that names them: a notice above the values that came after them would move them. */
function useLikeSheetsRead(sheetId: string): boolean {
  const me = useMe()
  // Asked before the sheet itself is known; the notice asks again until all are read.
  const { data, isLoading } = useQuery({ ...likeSheetsQuery(me.company_id, [sheetId]), enabled: canEditSheets(me), refetchInterval: false })
  const named = likesOf(sheetId, data?.items) !== undefined
  const [loaded, setLoaded] = useState(versionNoticeLoaded)
  useEffect(() => {
    if (named) void loadVersionNotice().then(() => setLoaded(true))
  }, [named])
  return !isLoading && (loaded || !named)
}

interface OpenSheetProps {
  sheetId: string
  at: string | null
  titleId: string
  steps: SheetSteps | null
  place: SectionMemory
  onClose: () => void
  onDrawn: (() => void) | undefined
}

function OpenSheet({ sheetId, at, titleId, steps, place, onClose, onDrawn }: OpenSheetProps) {
  const { t } = useTranslation()
  const me = useMe()
  const companyId = me.company_id
  const { data: sheet, error, isPending, refetch } = useSheet(sheetId)
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('md'))
  const [tab] = useSheetTab<SheetTab>(sheetTabs)
  // On a narrow screen the PDF is a tab of its own.
  const pdfShown = !narrow || tab === 'pdf'
  const pdf = useQuery({ ...sheetPdfQuery(companyId, sheetId, sheet?.file.sha256 ?? ''), enabled: pdfShown && sheet !== undefined && !closedScan(sheet.file) })
  const { data: departments = none, isLoading: readsDepartments } = useDepartments()
  const { data: tags = none, isLoading: readsTags } = useTags()
  const { mutateAsync } = useEditSheet(sheetId)
  const [dialog, setDialog] = useState<SheetDialog | null>(null)
  const unreachable = !sheet && error instanceof TypeError
  useRetryOnline(unreachable, () => void refetch())
  const nextId = steps?.nextId
  const loaded = sheet !== undefined
  const likesRead = useLikeSheetsRead(sheetId)
  const { isLoading: readsStatements } = useStatementTexts()
  const late = useLate(loaded)
  // Names and wordings that came later would move what is below them, too.
  const complete = loaded && (late || ((likesRead || !hasVersionNotice(sheet)) && !readsDepartments && !readsTags && !readsStatements))
  // A sheet is drawn in slices, so that the page stays responsive: the drawer around it would draw all of it at once.
  // Not a deferred value: those within the sheet, its late sections, would be drawn with it.
  const [mayDraw, setMayDraw] = useState(false)
  useEffect(() => {
    if (complete) startTransition(() => setMayDraw(true))
  }, [complete])
  const drawn = (loaded && mayDraw) || error !== null
  useEffect(() => {
    if (drawn) onDrawn?.()
  }, [drawn, onDrawn])
  useEffect(() => (drawn ? loadAhead(loadTabs) : undefined), [drawn])
  const edits = canEditSheets(me)
  useEffect(() => {
    if (!loaded || nextId === undefined) return undefined
    return loadAhead(() => Promise.all([queryClient.prefetchQuery(sheetQuery(companyId, nextId)), edits && queryClient.prefetchQuery(likeSheetsQuery(companyId, [nextId]))]))
  }, [loaded, nextId, companyId, edits])

  if (!sheet || !mayDraw) {
    return (
      <Stack sx={{ height: '100%' }}>
        <VisuallyHidden id={titleId} component="h2">
          {t('sheet.title')}
        </VisuallyHidden>
        {isPending || sheet ? (
          <Spinner />
        ) : (
          <EmptyState
            title={t(error instanceof ApiError && error.status === 404 ? 'sheet.notFound' : unreachable ? 'errors.network' : 'sheet.failed')}
            action={
              <Stack direction="row" sx={{ gap: 1 }}>
                <Button variant="outlined" onClick={() => void refetch()}>
                  {t('common.retry')}
                </Button>
                <Button onClick={onClose}>{t('common.close')}</Button>
              </Stack>
            }
          />
        )}
      </Stack>
    )
  }

  const save = async (edit: SheetEdit, version: number): Promise<SaveOutcome> => {
    try {
      const now = await mutateAsync({ version, edit })
      notify({ key: 'messages.sheetSaved', color: 'success' })
      return { saved: true, sheet: now }
    } catch (failure) {
      if (!(failure instanceof ApiError)) return { saved: false, fault: errorText(failure, 'update') }
      const now = failure.status === 412 && (await readSheet(companyId, sheetId).catch(() => null))
      return now && now.version > version ? { saved: false, stale: true, sheet: now } : refusal(failure)
    }
  }
  const download = async () => {
    const { data, error: failure } = pdf.data ? pdf : await pdf.refetch()
    if (data) saveFile(new Blob([data], { type: 'application/pdf' }), sheet.file.name)
    else notify({ text: errorText(failure, 'read'), color: 'error' })
  }
  return (
    <>
      <SheetView
        sheet={sheet}
        at={at}
        titleId={titleId}
        pdf={{ data: pdf.data, failed: pdf.isError, retry: () => void pdf.refetch() }}
        departments={departments}
        tags={tags}
        onSave={save}
        steps={steps}
        place={place}
        actions={{
          onPrint: () => page.print(),
          ...(sheet.may_edit && needsAnswers(sheet) && { onReconfirm: () => setDialog('reconfirm') }),
          ...(sheet.may_request && { onReanalyse: () => setDialog('reanalyse') }),
          ...(can(me, 'SDS_DELETE') && canForDepartments(me, 'EDIT', sheet.department_id_list) && { onDelete: () => setDialog('delete') }),
          // View-only users are offered no file.
          ...(can(me, 'SDS_DOWNLOAD') && { onDownload: () => void download() }),
        }}
        onClose={onClose}
      />
      <PrintSheet sheet={sheet} departments={departments} tags={tags} />
      <DialogPane open={dialog} onClose={() => setDialog(null)}>
        {dialog && <SheetDialogs dialog={dialog} sheet={sheet} onDeleted={onClose} onClose={() => setDialog(null)} />}
      </DialogPane>
    </>
  )
}

/** Whether the analysis waits for a user's answers, or has failed for lack of them. */
const needsAnswers = ({ status_group: group, file }: WholeSheet) => (group === 'impossible' || group === 'reconfirmation') && file.name !== '' && file.scan !== 'checking'

/** The server's errors in a batch of edits, by field (texts: specification, section 8). */
function refusal(failure: ApiError): SaveOutcome {
  if (failure.status === 409 && failure.code === 'sheet.product_code_exists') {
    const fault = failure.detail || text('errors.productCodeExists')
    return { saved: false, fault, faults: [{ at: '1:product_codes', text: fault }] }
  }
  // What was typed is kept over a reload.
  const fault = failure.status >= 500 ? text('errors.processFailed') : errorText(failure, 'update')
  const faults = failure.fields.map(({ path, detail }) => {
    const number = /fields\[(\d+)\]/.exec(path)?.[1]
    return { at: number === undefined ? path.replace(/^body\.|\[\d+\]$/g, '') : Number(number), text: detail }
  })
  return { saved: false, fault, faults }
}

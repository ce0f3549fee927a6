import { lazyParts } from '@/shared/lib/lazyPart'

/* The parts of a sheet that are not seen as it opens: each is loaded with its first use, or beforehand. */

const recordInput = lazyParts(async () => (await import('./components/RecordInput')).RecordInput)
const fieldEditor = lazyParts(async () => (await import('./components/FieldEditor')).FieldEditor)
const attachments = lazyParts(async () => (await import('./components/Attachments')).Attachments)
const lawPanel = lazyParts(async () => (await import('./components/LawPanel')).LawPanel)
const versionPanel = lazyParts(async () => (await import('./components/VersionPanel')).VersionPanel)
const editHistory = lazyParts(async () => (await import('./components/EditHistory')).EditHistory)
const versionNotice = lazyParts(async () => (await import('./components/VersionNotice')).VersionNotice)
const sheetDialogs = lazyParts(async () => (await import('./components/SheetDialogs')).SheetDialogs)

export const RecordInput = recordInput.Part
export const FieldEditor = fieldEditor.Part
export const Attachments = attachments.Part
export const LawPanel = lawPanel.Part
export const VersionPanel = versionPanel.Part
export const EditHistory = editHistory.Part
export const VersionNotice = versionNotice.Part
export const SheetDialogs = sheetDialogs.Part

const loadAll = async (parts: readonly Pick<typeof attachments, 'load'>[]) => void (await Promise.all(parts.map(({ load }) => load())))

const editors = [recordInput, fieldEditor, attachments]

/** Loads the inputs, and the files beside the PDF. */
export const loadEditors = () => loadAll(editors)
export const editorsLoaded = () => editors.every(({ isLoaded }) => isLoaded())

/** Loads the notice of a sheet that is probably a version of others. */
export const { load: loadVersionNotice, isLoaded: versionNoticeLoaded } = versionNotice

/** Loads the other tabs, the dialogs and the notice of versions. */
export const loadTabs = () => loadAll([lawPanel, versionPanel, editHistory, sheetDialogs, versionNotice])

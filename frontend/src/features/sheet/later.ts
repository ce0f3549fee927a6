import { lazyParts } from '@/shared/lib/lazyPart'

/* The parts of a sheet that are not seen as it opens: each is loaded with its first use, or beforehand. */

const recordInput = lazyParts(async () => (await import('./components/RecordInput')).RecordInput)
const fieldEditor = lazyParts(async () => (await import('./components/FieldEditor')).FieldEditor)
const attachments = lazyParts(async () => (await import('./components/Attachments')).Attachments)
const lawPanel = lazyParts(async () => (await import('./components/LawPanel')).LawPanel)
const versionPanel = lazyParts(async () => (await import('./components/VersionPanel')).VersionPanel)
const editHistory = lazyParts(async () => (await import('./components/EditHistory')).EditHistory)
const likeVersions = lazyParts(async () => (await import('./components/LikeVersions')).LikeVersions)
const sheetDialogs = lazyParts(async () => (await import('./components/SheetDialogs')).SheetDialogs)

export const RecordInput = recordInput.Part
export const FieldEditor = fieldEditor.Part
export const Attachments = attachments.Part
export const LawPanel = lawPanel.Part
export const VersionPanel = versionPanel.Part
export const EditHistory = editHistory.Part
export const LikeVersions = likeVersions.Part
export const SheetDialogs = sheetDialogs.Part

const loadAll = async (parts: readonly { load: () => Promise<void> }[]) => void (await Promise.all(parts.map(({ load }) => load())))

/** Loads what edits values. */
export const loadEditors = () => loadAll([recordInput, fieldEditor])

/** Loads the other tabs and the dialogs. */
export const loadTabs = () => loadAll([attachments, lawPanel, versionPanel, editHistory, likeVersions, sheetDialogs])

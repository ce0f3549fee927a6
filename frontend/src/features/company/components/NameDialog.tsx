import { useMemo } from 'react'
import { useFormRecord } from '@/shared/api/me'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { z } from '@/shared/lib/validation'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'

interface NamedRecord {
  id: string
  name: string
  version: number
}

type NameForm = { name: string }

const storedOf = (item: Pick<NamedRecord, 'name' | 'version'>): Stored<NameForm> => ({ version: item.version, values: { name: item.name } })

interface NameDialogProps {
  title: string
  /** The kind of the items. */
  kind: string
  label: string
  /** The renamed item as stored; omitted for a new one. */
  item?: NamedRecord
  /** Another user has deleted it meanwhile. */
  deleted?: boolean
  rule: z.ZodType<string, string>
  /** Saves a name, over the version of the renamed item. */
  onSave: (name: string, version: number) => Promise<NamedRecord>
  /** Reads the renamed item again; null if it has been deleted. */
  onRead?: () => Promise<NamedRecord | null>
  onClose: () => void
}

/** Asks for the name of a new item, or a new name. */
export function NameDialog({ title, kind, label, item, deleted = false, rule, onSave, onRead, onClose }: NameDialogProps) {
  const { t } = useTranslation()
  const [name, version] = [item?.name ?? '', item?.version ?? 0]
  const stored = useMemo(() => storedOf({ name, version }), [name, version])
  const schema = useMemo(() => z.object({ name: rule }), [rule])
  const edit = useRecordForm<NameForm>({
    part: dialogPart,
    record: useFormRecord(kind, item?.id),
    stored,
    schema,
    unique: 'name',
    deleted,
    save: async ({ name }, version) => {
      const saved = await onSave(name, version)
      return item && storedOf(saved)
    },
    read: onRead && (async () => {
      const now = await onRead()
      return now && storedOf(now)
    }),
    onDone: onClose,
  })
  return (
    <FormDialog title={title} edit={edit} labels={{ name: label }} submitLabel={t(item ? 'common.save' : 'common.add')} onClose={onClose}>
      {/* Opening the dialog is asking for this one field. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <FormField control={edit.control} name="name" label={label} required autoFocus />
    </FormDialog>
  )
}

import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { type Me, useFormRecord } from '@/shared/api/me'
import type { NewPeriodicExport, PeriodicExport, Person } from '@/shared/api/periodic'
import { NewSetting as rules } from '@/shared/api/rules'
import { type Filters, filters as allFilters, fromFilter, isReversed, noFilters, toFilter } from '@/shared/filters'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { fullName } from '@/shared/lib/fullName'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { line, text, z } from '@/shared/lib/validation'
import { FormAutocomplete } from '@/shared/ui/FormAutocomplete'
import { FormRadio, FormSelect } from '@/shared/ui/FormChoice'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'
import { useFilterNames } from '../lib/filterNames'
import { FilterField } from './FilterField'

/** A kind of table. */
export interface Operation {
  id: string
  name: string
}

const schema = z
  .object({
    name: line(text(rules.name)),
    type: z.enum(rules.type.enum),
    filter: z.custom<Filters>().refine(filters => !allFilters.some(filter => isReversed(filters, filter)), 'sheets.fault.range'),
    recipient_id: z.string().min(1, 'validation.required'),
    cc_recipient_ids: z.array(z.string()).max(rules.cc_recipient_ids.maxItems, `validation.atMost?count=${rules.cc_recipient_ids.maxItems}`),
    frequency: z.enum(rules.frequency.enum),
    weekday: z.enum(rules.weekday.enum),
    export_date: z.enum(rules.export_date.enum),
    format: z.enum(rules.format.enum),
    character_code: z.enum(rules.character_code.enum),
    language: z.enum(rules.language.enum),
  })
  .refine(({ recipient_id, cc_recipient_ids }) => !cc_recipient_ids.includes(recipient_id), { path: ['cc_recipient_ids'], message: 'validation.recipientTwice' })
type Form = z.infer<typeof schema>

const isType = (type: string): type is Form['type'] => rules.type.enum.some(known => known === type)

const storedOf = (setting: PeriodicExport): Stored<Form> => ({
  version: setting.version,
  values: {
    name: setting.name,
    type: isType(setting.type) ? setting.type : 'sheets',
    filter: fromFilter(setting.filter ?? {}),
    recipient_id: setting.recipient.id,
    cc_recipient_ids: setting.cc.map(({ id }) => id),
    frequency: setting.frequency,
    weekday: setting.weekday ?? 'monday',
    export_date: setting.export_date ?? '1',
    format: setting.format,
    character_code: setting.character_code,
    language: setting.language,
  },
})

/** The request: a frequency has only its own day. */
const bodyOf = ({ weekday, export_date, filter, ...rest }: Form): NewPeriodicExport => ({
  ...rest,
  filter: toFilter(filter),
  ...(rest.frequency === 'weekly' && { weekday }),
  ...(rest.frequency === 'monthly' && { export_date }),
})

interface PeriodicDialogProps {
  /** The setting to edit; omitted for a new one. */
  setting?: PeriodicExport
  deleted?: boolean
  people: readonly Person[]
  operations: readonly Operation[]
  me: Me
  /** Saves over a version. */
  onSave: (setting: NewPeriodicExport, version: number) => Promise<PeriodicExport | void>
  onRead?: () => Promise<PeriodicExport | null>
  onClose: () => void
}

/** Adds or edits a periodic export. */
export function PeriodicDialog({ setting, deleted = false, people, operations, me, onSave, onRead, onClose }: PeriodicDialogProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const stored = useMemo<Stored<Form>>(
    () =>
      setting
        ? storedOf(setting)
        : {
            version: 0,
            values: { name: '', type: 'sheets', filter: noFilters, recipient_id: me.id, cc_recipient_ids: [], frequency: 'monthly', weekday: 'monday', export_date: '1', format: 'xlsx', character_code: 'shift_jis', language: locale === 'ja-JP' ? 'ja' : 'en' },
          },
    [setting, me.id, locale],
  )
  const edit = useRecordForm<Form>({
    part: dialogPart,
    record: useFormRecord('periodicExport', setting?.id),
    stored,
    schema,
    deleted,
    save: async (values, version) => {
      const saved = await onSave(bodyOf(values), version)
      return saved ? storedOf(saved) : undefined
    },
    read: onRead && (async () => {
      const now = await onRead()
      return now && storedOf(now)
    }),
    onDone: onClose,
  })
  const { control } = edit
  const filterNames = useFilterNames()
  const [frequency, format] = useWatch({ control, name: ['frequency', 'format'] })
  const options = people.map(({ id, name, email }) => ({ id, name, note: email }))
  const words = {
    type: (value: string) => operations.find(({ id }) => id === value)?.name ?? value,
    recipient_id: (value: string) => people.find(({ id }) => id === value)?.name ?? t('common.removed'),
    frequency: (value: string) => t(keyIn('periodic.frequencies', value)),
    weekday: (value: string) => t(keyIn('periodic.weekdays', value)),
    export_date: (value: string) => t(keyIn('periodic.days', value)),
    format: (value: string) => t(keyIn('periodic.formats', value)),
    character_code: (value: string) => t(keyIn('periodic.codes', value)),
    language: (value: string) => t(value === 'ja' ? 'user.japanese' : 'user.english'),
  }
  const labels = {
    name: t('periodic.name'),
    type: t('periodic.type'),
    filter: t('periodic.filter'),
    recipient_id: t('periodic.recipient'),
    cc_recipient_ids: t('periodic.cc'),
    frequency: t('periodic.frequency'),
    weekday: t('periodic.weekday'),
    export_date: t('periodic.day'),
    format: t('periodic.format'),
    character_code: t('periodic.code'),
    language: t('periodic.language'),
  }
  const chosen = (name: keyof typeof words & keyof typeof rules, values: readonly string[]) => values.map(value => ({ value, label: words[name](value) }))
  const worded = (value: unknown, name: string) => {
    if (name === 'name') return String(value)
    if (name === 'filter') return filterNames(value as Filters) || t('periodic.allSheets')
    return name === 'cc_recipient_ids' ? (value as string[]).map(words.recipient_id).join(t('common.listSeparator')) : words[name as keyof typeof words](String(value))
  }
  return (
    <FormDialog title={t(setting ? 'periodic.editTitle' : 'periodic.add')} edit={edit} labels={labels} text={worded} submitLabel={t(setting ? 'common.save' : 'common.add')} disabled={setting !== undefined && !edit.dirty} width="sm" onClose={onClose}>
      {/* Opening the dialog is asking for this field first. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <FormField control={control} name="name" label={labels.name} required autoFocus />
      <FormSelect control={control} name="type" label={labels.type} options={chosen('type', rules.type.enum)} />
      <FilterField control={control} name="filter" label={labels.filter} owner={(setting ? setting.owner.name : fullName(me, locale)) || t('common.removed')} />
      <FormRadio control={control} name="frequency" label={labels.frequency} row options={chosen('frequency', rules.frequency.enum)} />
      {frequency === 'weekly' && <FormSelect control={control} name="weekday" label={labels.weekday} options={chosen('weekday', rules.weekday.enum)} />}
      {frequency === 'monthly' && <FormSelect control={control} name="export_date" label={labels.export_date} helperText={t('periodic.dayHelp')} options={chosen('export_date', rules.export_date.enum)} />}
      <FormAutocomplete control={control} name="recipient_id" label={labels.recipient_id} options={options} required loading={people.length === 0} />
      <FormAutocomplete control={control} name="cc_recipient_ids" label={labels.cc_recipient_ids} options={options} multiple max={rules.cc_recipient_ids.maxItems} loading={people.length === 0} helperText={t('periodic.ccHelp', { count: rules.cc_recipient_ids.maxItems })} />
      <FormRadio control={control} name="format" label={labels.format} row options={chosen('format', rules.format.enum)} />
      {format === 'csv' && <FormRadio control={control} name="character_code" label={labels.character_code} row options={chosen('character_code', rules.character_code.enum)} />}
      <FormRadio control={control} name="language" label={labels.language} row options={chosen('language', rules.language.enum)} />
    </FormDialog>
  )
}

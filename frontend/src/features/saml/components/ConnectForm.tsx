import { Button, Stack, Typography } from '@mui/material'
import { useMemo, useRef, useState } from 'react'
import { useFormRecord } from '@/shared/api/me'
import { SAMLSetting as rules } from '@/shared/api/rules'
import type { SamlConnection, SamlSetting } from '@/shared/api/saml'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { z } from '@/shared/lib/validation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormSelect } from '@/shared/ui/FormChoice'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'
import { UploadIcon } from '@/shared/ui/icons/icons'

const maxBytes = rules.metadata.maxLength
const maxDomains = rules.mail_domains.maxItems

/** The domains of a text with one per line; other separators count too. */
const domainsIn = (text: string) => text.normalize('NFKC').split(/[\s,;、，]+/).filter(domain => domain !== '')

const unknownUsers = ['refuse', 'create'] as const
const passwordRules = ['allow', 'refuse'] as const
/** The settings with these two choices. */
type Ruled = 'passwords' | 'sign_ins'

/** A connection in use keeps its provider without metadata. */
const schemaOf = (metadata: 'required' | 'optional') =>
  z.object({
    metadata: z.string().trim().min(metadata === 'required' ? 1 : 0, 'validation.required').max(maxBytes, 'saml.setting.fileTooLarge'),
    mail_domains: z.string().refine(text => domainsIn(text).length > 0 && domainsIn(text).length <= maxDomains, 'saml.setting.domainsWanted'),
    unknown_users: z.literal([...unknownUsers]),
    passwords: z.literal([...passwordRules]),
    sign_ins: z.literal([...passwordRules]),
  })
type Fields = z.infer<ReturnType<typeof schemaOf>>

const storedOf = ({ version = 0, state, mail_domains: domains, unknown_users: unknown = 'refuse', passwords = 'allow' }: SamlConnection): Stored<Fields> => ({
  version,
  values: { metadata: '', mail_domains: domains.join('\n'), unknown_users: unknown, passwords, sign_ins: state === 'disabled' ? 'refuse' : 'allow' },
})

interface ConnectFormProps {
  connection: SamlConnection
  onConnect: (setting: SamlSetting, version: number) => Promise<SamlConnection>
  onRead: () => Promise<SamlConnection>
}

/** Connects an identity provider by its metadata, pasted or from a file. */
export function ConnectForm({ connection, onConnect, onRead }: ConnectFormProps) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const stored = useMemo(() => storedOf(connection), [connection])
  const known = connection.state !== 'none'
  const finished = connection.state === 'active' || connection.state === 'disabled'
  const schema = useMemo(() => schemaOf(finished ? 'optional' : 'required'), [finished])
  const edit = useRecordForm<Fields>({
    part: 'saml',
    record: useFormRecord('saml', known ? 'known' : 'new'),
    stored,
    schema,
    names: Object.fromEntries(Array.from({ length: maxDomains }, (_, i) => [`mail_domains.${i}`, 'mail_domains' as const])),
    save: async ({ metadata, mail_domains: domains, unknown_users, passwords, sign_ins }, version) =>
      storedOf(await onConnect({ ...(metadata !== '' && { metadata }), mail_domains: domainsIn(domains), unknown_users, passwords, sign_ins }, version)),
    read: async () => storedOf(await onRead()),
  })
  const labels = { metadata: t('saml.setting.metadata'), mail_domains: t('saml.setting.domains'), unknown_users: t('saml.setting.unknown'), passwords: t('saml.setting.passwords'), sign_ins: t('saml.setting.signIns') }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setTooLarge(chosen.size > maxBytes)
    if (chosen.size <= maxBytes) edit.setValue('metadata', await chosen.text(), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={edit.submit} aria-label={t(known ? 'saml.setting.change' : 'saml.setting.connect')}>
      <Typography variant="h3">{t(known ? 'saml.setting.change' : 'saml.setting.connect')}</Typography>
      <FormField control={edit.control} name="mail_domains" label={labels.mail_domains} helperText={t('saml.setting.domainsHelp')} multiline minRows={2} maxRows={10} required autoComplete="off" />
      <FormField
        control={edit.control}
        name="metadata"
        label={labels.metadata}
        helperText={t(finished ? 'saml.setting.metadataKept' : 'saml.setting.metadataHelp')}
        multiline
        minRows={4}
        maxRows={10}
        required={!finished}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
      {tooLarge && <FormAlert>{t('saml.setting.fileTooLarge')}</FormAlert>}
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => file.current?.click()} sx={{ alignSelf: 'flex-start' }}>
        {t('saml.setting.file')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        aria-label={t('saml.setting.file')}
        onChange={event => {
          const chosen = event.target.files?.[0]
          void choose(chosen)
          event.target.value = ''
        }}
      />
      <FormSelect
        control={edit.control}
        name="unknown_users"
        label={labels.unknown_users}
        helperText={t('saml.setting.unknownHelp')}
        options={unknownUsers.map(value => ({ value, label: t(`saml.setting.unknownAs.${value}`) }))}
      />
      {known &&
        (['passwords', 'sign_ins'] satisfies Ruled[]).map(name => (
          <FormSelect
            key={name}
            control={edit.control}
            name={name}
            label={labels[name]}
            helperText={t(name === 'passwords' ? 'saml.setting.passwordsHelp' : 'saml.setting.signInsHelp')}
            options={passwordRules.map(value => ({ value, label: t(name === 'passwords' ? `saml.setting.passwordsAs.${value}` : `saml.setting.signInsAs.${value}`) }))}
          />
        ))}
      <FormConflicts
        edit={edit}
        labels={labels}
        text={(value, name) => {
          if (name === 'unknown_users') return t(`saml.setting.unknownAs.${value as (typeof unknownUsers)[number]}`)
          const rule = value as (typeof passwordRules)[number]
          if (name === 'sign_ins') return t(`saml.setting.signInsAs.${rule}`)
          return name === 'passwords' ? t(`saml.setting.passwordsAs.${rule}`) : value
        }}
      />
      <Button type="submit" variant="contained" disabled={!edit.dirty || edit.blocked} loading={edit.saving} sx={{ alignSelf: 'flex-start' }}>
        {t(known ? 'saml.setting.saveChange' : 'saml.setting.save')}
      </Button>
    </Stack>
  )
}

import { Button } from '@mui/material'
import { useMemo } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { NewAddress } from '@/shared/api/addresses'
import { useFormRecord } from '@/shared/api/me'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { addressName, ipAddress, z } from '@/shared/lib/validation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'
import { covers } from '../lib/covers'

const schema = z.object({ ip_address: ipAddress(), name: addressName() })
type Address = z.infer<typeof schema>
const start: Stored<Address> = { version: 0, values: { ip_address: '', name: '' } }

interface AddAddressDialogProps {
  /** The user's own address. */
  own: string
  /** Nothing is listed yet: from then on only listed addresses are allowed. */
  first: boolean
  /** The user's own address is listed already. */
  covered: boolean
  onSubmit: (address: NewAddress) => Promise<void>
  onClose: () => void
}

/** Allows an address or a network, and offers the user's own. */
export function AddAddressDialog({ own, first, covered, onSubmit, onClose }: AddAddressDialogProps) {
  const { t } = useTranslation()
  const stored = useMemo(() => start, [])
  const edit = useRecordForm<Address>({ part: dialogPart, record: useFormRecord('address'), stored, schema, unique: 'ip_address', save: onSubmit, onDone: onClose })
  const typed = useWatch({ control: edit.control, name: 'ip_address' })
  const labels = { ip_address: t('security.address'), name: t('security.name') }
  const { errors } = useFormState({ control: edit.control, name: 'ip_address' })
  const locksOut = own !== '' && !covered && ipAddress().safeParse(typed).success && !covers(typed.normalize('NFKC').trim(), own)
  return (
    <FormDialog title={t('security.add')} edit={edit} labels={labels} submitLabel={t('common.add')} onClose={onClose}>
      {first && <FormAlert severity="warning">{t('security.firstWarning')}</FormAlert>}
      {/* Opening the dialog is asking for the address. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <FormField control={edit.control} name="ip_address" label={labels.ip_address} helperText={t('security.addressHelp')} autoComplete="off" required autoFocus />
      {own !== '' && !covered && (
        <Button size="small" onClick={() => edit.setValue('ip_address', own, { shouldDirty: true, shouldValidate: true })} sx={{ alignSelf: 'flex-start', mt: '4px !important' }}>
          {t('security.takeOwn', { address: own })}
        </Button>
      )}
      {/* The server refuses it too, at the field. */}
      {locksOut && !errors.ip_address && <FormAlert>{t('security.locksYouOut', { address: own })}</FormAlert>}
      <FormField control={edit.control} name="name" label={labels.name} helperText={t('security.nameHelp')} autoComplete="off" />
    </FormDialog>
  )
}

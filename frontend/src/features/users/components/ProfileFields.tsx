import { Stack } from '@mui/material'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { FormField } from '@/shared/ui/FormField'

/** The names, position and telephone number of a user. */
export function ProfileFields<F extends FieldValues>({ control }: { control: Control<F> }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const at = (name: string) => name as Path<F>
  const last = <FormField key="last" control={control} name={at('last_name')} label={t('user.lastName')} autoComplete="off" required />
  const first = <FormField key="first" control={control} name={at('first_name')} label={t('user.firstName')} autoComplete="off" required />
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
        {locale === 'ja-JP' ? [last, first] : [first, last]}
      </Stack>
      <FormField control={control} name={at('middle_name')} label={t('user.middleName')} autoComplete="off" />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
        <FormField control={control} name={at('position')} label={t('user.position')} autoComplete="off" />
        <FormField control={control} name={at('phone')} type="tel" label={t('user.phone')} autoComplete="off" />
      </Stack>
    </>
  )
}

import { Alert, Button } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Feature, useCompany } from '@/shared/api/company'
import { ApiError } from '@/shared/api/error'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'

/** Whether the company has the option. */
export const useHasOption = (option: Feature) => useCompany().active_features.includes(option)

/** Says that something needs an option or a larger plan, with the way to it. `text` is the server's sentence, if there is one. */
export function PlanNotice({ option, text }: { option?: Feature; text?: string }) {
  const { t } = useTranslation()
  return (
    <Alert
      severity="info"
      sx={{ whiteSpace: 'pre-line', alignItems: 'center', '& .MuiAlert-action': { pt: 0, alignItems: 'center' } }}
      action={
        <Button component={Link} to={paths.inquiry} color="inherit" size="small" variant="outlined" sx={{ whiteSpace: 'nowrap' }}>
          {t('plan.contact')}
        </Button>
      }
    >
      {text || (option ? t('plan.needsOption', { option: t(`plan.feature.${option}`) }) : t('errors.planLimit'))}
    </Alert>
  )
}

/** Whether a request was refused for lack of an option, or because the plan's limit is reached. */
export const isPlanRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 402

/** A part of the product that the company has with an option; without it a notice in its place, in `frame` if it has one. */
export function Gate({ option, frame = notice => notice, children }: { option: Feature; frame?: (notice: ReactNode) => ReactNode; children: ReactNode }) {
  return useHasOption(option) ? children : frame(<PlanNotice option={option} />)
}

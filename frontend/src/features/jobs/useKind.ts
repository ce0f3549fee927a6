import { useTranslation } from 'react-i18next'
import type { Job } from '@/shared/api/jobs'
import { hasText } from '@/shared/i18n/i18n'

/** The name of a kind of job. */
export function useKind(): (job: Job) => string {
  const { t } = useTranslation()
  return ({ kind }) => t(hasText(`jobs.kind.${kind}`) ? `jobs.kind.${kind}` : 'jobs.otherKind')
}

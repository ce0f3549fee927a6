import type { Job } from '@/shared/api/jobs'
import { hasText } from '@/shared/i18n/i18n'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The name of a kind of job. */
export function useKind(): (job: Job) => string {
  const { t } = useTranslation()
  return ({ kind }) => t(hasText(keyIn('jobs.kind', kind)) ? keyIn('jobs.kind', kind) : 'jobs.otherKind')
}

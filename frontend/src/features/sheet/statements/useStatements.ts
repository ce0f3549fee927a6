import { useQuery } from '@tanstack/react-query'
import { useLocale } from '@/shared/i18n/useLocale'
import type { Locale } from '@/shared/lib/locale'

type Statements = Readonly<Record<string, string>>

const texts: Record<Locale, () => Promise<{ default: Statements }>> = { 'ja-JP': () => import('./ja.json'), 'en-US': () => import('./en.json') }
const none: Statements = {}

/** The texts of the hazard and precautionary statements by code, and whether they are still being loaded. */
export function useStatementTexts() {
  const locale = useLocale()
  const { data, isLoading } = useQuery({
    queryKey: ['statements', locale],
    queryFn: async () => (await texts[locale]()).default,
    staleTime: Infinity,
    meta: { ownErrors: 'all' },
  })
  return { texts: data ?? none, isLoading }
}

/** The texts of the hazard and precautionary statements by code, as far as they have been loaded. */
export const useStatements = (): Statements => useStatementTexts().texts

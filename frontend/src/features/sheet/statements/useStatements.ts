import { useQuery } from '@tanstack/react-query'
import { useLocale } from '@/shared/i18n/useLocale'
import type { Locale } from '@/shared/lib/locale'

type Statements = Readonly<Record<string, string>>

const texts: Record<Locale, () => Promise<{ default: Statements }>> = { 'ja-JP': () => import('./ja.json'), 'en-US': () => import('./en.json') }
const none: Statements = {}

/** The texts of the hazard and precautionary statements by code; loaded on first use. */
export function useStatements(): Statements {
  const locale = useLocale()
  const { data = none } = useQuery({
    queryKey: ['statements', locale],
    queryFn: async () => (await texts[locale]()).default,
    staleTime: Infinity,
    meta: { ownErrors: 'all' },
  })
  return data
}

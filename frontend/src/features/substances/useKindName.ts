import { useCallback } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The name of a kind of exposure limit; as printed where it is none of the known ones. */
export function useKindName() {
  const { t } = useTranslation()
  return useCallback((kind: string) => (kind ? t(`sds.choice.kind.${kind}`, { defaultValue: kind }) : t('substances.noKind')), [t])
}

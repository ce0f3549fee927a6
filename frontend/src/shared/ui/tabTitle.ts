import { useEffect } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Sets the title of the browser's tab. */
export function useTabTitle(title: string | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title ? `${title} | ${t('common.productName')}` : t('common.productName')
  }, [title, t])
}

import type { SignedSession } from '@/shared/api/sessions'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Names a device in plain words: its browser and its system, as far as they were recognised. */
export function useDeviceName() {
  const { t } = useTranslation()
  return ({ browser, system }: Pick<SignedSession, 'browser' | 'system'>) => {
    if (browser && system) return t('user.device', { browser, system })
    return browser ?? system ?? t('user.unknownDevice')
  }
}

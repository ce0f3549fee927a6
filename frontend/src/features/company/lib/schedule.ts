import { useCallback } from 'react'
import type { PeriodicExport } from '@/shared/api/periodic'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** When a periodic export runs, in words. */
export function useScheduleText(): (setting: Pick<PeriodicExport, 'frequency' | 'weekday' | 'export_date'>) => string {
  const { t } = useTranslation()
  return useCallback(
    ({ frequency, weekday, export_date: day }) => {
      if (frequency === 'weekly' && weekday) return t('periodic.weekly', { weekday: t(`periodic.weekdays.${weekday}`) })
      return frequency === 'monthly' && day ? t('periodic.monthly', { day: t(`periodic.days.${day}`) }) : t('periodic.daily')
    },
    [t],
  )
}

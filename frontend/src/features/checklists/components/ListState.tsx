import type { Checklist } from '@/shared/api/checklists'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'

const tones: Record<Checklist['state'], StatusTone> = { requested: 'info', in_preparation: 'info', created: 'success', resumed: 'success', suspended: 'neutral' }

/** The state of a checklist. */
export function ListState({ state }: { state: Checklist['state'] }) {
  const { t } = useTranslation()
  return <StatusChip tone={tones[state]} label={t(`checklists.state.${state}`)} />
}

/** Whether it is being checked, and so can be suspended. */
export const isChecked = ({ state }: Pick<Checklist, 'state'>) => state === 'created' || state === 'resumed'

import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { CheckIcon, DeleteIcon, EditIcon, PlainIcon, VisibleIcon } from '@/shared/ui/icons/icons'
import { isUnreviewed } from '../lib/fields'
import type { Shown } from '../lib/draft'

const percent = (confidence: number) => Math.round(confidence * 100)

/** The origin of a value and the analysis's confidence as text, for assistive technology and tooltips. */
export function useMarkText() {
  const { t } = useTranslation()
  return (shown: Shown): string => {
    const { value, state, confidence, pending, conflict } = shown
    if (!value) return ''
    const whose =
      state === 'machine'
        ? t(isUnreviewed(shown) ? 'sheet.mark.unsure' : 'sheet.mark.sure', { percent: percent(confidence) })
        : t(`sheet.mark.${state}`)
    return [whose, conflict ? t('sheet.mark.conflict') : pending && t('sheet.mark.pending')].filter(Boolean).join(t('common.listSeparator'))
  }
}

/**
 * A small mark beside a value: uncertain, confirmed, edited or deleted. A confident machine value has only
 * its figure, and not even that if `quiet`.
 */
export function FieldMark({ shown, quiet }: { shown: Shown; quiet: boolean }) {
  const { t } = useTranslation()
  const text = useMarkText()(shown)
  const { value, state, confidence, pending } = shown
  if (!value) return null
  const unsure = isUnreviewed(shown)
  const Icon = unsure ? VisibleIcon : state === 'confirmed' ? CheckIcon : state === 'edited' ? EditIcon : state === 'deleted' ? DeleteIcon : null
  return (
    <Hint title={text}>
      <span className="mark" aria-hidden data-state={state} data-unsure={unsure} data-pending={pending}>
        {Icon && <PlainIcon of={Icon} size={14} />}
        <span className="mark-figure" data-quiet={quiet}>
          {state === 'machine' ? (quiet && !unsure ? null : `${percent(confidence)}%`) : !quiet && t(`sheet.state.${state}`)}
        </span>
      </span>
    </Hint>
  )
}

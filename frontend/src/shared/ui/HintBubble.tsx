import { Tooltip } from '@mui/material'

export type HintPlacement = 'bottom' | 'right'

interface HintBubbleProps {
  id: string
  title: string
  /** The element that the hint is about. */
  anchor: Element
  placement: HintPlacement
  /** The pointer is over the hint itself, which stays then (WCAG 1.4.13). */
  onEnter: () => void
  onLeave: () => void
}

/** The hint itself, loaded with the first one that is shown. */
export function HintBubble({ id, title, anchor, placement, onEnter, onLeave }: HintBubbleProps) {
  return (
    <Tooltip
      open
      id={id}
      title={title}
      placement={placement}
      describeChild
      slotProps={{ popper: { anchorEl: anchor, onMouseEnter: onEnter, onMouseLeave: onLeave } }}
    >
      <span hidden />
    </Tooltip>
  )
}

import { Box } from '@mui/material'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

const storageKey = 'anzen.sheet.split'
const limits = { min: 28, max: 75, step: 3 }

const clamp = (percent: number) => Math.min(limits.max, Math.max(limits.min, Math.round(percent)))

/**
 * Two panes side by side with a movable border, by pointer or arrow keys; its position is stored. Without a
 * second pane, the first takes all the space, and keeps its state when the second appears or disappears.
 */
export function SplitPane({ label, start, end }: { label: string; start: ReactNode; end: ReactNode | null }) {
  const box = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(() => clamp(Number(localStorage.getItem(storageKey) ?? 50) || 50))
  const keep = (value: number) => {
    const next = clamp(value)
    setPercent(next)
    localStorage.setItem(storageKey, String(next))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return
    const { left, width } = box.current.getBoundingClientRect()
    keep((100 * (event.clientX - left)) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -limits.step, ArrowRight: limits.step }[event.key]
    if (step === undefined) return
    event.preventDefault()
    keep(percent + step)
  }
  return (
    <Box ref={box} sx={{ display: 'grid', gridTemplateColumns: end === null ? 'minmax(0, 1fr)' : `minmax(0, ${percent}fr) 9px minmax(0, ${100 - percent}fr)`, flexGrow: 1, minHeight: 0 }}>
      {start}
      {end !== null && (
        <Box
          role="separator"
          aria-orientation="vertical"
          aria-label={label}
          aria-valuenow={percent}
          aria-valuemin={limits.min}
          aria-valuemax={limits.max}
          tabIndex={0}
          onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
          onDoubleClick={() => keep(50)}
          sx={{
            cursor: 'col-resize',
            touchAction: 'none',
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'background.default',
            borderInline: 1,
            borderColor: 'divider',
            '&::after': { content: '""', width: 3, height: 32, borderRadius: 2, bgcolor: 'handle' },
            '&:hover, &:focus-visible': { bgcolor: 'secondary.main', outline: 'none' },
          }}
        />
      )}
      {end}
    </Box>
  )
}

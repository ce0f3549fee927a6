import type { ReactNode } from 'react'

/** A name and its content on one line; below each other on narrow screens. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="line">
      <div className="line-label">{label}</div>
      <div className="line-content">{children}</div>
    </div>
  )
}

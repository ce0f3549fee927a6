import type { ReactNode } from 'react'

/** A text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span style={{ position: 'absolute', clipPath: 'inset(50%)', whiteSpace: 'nowrap' }}>{children}</span>
}

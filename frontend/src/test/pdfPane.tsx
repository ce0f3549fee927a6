import type { PdfPaneProps } from '@/features/sheet/pdf/PdfPane'
import type { ReactNode } from 'react'

type Draw = (props: PdfPaneProps) => ReactNode

const byDefault: Draw = () => <div data-testid="pdf" />
let draw = byDefault

/** Sets what stands in place of a sheet's PDF, which jsdom cannot draw, for one test; without an argument that of most tests. */
export function drawPdfAs(other: Draw = byDefault): void {
  draw = other
}

/** Replaces the pane of the same name in all tests. */
export const PdfPane = (props: PdfPaneProps) => draw(props)

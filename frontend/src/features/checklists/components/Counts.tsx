import { Stack } from '@mui/material'
import type { Verdict } from '@/shared/api/laws'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { shownVerdicts } from '../filters'

/** The number of sheets of each verdict; zeros are omitted. */
export function Counts({ counts }: { counts: Partial<Record<Verdict, number>> | undefined }) {
  if (!counts || Object.values(counts).every(count => !count)) return null
  return (
    <Stack direction="row" component="span" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {shownVerdicts.map(verdict => {
        const count = counts[verdict] ?? 0
        return count > 0 ? <VerdictChip key={verdict} verdict={verdict} count={count} /> : null
      })}
    </Stack>
  )
}

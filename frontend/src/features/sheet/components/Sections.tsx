import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '@/shared/lib/ahead'
import { Pane } from '@/shared/ui/Pane'
import { sectionNumbers } from '../lib/fields'
import { SectionBlock } from './SectionBlock'

/** The sections up to this one fill a screen. */
const firstSections = 1

const lastSection = sectionNumbers.length - 1

/** The longest wait for an idle page before each late section, in milliseconds. */
const patience = 100

/** All sections: the first ones at once, then one after the other, so that the page stays responsive; or the `whole` sheet. */
export function Sections({ whole }: { whole: boolean }) {
  const [filled, setFilled] = useState(firstSections)
  useEffect(() => (whole || filled >= lastSection ? undefined : whenIdle(() => startTransition(() => setFilled(filled + 1)), patience)), [whole, filled])
  return sectionNumbers.map(number => (
    <Pane key={number} name={`section ${number}`}>
      <SectionBlock number={number} filled={whole || number <= filled} />
    </Pane>
  ))
}

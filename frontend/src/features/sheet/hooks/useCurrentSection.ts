import { useEffect, useState } from 'react'
import { sectionElementId } from '../components/SectionBlock'
import { sectionNumbers } from '../lib/fields'

/** The part of the form, from its top, in which a section that appears becomes the current one. */
const upperPart = '0px 0px -90% 0px'

/** The number of the section that is read in the scrolling form. */
export function useCurrentSection(form: HTMLElement | null): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (!form) return
    const visible = new Set<number>()
    const numbers = new Map<Element, number>()
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting } of entries) {
          const number = numbers.get(target)
          if (number === undefined) continue
          if (isIntersecting) visible.add(number)
          else visible.delete(number)
        }
        if (visible.size > 0) setCurrent(Math.max(...visible))
      },
      { root: form, rootMargin: upperPart },
    )
    for (const number of sectionNumbers) {
      const element = document.getElementById(sectionElementId(number))
      if (!element) continue
      numbers.set(element, number)
      observer.observe(element)
    }
    return () => observer.disconnect()
  }, [form])
  return current
}

import { useCallback, useState } from 'react'
import { sectionElementId } from '../components/SectionBlock'
import { sectionNumbers } from '../lib/fields'

/** The part of the form, from its top, in which a section that appears becomes the current one. */
const upperPart = '0px 0px -90% 0px'

/** The number of the section that is read in the scrolling form, and what observes the form: its ref, so that drawing it is drawing once. */
export function useCurrentSection(): [current: number, form: (element: HTMLElement | null) => (() => void) | undefined] {
  const [current, setCurrent] = useState(0)
  const observe = useCallback((form: HTMLElement | null) => {
    if (!form) return undefined
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
      const element = form.querySelector(`#${sectionElementId(number)}`)
      if (!element) continue
      numbers.set(element, number)
      observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return [current, observe]
}

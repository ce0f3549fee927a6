import { useEffect, useState } from 'react'

/*
 * Where the notices are on the page. A modal dialog hides everything outside of itself from assistive technology and
 * keeps the focus inside, so the notices are inside of the topmost one, and at the end of the page otherwise. They are one
 * element that moves: what it shows is not rendered anew.
 */

const modals = () => [...document.querySelectorAll('.MuiModal-root')]
const backdropOf = (modal: Element) => modal.querySelector<HTMLElement>(':scope > .MuiBackdrop-root')

/** The modal that is on top of the others, if there is one: one that fades out counts no more. */
const topModal = () => modals().filter(modal => !modal.closest('[aria-hidden="true"]') && backdropOf(modal)?.style.opacity !== '0').at(-1)

/** The element that the notices belong into; null: where they are, as a menu is open, which closes soon. */
function home(): Element | null {
  const modal = topModal()
  if (!modal) return document.body
  return modal.matches('.MuiDialog-root, .MuiDrawer-root') ? modal.querySelector('[role="dialog"], [role="alertdialog"]') : null
}

function makePlace(): HTMLElement {
  const place = document.createElement('div')
  place.className = 'notice-place'
  place.setAttribute('role', 'region')
  place.setAttribute('aria-keyshortcuts', 'F6')
  return place
}

function move(place: HTMLElement): void {
  const parent = home() ?? (place.isConnected ? null : document.body)
  if (!parent || place.parentElement === parent) return
  const focused = place.contains(document.activeElement) ? document.activeElement : null
  place.removeAttribute('aria-hidden')
  parent.append(place)
  if (focused instanceof HTMLElement) focused.focus()
}

/** F6 leads to the newest notice, and back to where the focus was. */
function leadFocus(place: HTMLElement): () => void {
  let before: HTMLElement | null = null
  let held = false
  const back = () => before?.isConnected && before.focus()
  const onFocus = ({ relatedTarget: from }: FocusEvent) => {
    held = true
    if (from instanceof HTMLElement && !place.contains(from)) before = from
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    const inside = place.contains(document.activeElement)
    const target = [...place.querySelectorAll<HTMLElement>('[data-notice]')].at(-1)?.querySelector<HTMLElement>('a[href], button')
    if (!inside && !target) return
    event.preventDefault()
    if (inside) back()
    else target?.focus()
  }
  // A notice that closes takes its focus with it.
  const removal = new MutationObserver(() => {
    const { activeElement: at } = document
    if (held && (at === document.body || !at?.isConnected)) back()
    held = place.contains(document.activeElement)
  })
  place.addEventListener('focusin', onFocus)
  window.addEventListener('keydown', onKey)
  removal.observe(place, { childList: true, subtree: true })
  return () => {
    place.removeEventListener('focusin', onFocus)
    window.removeEventListener('keydown', onKey)
    removal.disconnect()
  }
}

/** The element of the notices, at its place; `label` names it. */
export function useNoticePlace(label: string): HTMLElement {
  const [place] = useState(makePlace)
  useEffect(() => place.setAttribute('aria-label', label), [place, label])
  useEffect(() => {
    const follow = () => {
      for (const modal of modals()) {
        const backdrop = backdropOf(modal)
        if (backdrop) fading.observe(backdrop, { attributes: true, attributeFilter: ['style'] })
      }
      move(place)
    }
    const fading = new MutationObserver(follow)
    // Dialogs are children of the page; the ones below the topmost are hidden.
    const dialogs = new MutationObserver(follow)
    dialogs.observe(document.body, { childList: true })
    const hidden = new MutationObserver(follow)
    hidden.observe(document.body, { attributes: true, attributeFilter: ['aria-hidden'], subtree: true })
    // Its height is space that others leave free (notices.css).
    const size = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(([entry]) => document.documentElement.style.setProperty('--notices', `${Math.ceil(entry?.contentRect.height ?? 0)}px`))
    size?.observe(place)
    const leave = leadFocus(place)
    follow()
    return () => {
      fading.disconnect()
      dialogs.disconnect()
      hidden.disconnect()
      size?.disconnect()
      leave()
      document.documentElement.style.removeProperty('--notices')
      place.remove()
    }
  }, [place])
  return place
}

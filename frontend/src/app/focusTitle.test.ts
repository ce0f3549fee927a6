import { afterEach, expect, it } from 'vitest'
import { focusTitle } from './focusTitle'

afterEach(() => document.body.replaceChildren())

/** A page whose title arrives later, and a dialog's field with the focus. */
function pageBehind(hidden: boolean) {
  const page = document.createElement('main')
  const field = document.createElement('input')
  if (hidden) page.setAttribute('aria-hidden', 'true')
  document.body.append(page, field)
  field.focus()
  const title = Object.assign(document.createElement('h1'), { tabIndex: -1 })
  title.setAttribute('data-page-title', '')
  return { field, title, arrive: () => page.append(title) }
}

it('waits for the title of the page', async () => {
  const { title, arrive } = pageBehind(false)
  focusTitle()
  arrive()
  await expect.poll(() => document.activeElement).toBe(title)
})

it('takes the focus from no dialog that was opened meanwhile', async () => {
  const { field, title, arrive } = pageBehind(true)
  focusTitle()
  arrive()
  // Observers are called before a promise that is made after the change.
  await Promise.resolve()
  expect(document.activeElement).toBe(field)
  title.parentElement?.removeAttribute('aria-hidden')
  document.body.append(document.createElement('p'))
  await Promise.resolve()
  expect(document.activeElement).toBe(field)
})

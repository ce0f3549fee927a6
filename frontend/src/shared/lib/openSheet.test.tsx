import { act, render } from '@testing-library/react'
import { Link, RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { useCloseSheet, useOpenSheet, useSheetAddress, useSheetTab, useStepToSheet } from './openSheet'
import { useTableUrlState } from './tableState'

/** A screen that opens sheets, in a router with a history that begins elsewhere. */
async function open(address: string) {
  let screen: { open: (id: string) => void; close: () => void; step: (id: string) => void; tab: (tab: 'a' | 'b') => void; page: (page: number, options?: { replace: boolean }) => void }
  function Screen() {
    const [, change] = useTableUrlState()
    screen = { open: useOpenSheet()[1], close: useCloseSheet(), step: useStepToSheet(), tab: useSheetTab(['a', 'b'])[1], page: (page, options) => change({ page }, options) }
    return <Link {...useSheetAddress('linked')}>link</Link>
  }
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }, { path: '/before', element: null }], { initialEntries: ['/before'] })
  const { findByText } = render(<RouterProvider router={router} />)
  await act(async () => router.navigate(address))
  const run = (work: (on: typeof screen) => void) => act(async () => Promise.resolve(work(screen)))
  const at = () => router.state.location.pathname + router.state.location.search
  return {
    run,
    at,
    follow: async () => {
      const link = await findByText('link')
      await act(async () => Promise.resolve(link.click()))
    },
    back: async () => {
      await act(async () => router.navigate(-1))
      return at()
    },
  }
}

test('a closed sheet leaves no step: Back takes back what was before it', async () => {
  const { run, at, back } = await open('/')
  await run(({ page }) => page(2))
  await run(({ open }) => open('s1'))
  await run(({ tab }) => tab('b'))
  await run(({ step }) => step('s2'))
  expect(at()).toBe('/?page=2&sheet=s2&tab=b')
  await run(({ close }) => close())
  expect(at()).toBe('/?page=2')
  expect([await back(), await back()]).toEqual(['/', '/before'])
})

test('a sheet that was opened from another is closed with it', async () => {
  const { run, at, back, follow } = await open('/?page=2')
  await run(({ open }) => open('s1'))
  await follow()
  expect(at()).toBe('/?page=2&sheet=linked')
  expect(await back()).toBe('/?page=2&sheet=s1')
  await follow()
  await run(({ close }) => close())
  expect(at()).toBe('/?page=2')
  expect(await back()).toBe('/before')
})

test('a list that was paged from the sheet stays at its page', async () => {
  const { run, at, back } = await open('/')
  await run(({ open }) => open('s1'))
  await run(({ page }) => page(2, { replace: true }))
  await run(({ step }) => step('s3'))
  await run(({ close }) => close())
  expect(at()).toBe('/?page=2')
  expect(await back()).toBe('/')
})

test('a sheet that was opened by a link from elsewhere leaves its screen', async () => {
  const { run, at, back } = await open('/?sheet=s1')
  await run(({ close }) => close())
  expect(at()).toBe('/')
  expect(await back()).toBe('/before')
})

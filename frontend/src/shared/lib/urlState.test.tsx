import { act, render, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, RouterProvider, createMemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { choiceParam, integerParam, listParam, sortParam, textParam, useUrlState } from './urlState'

const params = {
  page: integerParam(1, 1),
  q: textParam(),
  view: choiceParam(['table', 'cards'], 'table'),
  tags: listParam(),
  sort: sortParam,
  day: textParam(),
}

const at = (address: string) =>
  renderHook(() => ({ state: useUrlState(params), search: decodeURIComponent(useLocation().search) }), {
    wrapper: ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result

test('is read from the URL; invalid values become the default', () => {
  expect(at('/?page=3&q=アセトン&view=cards&tags=a,b%252Cc&sort=-name').current.state[0]).toEqual({
    page: 3,
    q: 'アセトン',
    view: 'cards',
    tags: ['a', 'b,c'],
    sort: { field: 'name', direction: 'desc' },
    day: '',
  })
  expect(at('/?page=0&view=tiles&sort=').current.state[0]).toEqual({ page: 1, q: '', view: 'table', tags: [], sort: null, day: '' })
})

test('is written to the URL without defaults, and leaves other parameters alone', () => {
  const result = at('/?page=3&open=s1')
  act(() => result.current.state[1]({ q: 'トルエン', tags: ['x,y', 'z'], sort: { field: 'created_at', direction: 'asc' } }))
  expect(result.current.state[0]).toMatchObject({ page: 3, q: 'トルエン', tags: ['x,y', 'z'], sort: { field: 'created_at', direction: 'asc' } })
  act(() => result.current.state[1]({ page: 1, q: '', tags: [], sort: null }))
  expect(result.current.search).toBe('?open=s1')
})

/** A screen in a router with a history; `change` is a patch of its state. */
function open(address: string) {
  let patch: ReturnType<typeof useUrlState<typeof params>>[1] = () => undefined
  function Screen() {
    patch = useUrlState(params)[1]
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  const search = () => decodeURIComponent(router.state.location.search)
  return {
    search,
    change: (...patches: Parameters<typeof patch>[0][]) => act(async () => Promise.resolve(patches.forEach(values => patch(values)))),
    correct: (values: Parameters<typeof patch>[0]) => act(async () => Promise.resolve(patch(values, { replace: true }))),
    back: async () => {
      await act(async () => router.navigate(-1))
      return search()
    },
  }
}

test('two changes before the next rendering both hold', async () => {
  const { change, search } = open('/?open=s1')
  await change({ q: 'toluene' }, { page: 2 })
  expect(search()).toBe('?open=s1&q=toluene&page=2')
})

test('Back takes back each change; what goes on with one, and what changes nothing, are no steps', async () => {
  const { change, correct, search, back } = open('/?page=3')
  await change({ q: 'to', page: 1 })
  await correct({ q: 'toluene', page: 1 })
  await change({ q: 'toluene' })
  await change({ tags: ['a'], page: 1 })
  await change({ tags: ['a', 'b'], page: 1 })
  await change({ page: 2 })
  await change({ sort: { field: 'name', direction: 'asc' }, page: 1 })
  expect(search()).toBe('?q=toluene&tags=a,b&sort=name')
  expect([await back(), await back(), await back(), await back(), await back()]).toEqual(['?q=toluene&tags=a,b&page=2', '?q=toluene&tags=a,b', '?q=toluene&tags=a', '?q=toluene', '?page=3'])
})

test('the digits of a year are one step', async () => {
  const { change, back } = open('/')
  await change({ day: '0002-04-01' })
  await change({ day: '0020-04-01', page: 1 })
  await change({ day: '2026-04-01' })
  await change({ day: '' })
  expect([await back(), await back()]).toEqual(['?day=2026-04-01', ''])
})

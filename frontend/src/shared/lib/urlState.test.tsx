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
  })
  expect(at('/?page=0&view=tiles&sort=').current.state[0]).toEqual({ page: 1, q: '', view: 'table', tags: [], sort: null })
})

test('is written to the URL without defaults, and leaves other parameters alone', () => {
  const result = at('/?page=3&open=s1')
  act(() => result.current.state[1]({ q: 'トルエン', tags: ['x,y', 'z'], sort: { field: 'created_at', direction: 'asc' } }))
  expect(result.current.state[0]).toMatchObject({ page: 3, q: 'トルエン', tags: ['x,y', 'z'], sort: { field: 'created_at', direction: 'asc' } })
  act(() => result.current.state[1]({ page: 1, q: '', tags: [], sort: null }))
  expect(result.current.search).toBe('?open=s1')
})

test('two changes before the next rendering both hold', async () => {
  let change: ReturnType<typeof useUrlState<typeof params>>[1] | undefined
  function Screen() {
    change = useUrlState(params)[1]
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: ['/?open=s1'] })
  render(<RouterProvider router={router} />)
  await act(async () => {
    change?.({ q: 'toluene' })
    change?.({ page: 2 })
    await Promise.resolve()
  })
  expect(router.state.location.search).toBe('?open=s1&q=toluene&page=2')
})

test('steps are taken back by Back; typing that goes on, and what changes nothing, are no steps', async () => {
  let change: ReturnType<typeof useUrlState<typeof params>>[1] | undefined
  function Screen() {
    change = useUrlState(params)[1]
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: ['/'] })
  render(<RouterProvider router={router} />)
  const step = (values: Parameters<NonNullable<typeof change>>[0]) => act(async () => Promise.resolve(change?.(values, { push: true })))
  const back = async () => {
    await act(async () => router.navigate(-1))
    return decodeURIComponent(router.state.location.search)
  }
  await step({ q: 'to' })
  await step({ q: 'toluene', page: 1 })
  await step({ q: 'toluene' })
  await step({ tags: ['a'], page: 1 })
  await step({ q: 'xylene' })
  expect(decodeURIComponent(router.state.location.search)).toBe('?q=xylene&tags=a')
  expect([await back(), await back(), await back()]).toEqual(['?q=toluene&tags=a', '?q=toluene', ''])
})

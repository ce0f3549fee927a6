import { act, fireEvent, screen } from '@testing-library/react'
import { Suspense, startTransition, use, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangeOptions } from '@/shared/lib/urlState'
import { renderScreen } from '@/test/render'
import { SearchBox } from './SearchBox'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The box below an address that follows only when the test says so, as on a busy device. */
function open(value = '') {
  const onSearch = vi.fn<(text: string, options: ChangeOptions) => void>()
  const address: { follow: (text: string) => void } = { follow: () => undefined }
  function Page() {
    const [text, setText] = useState(value)
    address.follow = setText
    return <SearchBox value={text} onSearch={onSearch} />
  }
  renderScreen(<Page />)
  const input = screen.getByRole('textbox')
  return {
    onSearch,
    searched: () => onSearch.mock.calls.map(([text]) => text),
    /** The searches that are steps of their own. */
    steps: () => onSearch.mock.calls.flatMap(([text, { replace }]) => (replace ? [] : [text])),
    input,
    type: (text: string) => fireEvent.change(input, { target: { value: text } }),
    enter: () => fireEvent.keyDown(input, { key: 'Enter' }),
    leave: () => fireEvent.blur(input),
    pause: () => {
      act(() => {
        vi.advanceTimersByTime(300)
      })
    },
    follow: (text: string) => {
      act(() => {
        address.follow(text)
      })
    },
  }
}

test('what is typed stays while the address follows late', () => {
  const { type, pause, follow, enter, input, searched } = open()
  type('6')
  pause()
  type('67-6')
  pause()
  type('67-64-1')
  follow('6')
  expect(input).toHaveValue('67-64-1')
  follow('67-6')
  expect(input).toHaveValue('67-64-1')
  enter()
  expect(searched()).toEqual(['6', '67-6', '67-64-1'])
  follow('67-64-1')
  expect(input).toHaveValue('67-64-1')
})

test('an address that skips what was searched before it leaves the text too', () => {
  const { type, pause, follow, input } = open()
  type('6')
  pause()
  type('67')
  pause()
  type('67-64-1')
  follow('67')
  expect(input).toHaveValue('67-64-1')
})

test('an address that something else changed shows its text, and what was typed before is not searched', () => {
  const { type, pause, follow, input, onSearch } = open('acetone')
  expect(input).toHaveValue('acetone')
  type('toluene')
  follow('')
  expect(input).toHaveValue('')
  pause()
  expect(onSearch).not.toHaveBeenCalled()
  // The same text by a search and by Back is not the same thing.
  type('xylene')
  pause()
  follow('xylene')
  follow('')
  expect(input).toHaveValue('')
  follow('xylene')
  expect(input).toHaveValue('xylene')
})

test('words that are longer than a search may be are kept, said to be too long, and not searched', () => {
  const { type, pause, enter, input, searched } = open()
  type('あ'.repeat(201))
  pause()
  enter()
  expect(input).toHaveValue('あ'.repeat(201))
  expect(input).toHaveAccessibleDescription('200文字以内で入力してください（現在201文字）。')
  expect(searched()).toEqual([])
  type('あ'.repeat(200))
  pause()
  expect(input).not.toHaveAccessibleDescription()
  expect(searched()).toEqual(['あ'.repeat(200)])
})

test('a space before the next word stays', () => {
  const { type, pause, follow, input, searched } = open()
  type('ethyl ')
  pause()
  expect(searched()).toEqual(['ethyl'])
  follow('ethyl')
  expect(input).toHaveValue('ethyl ')
})

test('what is typed until Enter, or until the box is left or emptied, is one step', () => {
  const { type, pause, follow, enter, leave, steps, searched } = open()
  const search = (text: string) => {
    type(text)
    pause()
    follow(text)
  }
  // As typed by kana, converted after a pause.
  search('とるえん')
  search('トルエン')
  expect(steps()).toEqual(['とるえん'])
  enter()
  search('トルエン 水')
  leave()
  search('水')
  search('')
  search('酢')
  type('酢酸')
  leave()
  expect(steps()).toEqual(['とるえん', 'トルエン 水', '水', '', '酢'])
  expect(searched().at(-1)).toBe('酢酸')
  // Back.
  follow('水')
  search('水銀')
  expect(steps().at(-1)).toBe('水銀')
})

test('what is typed while a new address is rendered, but not shown yet, stays', async () => {
  let arrive: (nothing: null) => void = () => undefined
  const list = new Promise<null>(resolve => {
    arrive = resolve
  })
  const shown = Promise.resolve(null)
  let follow: (text: string) => void = () => undefined
  function List({ wait }: { wait: boolean }) {
    use(wait ? list : shown)
    return null
  }
  function Page() {
    const [text, setText] = useState('')
    follow = setText
    return (
      <Suspense>
        <SearchBox value={text} onSearch={() => undefined} />
        <List wait={text !== ''} />
      </Suspense>
    )
  }
  await act(async () => {
    renderScreen(<Page />)
    await shown
  })
  const input = screen.getByRole('textbox')
  fireEvent.change(input, { target: { value: '6' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await act(async () => {
    startTransition(() => follow('6'))
    await shown
  })
  fireEvent.change(input, { target: { value: '67' } })
  expect(input).toHaveValue('67')
  await act(async () => {
    arrive(null)
    await list
  })
  expect(input).toHaveValue('67')
})

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { startI18n } from '@/shared/i18n/i18n'
import { Notices } from './Notices'
import { dismiss, notify } from './notify'

test('notices before the board is mounted wait for it; a key follows the language; Close closes', async () => {
  notify({ key: 'messages.tagAdded', color: 'success' })
  render(<Notices />)
  expect(await screen.findByRole('status')).toHaveTextContent('タグを追加しました。')
  await act(() => startI18n('en-US'))
  expect(screen.getByRole('status')).toHaveTextContent('The tag was added.')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument())
})

/** Lets seconds pass, with React rendering each. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
}

test('stays for 20 seconds; with a progress bar until it is dismissed', async () => {
  vi.useFakeTimers()
  try {
    render(<Notices />)
    let id = ''
    act(() => {
      notify({ text: 'しばらく', color: 'error' })
      id = notify({ text: '処理しています', progress: true })
    })
    expect(screen.getByRole('alert')).toHaveTextContent('しばらく')
    expect(screen.getByRole('progressbar', { name: '処理中' })).toBeInTheDocument()
    await pass(19)
    expect(screen.getByRole('alert')).toBeInTheDocument()
    await pass(4)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await pass(60)
    expect(screen.getByText('処理しています')).toBeInTheDocument()
    act(() => dismiss(id))
    await pass(4)
    expect(screen.queryByText('処理しています')).not.toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

test('equal failures are one notice, successes are each told', async () => {
  render(<Notices />)
  act(() => {
    for (let n = 0; n < 3; n++) notify({ text: 'サーバーに接続できません', color: 'error' })
    for (let n = 0; n < 2; n++) notify({ text: '保存しました', color: 'success' })
  })
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
  expect(screen.getAllByRole('status')).toHaveLength(2)
})

import { Drawer } from '@mui/material'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { startI18n } from '@/shared/i18n/i18n'
import { TextsProvider } from '@/shared/i18n/useTranslation'
import { Notices } from './Notices'
import { dismiss, notify } from './notify'

test('notices before the board is mounted wait for it; a key follows the language; Close closes', async () => {
  // A failure, which stays however long its texts take.
  notify({ key: 'messages.tagAdded', color: 'error' })
  render(
    <TextsProvider>
      <Notices />
    </TextsProvider>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('タグを追加しました。')
  await act(() => startI18n('en-US'))
  expect(screen.getByRole('alert')).toHaveTextContent('The tag was added.')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  await act(() => startI18n('ja-JP'))
})

/** Lets seconds pass, with React rendering each. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
}

test('stays for 20 seconds, a failure until it is closed; with a progress bar until it is dismissed', async () => {
  vi.useFakeTimers()
  try {
    render(<Notices />)
    let id = ''
    act(() => {
      notify({ text: '接続できません', color: 'error' })
      notify({ text: 'しばらく', color: 'success' })
      id = notify({ text: '処理しています', progress: true })
    })
    expect(screen.getByText('しばらく')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: '処理中' })).toBeInTheDocument()
    await pass(19)
    expect(screen.getByText('しばらく')).toBeInTheDocument()
    await pass(4)
    expect(screen.queryByText('しばらく')).not.toBeInTheDocument()
    await pass(60)
    expect(screen.getByRole('alert')).toHaveTextContent('接続できません')
    expect(screen.getByText('処理しています')).toBeInTheDocument()
    act(() => dismiss(id))
    await pass(4)
    expect(screen.queryByText('処理しています')).not.toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
    await pass(4)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

test('a notice stays while the pointer or the focus is at it', async () => {
  vi.useFakeTimers()
  try {
    render(<Notices />)
    act(() => void notify({ text: '削除しました', action: { key: 'common.back', run: () => undefined } }))
    const notice = screen.getByRole('status')
    const held = [
      [() => fireEvent.mouseEnter(notice), () => fireEvent.mouseLeave(notice)],
      [() => screen.getByRole('button', { name: '戻る' }).focus(), () => screen.getByRole('button', { name: '戻る' }).blur()],
    ] as const
    for (const [hold, release] of held) {
      act(() => void hold())
      await pass(40)
      expect(notice).toBeInTheDocument()
      act(() => void release())
      await pass(10)
      expect(notice).toBeInTheDocument()
    }
    await pass(14)
    expect(notice).not.toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

test('a dialog does not hide the notices: F6 and Tab lead to what they offer', async () => {
  const person = userEvent.setup()
  const undo = vi.fn()
  const Screen = ({ open }: { open: boolean }) => (
    <>
      <main>
        <button>Page</button>
      </main>
      <Drawer open={open} slotProps={{ paper: { role: 'dialog', 'aria-label': 'Sheet' }, transition: { timeout: 0 } }}>
        <button>First</button>
        <button>Last</button>
      </Drawer>
      <Notices />
    </>
  )
  const { rerender } = render(<Screen open />)
  act(() => void notify({ text: '削除しました', action: { key: 'common.back', run: undo } }))
  const dialog = screen.getByRole('dialog', { name: 'Sheet' })
  const action = await within(dialog).findByRole('button', { name: '戻る' })
  expect(within(dialog).getByRole('region', { name: 'お知らせ' })).toContainElement(action)
  screen.getByRole('button', { name: 'First' }).focus()
  await person.keyboard('{F6}')
  expect(action).toHaveFocus()
  await person.keyboard('{F6}')
  expect(screen.getByRole('button', { name: 'First' })).toHaveFocus()
  await person.tab()
  await person.tab()
  expect(action).toHaveFocus()
  await person.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()
  act(() => void notify({ text: '保存しました' }))
  rerender(<Screen open={false} />)
  // The dialog is gone, the notice is not.
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByRole('region', { name: 'お知らせ' })).toHaveTextContent('保存しました')
  expect(screen.getByRole('button', { name: 'Page' })).toBeInTheDocument()
})

test('closing a notice by Escape leads back to where the focus was', async () => {
  const person = userEvent.setup()
  render(
    <>
      <button>Page</button>
      <Notices />
    </>,
  )
  act(() => void notify({ text: '保存しました' }))
  await screen.findByRole('status')
  screen.getByRole('button', { name: 'Page' }).focus()
  await person.keyboard('{F6}')
  expect(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Page' })).toHaveFocus())
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
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

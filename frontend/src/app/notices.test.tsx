import { Dialog, Drawer, ThemeProvider } from '@mui/material'
import { render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Notices } from '@/shared/ui/Notices'
import { notify } from '@/shared/ui/notify'
import { makeTheme } from './theme'

const theme = makeTheme('ja-JP')

/** Where the notices are: in the dialog with the name, or on the page. */
const place = () => (document.querySelector('body > .notice-place') ? 'page' : document.querySelector('[role=dialog]:has(> .notice-place)')?.getAttribute('aria-label'))

/** A change of the screen, with what follows it without the clock. */
const change = (make: () => void) =>
  act(() => {
    make()
    return Promise.resolve()
  })

test('a notice of a dialog that is closing is at once in what is below', async () => {
  vi.useFakeTimers()
  try {
    const Screen = ({ sheet, question }: { sheet: boolean; question: boolean }) => (
      <ThemeProvider theme={theme}>
        <Drawer open={sheet} slotProps={{ paper: { 'aria-label': 'Sheet' } }}>
          <button>Of the sheet</button>
        </Drawer>
        <Dialog open={question} slotProps={{ paper: { 'aria-label': 'Question' } }}>
          <button>Of the question</button>
        </Dialog>
        <Notices />
      </ThemeProvider>
    )
    const show = (sheet: boolean, question: boolean) => <Screen sheet={sheet} question={question} />
    const { rerender } = render(show(true, true))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    act(() => void notify({ text: '削除しました' }))
    expect(place()).toBe('Question')
    // The clock stands still: both are still fading out.
    await change(() => rerender(show(true, false)))
    expect(screen.getByText('Of the question')).toBeInTheDocument()
    expect(place()).toBe('Sheet')
    expect(screen.getByRole('status')).toHaveTextContent('削除しました')
    await change(() => rerender(show(false, false)))
    expect(screen.getByText('Of the sheet')).toBeInTheDocument()
    expect(place()).toBe('page')
    expect(screen.getByRole('status')).toHaveTextContent('削除しました')
  } finally {
    vi.useRealTimers()
  }
})

test('a drawer of the page has the notices while it is open', async () => {
  const Screen = ({ open }: { open: boolean }) => (
    <ThemeProvider theme={theme}>
      <Drawer open={open} slotProps={{ paper: { 'aria-label': 'Menu' } }}>
        <button>Of the menu</button>
      </Drawer>
      <Notices />
    </ThemeProvider>
  )
  const { rerender } = render(<Screen open={false} />)
  act(() => void notify({ text: '保存しました' }))
  expect(await screen.findByRole('status')).toHaveTextContent('保存しました')
  rerender(<Screen open />)
  await waitFor(() => expect(place()).toBe('Menu'))
  expect(screen.getByRole('status')).toHaveTextContent('保存しました')
  rerender(<Screen open={false} />)
  await waitFor(() => expect(place()).toBe('page'))
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startI18n } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { lazyPart } from '@/shared/lib/lazyPart'
import { useUnsaved } from '@/shared/lib/unsaved'
import { renderScreen } from '@/test/render'
import { Pane } from './Pane'

let broken = true
function Fragile() {
  if (broken) throw new Error('injected')
  return <p>drawn</p>
}
function Form({ kept }: { kept: boolean }) {
  const [text, setText] = useState('')
  useUnsaved(text !== '', { part: 'form', kept: () => kept })
  return <input aria-label="text" value={text} onChange={event => setText(event.target.value)} />
}
const gone = new TypeError('Failed to fetch dynamically imported module: /static/Pane-abc.js')

beforeEach(() => {
  broken = true
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
})

describe('a pane that fails', () => {
  it('leaves its surroundings, shows what to report, and can be retried', async () => {
    renderScreen(
      <>
        <Form kept={false} />
        <Pane name="pdf">
          <Fragile />
        </Pane>
      </>,
    )
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('text'), 'abc')
    expect(screen.getByRole('alert')).toHaveTextContent('この部分を表示できませんでした')
    await user.click(screen.getByText('お問い合わせ用の情報'))
    expect(screen.getByText(/^Anzen/)).toHaveTextContent(/pdf .*Error: injected/)
    broken = false
    await user.click(screen.getByRole('button', { name: '再試行' }))
    expect(screen.getByText('drawn')).toBeVisible()
    expect(screen.getByLabelText('text')).toHaveValue('abc')
  })

  it('for lack of a connection loads by itself when there is one', async () => {
    await startI18n('en-US')
    const load = vi.fn<() => Promise<typeof Fragile>>().mockRejectedValueOnce(gone).mockResolvedValue(Fragile)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    broken = false
    const Part = lazyPart(load)
    renderScreen(
      <Pane name="pdf">
        <Part />
      </Pane>,
    )
    expect(await screen.findByText('This cannot be shown without a connection')).toBeVisible()
    expect(page.reload).not.toHaveBeenCalled()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('drawn')).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('that is hidden when it fails shows nothing, and is retried', async () => {
    const load = vi.fn<() => Promise<typeof Fragile>>().mockRejectedValueOnce(gone).mockResolvedValue(Fragile)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    broken = false
    const Part = lazyPart(load)
    renderScreen(
      <Pane name="uploads" hidden>
        <Part />
      </Pane>,
    )
    await waitFor(() => expect(screen.getByText('接続できないため、表示できません')).toBeInTheDocument())
    expect(screen.queryByRole('alert')).toBeNull()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('drawn')).toBeVisible()
  })

  it('does not reload the page while something is being typed that is not stored yet', async () => {
    const Part = lazyPart(() => Promise.reject<typeof Fragile>(gone))
    function Editor() {
      useUnsaved(true, { part: 'form', apply: () => undefined })
      return null
    }
    renderScreen(
      <>
        <Editor />
        <Pane name="pdf">
          <Part />
        </Pane>
      </>,
    )
    expect(await screen.findByText('新しいバージョンがあります')).toBeVisible()
    expect(page.reload).not.toHaveBeenCalled()
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('because of a new version has the page loaded anew where nothing is lost by that (kept: %s)', async (kept, times) => {
    const Part = lazyPart(() => Promise.reject<typeof Fragile>(gone))
    function Screen() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Form kept={kept} />
          <button onClick={() => setOpen(true)}>open</button>
          {open && (
            <Pane name="pdf">
              <Part />
            </Pane>
          )}
        </>
      )
    }
    renderScreen(<Screen />)
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('text'), 'abc')
    await user.click(screen.getByText('open'))
    expect(await screen.findByText('新しいバージョンがあります')).toBeVisible()
    expect(page.reload).toHaveBeenCalledTimes(times)
    if (kept) return
    await user.click(screen.getByRole('button', { name: '再読み込み' }))
    expect(await screen.findByRole('alertdialog')).toBeVisible()
    expect(page.reload).not.toHaveBeenCalled()
  })
})

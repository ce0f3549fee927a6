import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { sheetRow } from '@/test/sheets'
import { ScreensContext } from '@/shared/lib/screens'
import { SearchIcon } from '@/shared/ui/icons/icons'
import { sheetKeys } from '@/features/sheet/hooks/useSheetKeys'
import { screens } from '../screens'
import { Palette } from './Palette'
import { shortcuts } from './shortcuts'
import { keepTyped, takeTyped } from './typedAhead'

/** Sheets whose answer waits until it is released. */
function searched() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  server.use(
    http.get('*/api/v1/companies/:id/sdses', async ({ request }) => {
      const words = new URL(request.url).searchParams.get('text') ?? ''
      asked.push(words)
      await new Promise<void>(resolve => waiting.push(resolve))
      return HttpResponse.json({ items: [sheetRow({ id: `of-${words}`, name: `SDS of ${words}` })], total: 1, page: 1, limit: 7, in_progress: 0 })
    }),
  )
  return { asked, release: () => waiting.splice(0).forEach(resolve => resolve()) }
}

// jsdom does not lay out.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

const show = (run = vi.fn()) => {
  asPerson()
  renderScreen(<Palette actions={[{ id: 'acid', text: 'acid を探す', icon: SearchIcon, run }]} onClose={() => undefined} />)
  return run
}

it('keeps the selection when sheets arrive', async () => {
  const { asked, release } = searched()
  const run = show()
  await userEvent.type(await screen.findByRole('combobox'), 'acid')
  const action = screen.getByRole('option', { name: 'acid を探す' })
  expect(action).toHaveAttribute('aria-selected', 'true')
  await vi.waitFor(() => expect(asked).toEqual(['acid']))
  release()
  expect(await screen.findByRole('option', { name: /SDS of acid/ })).toBeVisible()
  expect(action).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  expect(run).toHaveBeenCalledOnce()
})

it('finds screens and actions by their names in the other language', async () => {
  searched()
  asPerson()
  renderScreen(
    <ScreensContext value={screens}>
      <Palette actions={[{ id: 'logout', name: 'shell.logout', text: 'ログアウト', icon: SearchIcon, run: () => undefined }]} onClose={() => undefined} />
    </ScreensContext>,
  )
  await userEvent.type(await screen.findByRole('combobox'), 'registration')
  expect(await screen.findByRole('option', { name: 'SDS登録' })).toBeVisible()
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.type(screen.getByRole('combobox'), 'log out')
  expect(await screen.findByRole('option', { name: 'ログアウト' })).toBeVisible()
})

it('answers Enter by the sheets of all words typed, once they have arrived', async () => {
  const { asked, release } = searched()
  const onClose = vi.fn()
  asPerson()
  const router = renderScreen(<Palette actions={[]} onClose={onClose} />)
  await userEvent.type(await screen.findByRole('combobox'), 'K-0')
  await vi.waitFor(() => expect(asked).toEqual(['K-0']))
  release()
  expect(await screen.findByRole('option', { name: /SDS of K-0/ })).toBeVisible()
  await userEvent.keyboard('60{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(asked).toEqual(['K-0', 'K-060']))
  release()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(router.state.location.search).toContain('of-K-060')
})

it('has what was typed before it was there, and runs it where Enter followed', async () => {
  const { release } = searched()
  keepTyped()
  const page = vi.fn()
  window.addEventListener('keydown', page)
  await userEvent.keyboard('acix{Backspace}d{Enter}')
  window.removeEventListener('keydown', page)
  expect(page).not.toHaveBeenCalled()
  const run = show()
  expect(await screen.findByRole('combobox')).toHaveValue('acid')
  await vi.waitFor(() => {
    release()
    expect(run).toHaveBeenCalledOnce()
  })
})

it('leaves the keys to the page where it was closed before it was there', async () => {
  keepTyped()
  await userEvent.keyboard('ab')
  expect(takeTyped()).toEqual({ text: 'ab', entered: false })
  const page = vi.fn()
  window.addEventListener('keydown', page)
  await userEvent.keyboard('c')
  window.removeEventListener('keydown', page)
  expect(page).toHaveBeenCalledOnce()
  expect(takeTyped()).toEqual({ text: '', entered: false })
})

it('names every key of a sheet in the help', () => {
  const shown = shortcuts.flatMap(({ group, keys }) => (group === 'sheet' ? Object.values<readonly string[]>(keys).map(combination => combination.at(-1)) : []))
  expect(Object.keys(sheetKeys).filter(key => !shown.includes(key))).toEqual([])
})

it('finds the screen of the laws, which is in no menu', async () => {
  asPerson()
  renderScreen(
    <ScreensContext value={screens}>
      <Palette actions={[]} onClose={() => undefined} />
    </ScreensContext>,
  )
  await userEvent.type(await screen.findByRole('combobox'), '法令')
  expect(screen.getByRole('option', { name: '法令' })).toBeVisible()
})

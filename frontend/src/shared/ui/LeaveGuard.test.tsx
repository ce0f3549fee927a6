import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { endSession } from '@/shared/auth/end'
import { startI18n } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { askToClose, useUnsaved } from '@/shared/lib/unsaved'
import { renderRoutes } from '@/test/render'
import { LeaveGuard } from './LeaveGuard'

const save = vi.fn<() => Promise<boolean>>()
const discard = vi.fn()

function Form({ savable }: { savable: boolean }) {
  const [text, setText] = useState('')
  useUnsaved(text !== '', { part: 'form', save: savable ? save : undefined, discard })
  return <input aria-label="text" value={text} onChange={event => setText(event.target.value)} />
}

function open(savable = true) {
  save.mockReset().mockResolvedValue(true)
  discard.mockReset()
  const routes = [
    {
      element: (
        <>
          <Link to="/other">other</Link>
          <Link to="/form?page=2">page</Link>
          <Outlet />
          <LeaveGuard />
        </>
      ),
      children: [
        { path: '/form', element: <Form savable={savable} /> },
        { path: '*', element: <p>elsewhere</p> },
      ],
    },
  ]
  const router = renderRoutes(routes, '/before')
  return { router, user: userEvent.setup() }
}
const type = async (router: ReturnType<typeof open>['router'], user: ReturnType<typeof open>['user']) => {
  await router.navigate('/form')
  await user.type(await screen.findByLabelText('text'), 'abc')
}
const question = () => screen.findByRole('alertdialog', { name: '保存していない変更があります' })
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('unsaved input', () => {
  it.each([
    ['a link', async (_: ReturnType<typeof open>['router'], user: ReturnType<typeof open>['user']) => user.click(screen.getByText('other'))],
    ['Back', async (router: ReturnType<typeof open>['router']) => router.navigate(-1)],
  ])('is not lost by %s without a question', async (_, leave) => {
    const { router, user } = open()
    await type(router, user)
    await leave(router, user)
    expect(await question()).toHaveAccessibleDescription('保存せずに進むと、入力した内容は失われます。')
    expect(screen.getByRole('button', { name: '編集に戻る' })).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText('text')).toHaveValue('abc')
    expect(router.state.location.pathname).toBe('/form')

    await leave(router, user)
    await question()
    await user.click(screen.getByRole('button', { name: '変更を破棄' }))
    expect(await screen.findByText('elsewhere')).toBeVisible()
    expect(discard).toHaveBeenCalledOnce()
    expect(save).not.toHaveBeenCalled()
  })

  it('is confirmed again if Back is pressed again, and the last answer counts', async () => {
    const { router, user } = open()
    await type(router, user)
    await router.navigate(-1)
    await question()
    await router.navigate(-1)
    await user.click(within(await question()).getByRole('button', { name: '変更を破棄' }))
    expect(await screen.findByText('elsewhere')).toBeVisible()
    expect(router.state.location.pathname).toBe('/before')
  })

  it('can be saved when leaving; what cannot be saved stays', async () => {
    const { router, user } = open()
    await type(router, user)
    save.mockResolvedValueOnce(false)
    await user.click(screen.getByText('other'))
    await question()
    await user.click(screen.getByRole('button', { name: '保存して進む' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByLabelText('text')).toHaveValue('abc')
    await user.click(screen.getByText('other'))
    await question()
    await user.click(screen.getByRole('button', { name: '保存して進む' }))
    expect(await screen.findByText('elsewhere')).toBeVisible()
    expect(discard).not.toHaveBeenCalled()
  })

  it('is confirmed in English as well, without saving if that needs more than a click', async () => {
    await startI18n('en-US')
    const { router, user } = open(false)
    await type(router, user)
    await user.click(screen.getByText('other'))
    expect(await screen.findByRole('alertdialog', { name: 'You have unsaved changes' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save and go on' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Discard changes' })).toBeVisible()
  })

  it('needs no confirmation if the form stays on the screen, or is empty', async () => {
    const { router, user } = open()
    await router.navigate('/form')
    await user.click(await screen.findByText('other'))
    expect(await screen.findByText('elsewhere')).toBeVisible()
    await type(router, user)
    await user.click(screen.getByText('page'))
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByLabelText('text')).toHaveValue('abc')
  })

  it('is confirmed when its part of the screen is closed, and no other part', async () => {
    const { router, user } = open()
    await type(router, user)
    await expect(askToClose('another')).resolves.toBe(true)
    const answer = askToClose('form')
    await question()
    await user.click(screen.getByRole('button', { name: '編集に戻る' }))
    await expect(answer).resolves.toBe(false)
  })

  it('keeps the tab from closing, until it is gone or the session has ended', async () => {
    const { router, user } = open()
    expect(unload()).toBe(false)
    await type(router, user)
    expect(unload()).toBe(true)
    await user.clear(screen.getByLabelText('text'))
    expect(unload()).toBe(false)
    await user.type(screen.getByLabelText('text'), 'abc')
    expect(unload()).toBe(true)
    await endSession('tokenInvalidated')
    expect(page.reload).toHaveBeenCalledOnce()
    expect(unload()).toBe(false)
  })
})

import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, delay, http as route } from 'msw'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { $api, http } from './client'
import { send } from './send'
import { useMutation } from './useMutation'

const tagsPath = '/companies/{id}/tags'
const params = { path: { id: 'c1' } }

/** A row that leaves its list by what is done in it. */
function Row({ onDone }: { onDone: (outcome: string) => void }) {
  const remove = useMutation({
    meta: { ownErrors: 'all', invalidates: ['tags'] },
    mutationFn: () => send(http.DELETE('/companies/{id}/tags/{tagId}', { params: { path: { id: 'c1', tagId: 't1' } } })),
  })
  return <button onClick={() => remove.mutate(undefined, { onSuccess: () => onDone('deleted'), onError: () => onDone('failed'), onSettled: () => onDone('ended') })}>delete</button>
}

function List({ onDone }: { onDone: (outcome: string) => void }) {
  const [open, setOpen] = useState(true)
  const { data } = useQuery($api.queryOptions('get', tagsPath, { params }))
  // Another read of the same resource, which is the last to come.
  useQuery($api.queryOptions('get', '/companies/{id}/tags/usage', { params }))
  return (
    <>
      <button onClick={() => setOpen(false)}>leave</button>
      {data && open && data.items.length > 0 ? <Row onDone={onDone} /> : <p>nothing</p>}
    </>
  )
}

function serve(answer: () => Promise<Response>) {
  let there = true
  server.use(
    route.get('*/api/v1/companies/c1/tags', () => HttpResponse.json({ items: there ? [{ id: 't1', name: 'A', version: 1 }] : [] })),
    route.get('*/api/v1/companies/c1/tags/usage', async () => {
      if (!there) await delay(100)
      return HttpResponse.json({ items: [] })
    }),
    route.delete('*/api/v1/companies/c1/tags/t1', async () => {
      const given = await answer()
      there = !given.ok
      return given
    }),
  )
}

describe('how a call has ended is reported', () => {
  it('though the row that began it left the list before everything had been read again', async () => {
    asPerson()
    serve(() => Promise.resolve(new HttpResponse(null, { status: 204 })))
    const done = vi.fn()
    renderScreen(<List onDone={done} />)
    await userEvent.click(await screen.findByRole('button', { name: 'delete' }))
    await screen.findByText('nothing')
    await waitFor(() => expect(done.mock.calls).toEqual([['deleted'], ['ended']]))
  })

  it('by a notice alone, if it failed after the row was left', async () => {
    asPerson()
    let answer: (given: Response) => void = () => undefined
    serve(() => new Promise(resolve => (answer = resolve)))
    const done = vi.fn()
    renderScreen(<List onDone={done} />)
    await userEvent.click(await screen.findByRole('button', { name: 'delete' }))
    await userEvent.click(screen.getByRole('button', { name: 'leave' }))
    answer(HttpResponse.json({ title: 'Conflict', status: 409, detail: '使用中です。' }, { status: 409 }))
    expect(await screen.findByText('使用中です。')).toBeVisible()
    expect(done).not.toHaveBeenCalled()
  })

  it('by the row itself, if it is still there', async () => {
    asPerson()
    serve(() => Promise.resolve(HttpResponse.json({ title: 'Conflict', status: 409, detail: '使用中です。' }, { status: 409 })))
    const done = vi.fn()
    renderScreen(<List onDone={done} />)
    await userEvent.click(await screen.findByRole('button', { name: 'delete' }))
    await waitFor(() => expect(done.mock.calls).toEqual([['failed'], ['ended']]))
    expect(screen.queryByText('使用中です。')).toBeNull()
  })
})

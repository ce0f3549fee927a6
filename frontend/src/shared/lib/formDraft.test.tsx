import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { z } from '@/shared/lib/validation'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'
import { useRecordForm } from './recordForm'
import { askToLeave, hasUnsaved } from './unsaved'

interface Machine {
  name: string
  place: string
}

const me = { personId: 'p1', companyId: 'c1' }
const schema = z.object({ name: z.string(), place: z.string().min(1, 'validation.required') })
const save = vi.fn<(values: Machine, version: number) => Promise<{ version: number; values: Machine }>>()

function Form({ version, name, place, owner, record }: Machine & { version: number; owner: typeof me; record: string | null }) {
  const stored = useMemo(() => ({ version, values: { name, place } }), [version, name, place])
  const edit = useRecordForm<Machine>({ part: 'machine', record: record === null ? undefined : { owner, name: record }, stored, schema, save })
  return (
    <form onSubmit={edit.submit}>
      <FormConflicts edit={edit} labels={{ name: 'Name', place: 'Place' }} />
      <FormField control={edit.control} name="name" label="Name" />
      <FormField control={edit.control} name="place" label="Place" />
      <button disabled={edit.blocked}>Save</button>
    </form>
  )
}

/** The form of a machine, as after a reload of the page. */
function open({ version = 3, name = 'Lathe', place = 'Hall 1', owner = me, record = 'machine:m1' }: Partial<Parameters<typeof Form>[0]> = {}) {
  cleanup()
  save.mockReset()
  save.mockImplementation((values, version) => Promise.resolve({ version: version + 1, values }))
  render(<Form version={version} name={name} place={place} owner={owner} record={record} />, { wrapper: MemoryRouter })
}
const field = (name: string) => screen.getByRole('textbox', { name })
const type = async (name: string, text: string) => {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the input of a form', () => {
  it('survives a reload, and is saved over the version that was read', async () => {
    open()
    await type('Place', 'Hall 2')
    open()
    await waitFor(() => expect(field('Place')).toHaveValue('Hall 2'))
    expect(screen.getByRole('alert')).toHaveTextContent('前回保存されなかった入力内容を復元しました。')
    expect(hasUnsaved()).toBe(true)
    await click('Save')
    await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Lathe', place: 'Hall 2' }, 3))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(sessionStorage).toHaveLength(0)
    open({ version: 4, place: 'Hall 2' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is put on top of what others have changed since', async () => {
    open()
    await type('Place', 'Hall 2')
    open({ version: 5, name: 'Mill' })
    await waitFor(() => expect(field('Place')).toHaveValue('Hall 2'))
    expect(field('Name')).toHaveValue('Mill')
    expect(screen.getByRole('alert')).toHaveTextContent('その後にほかの更新があった')
    await click('Save')
    await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Mill', place: 'Hall 2' }, 5))
  })

  it('is compared with another change of the same field', async () => {
    open()
    await type('Place', 'Hall 2')
    open({ version: 5, place: 'Hall 9' })
    expect(await screen.findByText('Place：ほかのユーザーが「Hall 9」に変更しました。')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    // A reload before the choice loses nothing either.
    open({ version: 5, place: 'Hall 9' })
    await waitFor(() => expect(field('Place')).toHaveValue('Hall 2'))
  })

  it('is discarded on request, and when the question is answered so', async () => {
    open()
    await type('Place', 'Hall 2')
    open()
    await screen.findByRole('alert')
    await click('破棄する')
    expect(field('Place')).toHaveValue('Hall 1')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sessionStorage).toHaveLength(0)

    await type('Place', 'Hall 3')
    void askToLeave(({ discard }) => (discard?.(), false))
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    open()
    expect(field('Place')).toHaveValue('Hall 1')
  })

  it('typed back to what is stored is no input', async () => {
    open()
    await type('Place', 'Hall 2')
    expect(sessionStorage).toHaveLength(1)
    await type('Place', 'Hall 1')
    expect(sessionStorage).toHaveLength(0)
  })

  it('stays after a refusal', async () => {
    open()
    await type('Place', 'Hall 2')
    save.mockRejectedValue(new TypeError('no connection'))
    await click('Save')
    await screen.findByRole('alert')
    open()
    await waitFor(() => expect(field('Place')).toHaveValue('Hall 2'))
  })

  it("is neither another person's nor another record's, nor of another shape", async () => {
    open()
    await type('Place', 'Hall 2')
    open({ owner: { ...me, personId: 'p2' } })
    expect(field('Place')).toHaveValue('Hall 1')
    open({ record: 'machine:m2' })
    expect(field('Place')).toHaveValue('Hall 1')
    const key = Object.keys(sessionStorage).find(name => name.includes('m1'))!
    for (const content of [{ base: { name: 'a' }, mine: { name: 'b' } }, { base: { name: 'a', place: 'b' }, mine: { name: 'a', place: 7 } }, {}, null]) {
      sessionStorage.setItem(key, JSON.stringify({ version: 3, at: 1, content }))
      open()
      expect(field('Place')).toHaveValue('Hall 1')
    }
  })

  it('of a form without a record is not stored', async () => {
    open({ record: null })
    await type('Place', 'Hall 2')
    expect(sessionStorage).toHaveLength(0)
  })
})

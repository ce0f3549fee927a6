import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '@/test/render'
import { useOpenSheet, useStepToSheet } from './openSheet'
import { useSheetSequence, useSheetSteps } from './sheetSequence'
import { useUnsaved } from './unsaved'

const pages: Readonly<Record<number, readonly string[]>> = { 1: ['a', 'b'], 2: ['c', 'd'], 3: ['e'] }

function List({ gone, dirty }: { gone: readonly string[]; dirty: boolean }) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState(1)
  const [sheetId, open] = useOpenSheet()
  const items = (pages[shown] ?? []).filter(id => !gone.includes(id)).map(id => ({ id }))
  useSheetSequence({ data: { items, total: 5 - gone.length }, isPending: false, isPlaceholderData: shown !== page }, { page, limit: 2 }, table => setPage(table.page ?? 1))
  useUnsaved(dirty && sheetId === 'a', { part: 'sheet', survives: () => false })
  return (
    <>
      <button onClick={() => open('a')}>open</button>
      <button onClick={() => setShown(page)}>arrive</button>
    </>
  )
}

function Sheet() {
  const [id] = useOpenSheet()
  const steps = useSheetSteps(id, useStepToSheet())
  return (
    <>
      <p>{`sheet ${id ?? 'none'}`}</p>
      <p>{steps ? `${steps.position ?? '-'} of ${steps.total}` : 'no list'}</p>
      {steps?.toPrevious && <button onClick={steps.toPrevious}>previous</button>}
      {steps?.toNext && <button onClick={steps.toNext}>next</button>}
    </>
  )
}

function Both({ dirty = false }: { dirty?: boolean }) {
  const [gone, setGone] = useState<readonly string[]>([])
  return (
    <>
      <List gone={gone} dirty={dirty} />
      <Sheet />
      <button onClick={() => setGone(['a'])}>drop</button>
    </>
  )
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the steps from a sheet', () => {
  it('lead through the list, and over the edge of its page', async () => {
    renderScreen(<Both />)
    expect(screen.getByText('no list')).toBeVisible()
    await click('open')
    expect(await screen.findByText('1 of 5')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'previous' })).toBeNull()
    await click('next')
    expect(await screen.findByText('sheet b')).toBeVisible()
    await click('next')
    // The next page is on its way: a second step waits for it.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'next' })).toBeNull())
    expect(screen.getByText('sheet b')).toBeVisible()
    await click('arrive')
    expect(await screen.findByText('sheet c')).toBeVisible()
    expect(screen.getByText('3 of 5')).toBeVisible()
    await click('previous')
    await click('arrive')
    expect(await screen.findByText('sheet b')).toBeVisible()
  })

  it('continue at its place after a sheet has left the list', async () => {
    renderScreen(<Both />)
    await click('open')
    await click('drop')
    expect(await screen.findByText('- of 4')).toBeVisible()
    await click('next')
    expect(await screen.findByText('sheet b')).toBeVisible()
    expect(screen.getByText('1 of 4')).toBeVisible()
  })

  it('ask before unsaved input is lost', async () => {
    renderScreen(<Both dirty />)
    await click('open')
    await click('next')
    const dialog = await screen.findByRole('alertdialog')
    expect(screen.getByText('sheet a')).toBeInTheDocument()
    await userEvent.click(dialog.querySelectorAll('button')[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('sheet a')).toBeVisible()
  })
})

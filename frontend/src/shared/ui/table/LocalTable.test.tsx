import { Dialog } from '@mui/material'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '@/test/render'
import { type LocalColumn, LocalTable } from './LocalTable'

interface Drum {
  id: string
  name: string
  litres: number
}

const drums: readonly Drum[] = Array.from({ length: 60 }, (_, i) => ({ id: `d${i + 1}`, name: `Drum ${i + 1}`, litres: 200 - i }))
const columns: readonly LocalColumn<Drum>[] = [
  { id: 'name', label: 'Name', heads: true, cell: ({ name }) => name },
  { id: 'litres', label: 'Litres', width: 80, firstDirection: 'desc', compare: (a, b) => a.litres - b.litres, cell: ({ litres }) => litres },
  { id: 'empty', label: 'Actions', labelHidden: true, width: 80, cell: ({ name }, { tabIndex }) => <button tabIndex={tabIndex}>Empty {name}</button> },
]
const nameOf = ({ name }: Drum) => name
const loaded = { data: drums as unknown, isPending: false, isError: false, refetch: () => undefined as unknown }

function show({ rows = drums, list = loaded, part = false, path = '/?limit=25', onOpen = undefined as ((id: string) => void) | undefined } = {}) {
  renderScreen(
    <>
      <LocalTable label="Drums" list={list} rows={rows} columns={columns} nameOf={nameOf} empty="no drums yet" part={part} onOpen={onOpen} />
      <Address />
    </>,
    path,
  )
}

const Address = () => <output>{useLocation().search}</output>
const names = () => within(screen.getByRole('grid', { name: 'Drums' })).getAllByRole('rowheader').map(cell => cell.textContent)

it('orders and pages the whole list, by the address', async () => {
  show()
  expect(names()).toHaveLength(25)
  expect(names()[0]).toBe('Drum 1')
  await userEvent.click(screen.getByRole('button', { name: 'Litres' }))
  await userEvent.click(screen.getByRole('button', { name: 'Litres' }))
  expect(names()[0]).toBe('Drum 60')
  expect(screen.getByText('?limit=25&sort=litres')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'ページ3へ' }))
  expect(names()).toHaveLength(10)
  expect(names().at(-1)).toBe('Drum 1')
  // A column without an order is no button.
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
})

it('in a part of the screen leaves the address alone', async () => {
  show({ part: true, path: '/?page=2&sort=litres' })
  expect(names()[0]).toBe('Drum 1')
  await userEvent.click(screen.getByRole('button', { name: 'Litres' }))
  await userEvent.click(screen.getByRole('button', { name: 'ページ2へ' }))
  expect(names()).toHaveLength(10)
  expect(screen.getByText('?page=2&sort=litres')).toBeVisible()
})

it('shows the last page where the address names one beyond it', () => {
  show({ rows: drums.slice(0, 3), path: '/?page=9' })
  expect(names()).toEqual(['Drum 1', 'Drum 2', 'Drum 3'])
})

it('is walked through and opened by keys; only the buttons of the current row are reached by Tab', async () => {
  const onOpen = vi.fn()
  show({ onOpen })
  await userEvent.keyboard('jj{Enter}')
  expect(onOpen).toHaveBeenCalledWith('d2')
  expect(screen.getAllByRole('button', { name: /^Empty/ }).filter(({ tabIndex }) => tabIndex === 0).map(button => button.textContent)).toEqual(['Empty Drum 2'])
  // A button has its own meaning.
  await userEvent.click(screen.getByRole('button', { name: 'Empty Drum 3' }))
  expect(onOpen).toHaveBeenCalledTimes(1)
})

it('in a dialog is walked through by keys, and the table below it is not', async () => {
  const [below, onTop] = [vi.fn(), vi.fn()]
  const table = (label: string, onOpen: (id: string) => void) => <LocalTable label={label} list={loaded} rows={drums} columns={columns} nameOf={nameOf} empty="" part onOpen={onOpen} />
  renderScreen(
    <>
      {table('Below', below)}
      <Dialog open aria-label="Dialog">
        {table('Drums', onTop)}
      </Dialog>
    </>,
  )
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Empty Drum 1' }).focus()
  await userEvent.keyboard('jjj{Enter}')
  expect(onTop).toHaveBeenCalledWith('d4')
  expect(below).not.toHaveBeenCalled()
})

it('says that it loads, has failed, or is empty', async () => {
  const refetch = vi.fn()
  show({ rows: [], list: { ...loaded, data: undefined, isPending: true } })
  expect(screen.getByRole('progressbar')).toBeVisible()
  expect(screen.queryByText('no drums yet')).toBeNull()
  show({ rows: [], list: { ...loaded, data: undefined, isError: true, refetch } })
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(refetch).toHaveBeenCalledOnce()
  show({ rows: [] })
  expect(screen.getByText('no drums yet')).toBeVisible()
})

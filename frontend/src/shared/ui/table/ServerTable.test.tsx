import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { type Selection, selectionBody, useSelection } from '@/shared/lib/selection'
import { useTableUrlState } from '@/shared/lib/tableState'
import { renderScreen } from '@/test/render'
import type { Column } from './column'
import { ServerTable, type ServerTableProps } from './ServerTable'
import { useTableView } from './useTableView'
import { ViewMenu } from './ViewMenu'

interface Drum {
  id: string
  name: string
  litres: number
}

const drums: readonly Drum[] = Array.from({ length: 60 }, (_, i) => ({ id: `d${i + 1}`, name: `Drum ${i + 1}`, litres: 200 - i }))

const columns: readonly Column<Drum>[] = [
  { id: 'name', label: 'Name', heads: true, sort: 'name', cell: ({ name }) => name },
  { id: 'litres', label: 'Litres', width: 80, sort: 'litres', firstDirection: 'desc', cell: ({ litres }) => litres },
  { id: 'hidden', label: 'Colour', width: 80, hidden: true, cell: () => 'blue' },
]

/** A screen with a table of drums; `limit` of them on a page. */
function show(path = '/?limit=25', { rows = drums, ...rest }: { rows?: readonly Drum[] | undefined } & Partial<ServerTableProps<Drum>> = {}) {
  const seen: { selection?: Selection; opened: string[] } = { opened: [] }
  function Screen() {
    const [table, setTable] = useTableUrlState()
    const [filter, setFilter] = useState('')
    const [selection, select] = useSelection(filter)
    const { view, shown, change } = useTableView('drums', columns)
    useEffect(() => {
      seen.selection = selection
    })
    return (
      <ServerTable
        label="Drums"
        columns={shown}
        page={{ items: rows.slice((table.page - 1) * table.limit, table.page * table.limit), total: rows.length }}
        loading={false}
        state={table}
        onStateChange={setTable}
        empty="no drums yet"
        nameOf={({ name }) => name}
        onOpen={id => seen.opened.push(id)}
        selection={selection}
        onSelect={select}
        bulk={<button>Empty them</button>}
        toolbar={
          <>
            <button onClick={() => setFilter('full')}>Full ones</button>
            <ViewMenu columns={columns} view={view} onChange={change} />
            <Address />
          </>
        }
        {...rest}
      />
    )
  }
  renderScreen(<Screen />, path)
  return seen
}

const Address = () => <output>{useLocation().search}</output>
const box = (name: string) => screen.getByRole('checkbox', { name: `「${name}」を選択` })
const wholePage = () => screen.getByRole('checkbox', { name: 'このページのすべての行を選択' })

afterEach(() => vi.unstubAllGlobals())

it('is a grid with heading cells, whose rows are one stop for Tab', () => {
  show()
  const grid = screen.getByRole('grid', { name: 'Drums' })
  expect(within(grid).getAllByRole('row')).toHaveLength(26)
  expect(within(grid).getAllByRole('columnheader').map(cell => cell.textContent)).toEqual(['', 'Name', 'Litres'])
  expect(within(grid).getByRole('rowheader', { name: 'Drum 1' })).toBeVisible()
  expect(within(grid).getAllByRole('row').filter(row => row.tabIndex === 0 && row.hasAttribute('data-row'))).toHaveLength(1)
})

it('shows the last page for one beyond it', async () => {
  show('/?limit=25&page=99')
  await waitFor(() => expect(screen.getByText('Drum 60')).toBeVisible())
  expect(screen.getByText('?limit=25&page=3')).toBeVisible()
  expect(screen.getByText('60件中 51～60件')).toBeVisible()
  expect(screen.queryByText('no drums yet')).toBeNull()
})

it('shows the first page of an empty list, and says that it is empty', async () => {
  show('/?limit=25&page=2', { rows: [] })
  expect(await screen.findByText('no drums yet')).toBeVisible()
  expect(screen.getByText('?limit=25')).toBeVisible()
  expect(screen.queryByRole('grid')).toBeNull()
})

it('claims nothing before the first page is there, and offers another try where it failed', async () => {
  const retry = vi.fn()
  show('/', { page: undefined, failed: true, onRetry: retry })
  expect(screen.queryByText('no drums yet')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('sorts by a click on a heading: its first direction, the other one, the own order', async () => {
  show('/?limit=25&page=2')
  const heading = () => screen.getByRole('columnheader', { name: 'Litres' })
  await userEvent.click(screen.getByRole('button', { name: 'Litres' }))
  expect(screen.getByText('?limit=25&sort=-litres')).toBeVisible()
  expect(heading()).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(screen.getByRole('button', { name: 'Litres' }))
  expect(screen.getByText('?limit=25&sort=litres')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Litres' }))
  expect(screen.getByText('?limit=25')).toBeVisible()
  expect(heading()).not.toHaveAttribute('aria-sort')
})

it('selects on several pages, then all that match but one', async () => {
  const seen = show()
  await userEvent.click(box('Drum 2'))
  expect(screen.queryByText('Full ones')).toBeNull()
  expect(screen.getByRole('toolbar', { name: '選択した行の操作' })).toHaveTextContent('1件を選択中')
  await userEvent.click(screen.getByRole('button', { name: 'ページ2へ' }))
  expect(wholePage()).not.toBeChecked()
  await userEvent.click(wholePage())
  expect(screen.getByText('26件を選択中')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う60件すべてを選択' }))
  expect(screen.getByText('条件に合う60件すべてを選択中')).toBeVisible()
  await userEvent.click(box('Drum 30'))
  expect(screen.getByText('59件を選択中')).toBeVisible()
  expect(selectionBody(seen.selection!, {})).toEqual({ filter: {}, exclude_ids: ['d30'] })
  await userEvent.click(screen.getByRole('button', { name: '選択を解除' }))
  expect(screen.getByText('Full ones')).toBeVisible()
})

it('selects a range with Shift', async () => {
  const seen = show()
  const user = userEvent.setup()
  await user.click(box('Drum 3'))
  await user.keyboard('{Shift>}')
  await user.click(box('Drum 6'))
  await user.keyboard('{/Shift}')
  expect(selectionBody(seen.selection!, {})).toEqual({ sds_ids: ['d3', 'd4', 'd5', 'd6'] })
})

it('is walked through, selected and opened by keys', async () => {
  const seen = show()
  await userEvent.keyboard('jjx')
  expect(document.activeElement).toHaveAttribute('data-row', 'd2')
  expect(document.activeElement).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('jj{Shift>}X{/Shift}')
  expect(selectionBody(seen.selection!, {})).toEqual({ sds_ids: ['d2', 'd3', 'd4'] })
  await userEvent.keyboard('k{Enter}')
  expect(seen.opened).toEqual(['d3'])
  await userEvent.keyboard('{Escape}')
  expect(seen.selection?.ids.size).toBe(0)
  await userEvent.click(screen.getByText('Drum 5'))
  expect(seen.opened).toEqual(['d3', 'd5'])
})

it('loses its selection with other filters', async () => {
  const seen = show('/?limit=25', { bulk: undefined })
  await userEvent.click(box('Drum 1'))
  await userEvent.click(screen.getByRole('button', { name: 'Full ones' }))
  expect(seen.selection?.ids.size).toBe(0)
})

it('shows the chosen columns, also next time', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: '表示設定' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Colour' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Litres' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: '狭い' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual(['', 'Name', 'Colour']))
  expect(JSON.parse(localStorage.getItem('anzen.table.drums')!)).toEqual({ columns: ['hidden'], density: 'compact' })
})

it('is a list of cards on a narrow screen', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    ({ matches: query.includes('max-width'), media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList)
  const seen = show()
  const cards = within(screen.getByRole('list', { name: 'Drums' })).getAllByRole('listitem')
  expect(cards).toHaveLength(25)
  expect(cards[0]).toHaveTextContent('Drum 1Litres200')
  await userEvent.click(within(cards[1]!).getByRole('checkbox'))
  expect(screen.getByText('1件を選択中')).toBeVisible()
  await userEvent.click(within(cards[2]!).getByText('198'))
  expect(seen.opened).toEqual(['d3'])
})

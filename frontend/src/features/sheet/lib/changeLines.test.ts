import { expect, it } from 'vitest'
import type { ChangedValue } from '@/shared/api/versions'
import { changeLines } from './changeLines'

const text = (value: string): ChangedValue['was'] => ({ kind: 'text', text: value })
const toluene = { kind: 'composition', section: 3, group: 'composition', row: '108-88-3' } as const
const xylene = { ...toluene, row: '1330-20-7' }

it('has one line for a row that is new, or gone', () => {
  const gone: ChangedValue[] = [
    { ...toluene, key: 'name', was: text('トルエン') },
    { ...toluene, key: 'cas', was: text('108-88-3') },
  ]
  const added: ChangedValue[] = [{ ...xylene, key: 'name', is: text('キシレン') }]
  expect(changeLines([...gone, ...added])).toEqual([
    { kind: 'removed', changes: gone },
    { kind: 'added', changes: added },
  ])
})

it('has a line for each value that changed, also for a cell that is new in a row of both versions', () => {
  const changes: ChangedValue[] = [
    { kind: 'name', section: 1, key: 'product_name', was: text('T-100'), is: text('T-100N') },
    { ...toluene, key: 'name', was: text('トルエン'), is: text('メチルベンゼン') },
    { ...toluene, key: 'concentration', is: text('10 %') },
    { ...xylene, key: 'concentration', is: text('20 %') },
  ]
  expect(changeLines(changes)).toEqual(changes.map(change => ({ kind: 'value', change })))
})

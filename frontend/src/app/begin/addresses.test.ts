import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { readListAhead } from '@/features/sheets/SheetListPage'
import { companyQuery } from '@/shared/api/company'
import { departmentsQuery } from '@/shared/api/departments'
import { meQuery } from '@/shared/api/me'
import { queryClient } from '@/shared/api/queryClient'
import { routeIn } from '@/shared/lib/browser'
import { storeToken } from '@/test/auth'
import { server } from '@/test/server'
import { readSheetAhead } from '../SheetLayer'
import { addressesFor } from './addresses'

it.each(['#/home', '#/sds/index', '#/sds/index?sheet=s1'])('%s asks early for what the dashboard asks for', async hash => {
  const asked = new Set<string>()
  server.use(
    http.get('*/api/v1/*', ({ request }) => {
      asked.add(request.url)
      return HttpResponse.json({ items: [], file: { scan: 'waiting' } })
    }),
  )
  storeToken({ 'custom:company_id': 'c1' })
  // Without an event: routers of other tests of the process would follow it.
  window.history.replaceState(null, '', hash)
  if (hash === '#/sds/index') readListAhead()
  await readSheetAhead()
  await Promise.all([meQuery(), companyQuery('c1'), departmentsQuery('c1')].map(query => queryClient.prefetchQuery(query as ReturnType<typeof meQuery>)))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(addressesFor(routeIn(window.location), 'c1').map(address => `${window.location.origin}/api/v1${address}`).toSorted()).toEqual([...asked].toSorted())
  window.history.replaceState(null, '', window.location.pathname)
})

it('leaves what filters and pages ask for to the list', () => {
  for (const query of ['page=2', 'signal_word=danger', 'sort=-name']) expect(addressesFor(new URL(`/sds/index?${query}`, 'http://route.invalid'), 'c1')).not.toContainEqual(expect.stringContaining('/sdses'))
})

import { HttpResponse, delay, http as mock } from 'msw'
import { expect, test, vi } from 'vitest'
import { logIn } from '@/test/auth'
import { server } from '@/test/server'
import { $api } from './client'
import { queryClient, readNow } from './queryClient'

const params = { params: { path: { id: '3f8e9c4e-53a5-4f0e-9c8f-0f4f6c1d2b3a' } } }

/** How often tags are asked for when the first answer is one of a failure. */
async function asked(status: number): Promise<number> {
  logIn()
  let requests = 0
  server.use(
    mock.get('*/api/v1/companies/:id/tags', () => {
      requests++
      return requests === 1 ? HttpResponse.json({ code: 'busy', detail: '処理が混み合っています。' }, { status }) : HttpResponse.json({ items: [], total: 0 })
    }),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
  await queryClient.fetchQuery($api.queryOptions('get', '/companies/{id}/tags', params)).catch(() => null)
  vi.useRealTimers()
  return requests
}

test.each([
  [503, 2],
  [500, 1],
])('what answers %i is asked %i times', async (status, times) => {
  expect(await asked(status)).toBe(times)
})

test('what is read now is not the answer to a read that began before', async () => {
  logIn()
  let requests = 0
  const begun = new Promise<void>(resolve => {
    server.use(
      mock.get('*/api/v1/companies/:id/tags', async () => {
        requests++
        if (requests === 1) {
          resolve()
          await delay('infinite')
        }
        return HttpResponse.json({ items: [], total: requests })
      }),
    )
  })
  const query = $api.queryOptions('get', '/companies/{id}/tags', params)
  const before = queryClient.fetchQuery(query).catch(() => 'cancelled')
  await begun
  expect(await readNow(query)).toMatchObject({ total: 2 })
  expect(await before).toBe('cancelled')
})

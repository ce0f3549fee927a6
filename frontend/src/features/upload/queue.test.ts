import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, SessionLostError } from '@/shared/api/error'
import { FileGoneError } from '@/shared/lib/chosenFile'
import type { Registered, UploadLink } from './api/uploads'
import { type Outside, UploadQueue } from './queue'
import { percentOf, totalsOf } from './totals'
import { StorageRefusedError, TransferBrokenError } from '@/shared/lib/transfer'

const target = { companyId: 'c1', departmentIds: ['d1'] }
const pdf = (name: string, content = name) => new File([`%PDF-1.7\n${content}`], name, { lastModified: 1 })
const failure = (status: number, rest: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) => new ApiError({ status, method: 'POST', path: '/', ...rest })

/** A world in which everything succeeds at once; a test breaks one part. */
function world() {
  let made = 0
  return {
    links: vi.fn<Outside['links']>((_company, files) =>
      Promise.resolve(files.map(({ name }): UploadLink => ({ upload_id: `u${++made}-${name}`, name, url: 'http://bucket', fields: {} }))),
    ),
    send: vi.fn<Outside['send']>((_link, file, onProgress) => {
      onProgress(file.size)
      return Promise.resolve()
    }),
    register: vi.fn<Outside['register']>((_company, _departments, sheets) =>
      Promise.resolve(sheets.map(({ upload_id }): Registered => ({ id: `sheet-${upload_id}`, upload_id, name: upload_id }))),
    ),
    known: vi.fn<Outside['known']>(() => Promise.resolve([])),
    wait: vi.fn<Outside['wait']>(() => Promise.resolve()),
    now: () => 0,
    onRegistered: vi.fn(),
    onSessionLost: vi.fn(),
  }
}

let outside: ReturnType<typeof world>
let queue: UploadQueue
beforeEach(() => {
  outside = world()
  queue = new UploadQueue(outside)
})

const phases = () => Object.fromEntries(queue.snapshot().map(({ file, phase }) => [file.name, phase]))
const reasons = () => Object.fromEntries(queue.snapshot().flatMap(({ file, refusal }) => (refusal ? [[file.name, refusal.code]] : [])))
const idle = () => vi.waitFor(() => expect(queue.busy).toBe(false))
const upload = async (...files: File[]) => {
  await queue.add(files, 'c1')
  queue.start(target)
  await idle()
}

describe('files that are refused', () => {
  it('have a reason', async () => {
    const large = pdf('large.pdf')
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    await queue.add([pdf('good.pdf'), new File(['x'], 'notes.txt'), new File([], 'empty.pdf'), large, new File(['PK'], 'renamed.pdf'), pdf('copy.pdf', 'good.pdf'), pdf('good.pdf')], 'c1')
    expect(queue.snapshot().map(({ file, phase, refusal }) => [file.name, phase, refusal?.code])).toEqual([
      ['good.pdf', 'ready', undefined],
      ['notes.txt', 'refused', 'notPdf'],
      ['empty.pdf', 'refused', 'empty'],
      ['large.pdf', 'refused', 'tooLarge'],
      ['renamed.pdf', 'refused', 'notPdf'],
      ['copy.pdf', 'refused', 'duplicate'],
      ['good.pdf', 'refused', 'duplicate'],
    ])
  })

  it('are announced together, however many files are added', async () => {
    const drawn = vi.fn()
    queue.subscribe(drawn)
    await queue.add(Array.from({ length: 50 }, (_, i) => pdf(`${i}.pdf`)), 'c1')
    expect(Object.values(phases())).toEqual(Array.from({ length: 50 }, () => 'ready'))
    expect(drawn).toHaveBeenCalledTimes(2)
  })

  it('beyond fifty can be retried when there is space', async () => {
    await queue.add(Array.from({ length: 51 }, (_, i) => pdf(`${i}.pdf`)), 'c1')
    expect(reasons()).toEqual({ '50.pdf': 'tooMany' })
    const [first] = queue.snapshot()
    queue.remove(first?.id ?? '')
    await queue.retry(queue.snapshot().slice(-1).map(({ id }) => id))
    expect(reasons()).toEqual({})
    expect(queue.snapshot()).toHaveLength(50)
  })
})

describe('an upload', () => {
  it('sends files and registers them in batches', async () => {
    await upload(...Array.from({ length: 12 }, (_, i) => pdf(`${i}.pdf`)))
    expect(Object.values(phases())).toEqual(Array.from({ length: 12 }, () => 'done'))
    expect(outside.send).toHaveBeenCalledTimes(12)
    const registered = outside.register.mock.calls
    expect(registered.flatMap(([, , uploads]) => uploads)).toHaveLength(12)
    expect(registered.length).toBeLessThanOrEqual(2)
    expect(new Set(registered.map(([, , , key]) => key)).size).toBe(registered.length)
    expect(registered.every(([company, departments]) => company === 'c1' && departments[0] === 'd1')).toBe(true)
    expect(outside.onRegistered).toHaveBeenCalledTimes(registered.length)
    // No form is requested twice.
    expect(outside.links.mock.calls.flatMap(([, files]) => files.map(({ name }) => name)).toSorted()).toEqual(Array.from({ length: 12 }, (_, i) => `${i}.pdf`).toSorted())
    expect(queue.snapshot().every(({ sheetId }) => sheetId?.startsWith('sheet-'))).toBe(true)
  })

  it('sends at most four at a time', async () => {
    let now = 0
    let most = 0
    outside.send.mockImplementation(async () => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve))
      now--
    })
    await upload(...Array.from({ length: 9 }, (_, i) => pdf(`${i}.pdf`)))
    expect(most).toBe(4)
  })

  it('does not try again with a file that is gone from the disk, so that the others are registered at once', async () => {
    outside.send.mockImplementation((_link, file) => (file.name === 'gone.pdf' ? Promise.reject(new FileGoneError(file.name, null)) : Promise.resolve()))
    await upload(pdf('a.pdf'), pdf('gone.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'done', 'gone.pdf': 'failed' })
    expect(reasons()).toEqual({ 'gone.pdf': 'unreadable' })
    expect(outside.wait).not.toHaveBeenCalled()
  })

  it('tries again after a broken connection, a little later each time', async () => {
    outside.send.mockRejectedValueOnce(new TransferBrokenError('gone')).mockRejectedValueOnce(new TransferBrokenError('gone'))
    await upload(pdf('a.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'done' })
    expect(outside.wait.mock.calls).toEqual([[1000], [2000]])
    // Each try has a form of its own.
    expect(outside.links).toHaveBeenCalledTimes(3)
  })

  it('gives up in the end, and continues on request', async () => {
    outside.send.mockRejectedValue(new TransferBrokenError('gone'))
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    expect(reasons()).toEqual({ 'a.pdf': 'network', 'b.pdf': 'network' })
    expect(outside.register).not.toHaveBeenCalled()
    outside.send.mockResolvedValue(undefined)
    await queue.retry(queue.snapshot().map(({ id }) => id))
    await idle()
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
  })

  it.each([
    [new StorageRefusedError(400, 'EntityTooLarge'), 'tooLarge'],
    [new StorageRefusedError(400, 'InvalidPolicyDocument'), 'storage'],
  ])('takes a no of the bucket as one: %s', async (error, code) => {
    outside.send.mockRejectedValueOnce(error)
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'failed', 'b.pdf': 'done' })
    expect(reasons()).toEqual({ 'a.pdf': code })
  })

  it('requests a new form once if the bucket reports it expired', async () => {
    outside.send.mockRejectedValueOnce(new StorageRefusedError(403, 'AccessDenied'))
    await upload(pdf('a.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'done' })
    expect(outside.links).toHaveBeenCalledTimes(2)
  })

  it('leaves out the files refused by the server, and sends the rest', async () => {
    outside.links.mockRejectedValueOnce(failure(400, { fields: [{ path: 'body.files[1].name', code: 'upload.not_pdf', detail: 'b is no PDF' }] }))
    await upload(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'refused', 'c.pdf': 'done' })
    expect(queue.snapshot()[1]?.refusal).toEqual({ code: 'server', text: 'b is no PDF' })
  })

  it('can be cancelled while it is sent', async () => {
    outside.send.mockImplementation((_link, _file, _progress, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))))
    await queue.add([pdf('a.pdf')], 'c1')
    queue.start(target)
    await vi.waitFor(() => expect(outside.send).toHaveBeenCalled())
    queue.remove(queue.snapshot()[0]?.id ?? '')
    await idle()
    expect(queue.snapshot()).toEqual([])
    expect(outside.register).not.toHaveBeenCalled()
  })

  it('ends with the session', async () => {
    outside.links.mockRejectedValue(new SessionLostError())
    await queue.add([pdf('a.pdf')], 'c1')
    queue.start(target)
    await vi.waitFor(() => expect(outside.onSessionLost).toHaveBeenCalled())
  })
})

describe('a registration', () => {
  it('that has no answer is sent again as the same call', async () => {
    outside.register.mockRejectedValueOnce(new TypeError('failed to fetch')).mockRejectedValueOnce(failure(503))
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    expect(new Set(outside.register.mock.calls.map(call => JSON.stringify(call))).size).toBe(1)
    expect(outside.register).toHaveBeenCalledTimes(3)
  })

  it('keeps its key over a second try by hand, for all of its files', async () => {
    outside.register.mockRejectedValue(failure(500))
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'failed', 'b.pdf': 'failed' })
    outside.register.mockImplementation(world().register)
    await queue.retry([queue.snapshot()[0]?.id ?? ''])
    await idle()
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    expect(new Set(outside.register.mock.calls.map(([, , , key]) => key)).size).toBe(1)
    expect(outside.send).toHaveBeenCalledTimes(2)
  })

  it("beyond the plan shows the server's message, and loses nothing", async () => {
    outside.register.mockRejectedValueOnce(failure(402, { detail: '上限（10件）を超えます。' }))
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    expect(queue.snapshot().map(({ refusal }) => refusal)).toEqual([
      { code: 'planLimit', text: '上限（10件）を超えます。' },
      { code: 'planLimit', text: '上限（10件）を超えます。' },
    ])
    queue.remove(queue.snapshot()[1]?.id ?? '')
    await queue.retry(queue.snapshot().map(({ id }) => id))
    await idle()
    expect(phases()).toEqual({ 'a.pdf': 'done' })
    // The file had arrived: it is not sent again, but the request is a new one.
    expect(outside.send).toHaveBeenCalledTimes(2)
    expect(new Set(outside.register.mock.calls.map(([, , , key]) => key)).size).toBe(2)
  })

  it.each(['upload.unknown', 'upload.void', 'upload.changed'])('of uploads that the server does not take (%s) begins with sending them anew', async code => {
    outside.register.mockRejectedValueOnce(failure(400, { fields: [{ path: 'body.sds_list[0].upload_id', code, detail: '期限切れ' }] }))
    await upload(pdf('a.pdf'))
    expect(queue.snapshot()[0]).toMatchObject({ phase: 'failed', refusal: { code: 'server', text: '期限切れ' } })
    await queue.retry(queue.snapshot().map(({ id }) => id))
    await idle()
    expect(phases()).toEqual({ 'a.pdf': 'done' })
    expect(outside.send).toHaveBeenCalledTimes(2)
  })
})

describe('a file whose contents a sheet has', () => {
  const toluene = { id: 's1', name: 'トルエン', supplier: '', revised_at: '', created_at: '2026-11-01T00:00:00Z' }
  const known = (digest: string) => [{ sha256: digest, sds_list: [toluene] }]
  const hashOf = (name: string) => queue.snapshot().find(({ file }) => file.name === name)?.hash ?? ''
  const idOf = (name: string) => queue.snapshot().find(({ file }) => file.name === name)?.id ?? ''

  it('is left out with the sheet, until it is taken', async () => {
    outside.known.mockImplementation((_company, digests) => Promise.resolve(known(digests[1] ?? '')))
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    expect(outside.known.mock.calls).toEqual([['c1', [hashOf('a.pdf'), hashOf('b.pdf')]]])
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'known' })
    expect(queue.snapshot()[1]?.known).toEqual([toluene])
    queue.accept([idOf('b.pdf')])
    expect(phases()['b.pdf']).toBe('ready')
    queue.start(target)
    await idle()
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    expect(outside.register.mock.calls.map(([, , sheets]) => sheets.map(({ accept_known_file }) => accept_known_file))).toEqual([[undefined], [true]])
  })

  it('is left out when the server tells at the registration, and the others are registered', async () => {
    outside.register.mockRejectedValueOnce(failure(400, { fields: [{ path: 'body.sds_list[1].upload_id', code: 'upload.known', detail: '登録されています。' }] }))
    outside.known.mockResolvedValueOnce([]).mockImplementation((_company, digests) => Promise.resolve(known(digests[0] ?? '')))
    await upload(pdf('a.pdf'), pdf('b.pdf'))
    await vi.waitFor(() => expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'known' }))
    expect(queue.snapshot()[1]).toMatchObject({ known: [toluene] })
    queue.accept([idOf('b.pdf')])
    await idle()
    expect(phases()).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    expect(outside.send).toHaveBeenCalledTimes(2)
  })

  it('is sent where nobody can tell', async () => {
    outside.known.mockRejectedValue(failure(503))
    await upload(pdf('a.pdf'))
    expect(phases()).toEqual({ 'a.pdf': 'done' })
  })
})

it('reports the total progress', async () => {
  outside.register.mockRejectedValueOnce(failure(402))
  await upload(pdf('a.pdf'), new File(['x'], 'x.txt'))
  expect(totalsOf(queue.snapshot())).toMatchObject({ files: 1, done: 0, failed: 1 })
  expect(percentOf(totalsOf(queue.snapshot()))).toBe(90)
  expect(percentOf(totalsOf([]))).toBe(0)
  await queue.retry(queue.snapshot().map(({ id }) => id))
  await idle()
  expect(percentOf(totalsOf(queue.snapshot()))).toBe(100)
  queue.clearDone()
  expect(queue.snapshot().map(({ file }) => file.name)).toEqual(['x.txt'])
})

import { ApiError, SessionLostError, isCancelled } from '@/shared/api/error'
import { limits } from '@/shared/lib/limits'
import type { FileToSend, KnownFile, KnownSheet, NewSheet, Registered, UploadLink } from './api/uploads'
import { knownIn, sheetsOf } from './known'
import { mayPass, refusalFor } from './faults'
import { type Target, type UploadItem, isBusy } from './item'
import { type Refusal, looksLikePdf, mayPassLater, refusalOf, sha256 } from '@/shared/lib/pdfFile'
import { bytesOf } from '@/shared/lib/chosenFile'
import { StorageRefusedError } from '@/shared/lib/transfer'

/** The queue's outside dependencies. */
export interface Outside {
  links: (companyId: string, files: FileToSend[]) => Promise<UploadLink[]>
  send: (link: UploadLink, file: File, onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<void>
  known: (companyId: string, digests: string[]) => Promise<KnownFile[]>
  register: (companyId: string, departmentIds: string[], sheets: NewSheet[], key: string) => Promise<Registered[]>
  /** Waits before a retry. */
  wait: (milliseconds: number) => Promise<void>
  now: () => number
  onRegistered: () => void
  /** A session that has ended: the page is about to restart. */
  onSessionLost: (error: unknown) => void
}

/** A registration in progress: the same files under the same key until its outcome is known. */
interface Batch {
  key: string
  ids: readonly string[]
  target: Target
}

/** The numbers of files sent at a time, requested forms at a time and registered at a time. */
const parallel = 4
const chunk = 10
/** Pauses between retries in milliseconds. */
const backOff = [1_000, 2_000, 4_000, 8_000, 15_000]
const progressEvery = 100
/** The server's codes for an upload that has to be sent again, by a new form. */
const isSentAgain = (code: string) => code === 'upload.unknown' || code === 'upload.void' || code === 'upload.changed'

/** Files being turned into sheets. It lives as long as the page, independent of the screen. */
export class UploadQueue {
  private items: readonly UploadItem[] = []
  private readonly listeners = new Set<() => void>()
  private readonly sending = new Map<string, AbortController>()
  private readonly links = new Map<string, UploadLink>()
  private readonly outside: Outside
  private companyId = ''
  private asking: Promise<unknown> = Promise.resolve()
  private batches: Batch[] = []
  private running = false
  private lastProgress = 0

  constructor(outside: Outside) {
    this.outside = outside
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = () => this.items

  get busy(): boolean {
    return this.items.some(isBusy)
  }

  /** Adds files; those that cannot be sent stay in the list with the reason. */
  async add(files: readonly File[], companyId: string): Promise<void> {
    this.companyId = companyId
    const added = files.map(file => {
      const refusal = refusalOf(file) ?? this.refusalBeside(file)
      const item: UploadItem = { id: crypto.randomUUID(), file, sent: 0, ...(refusal ? { phase: 'refused', refusal } : { phase: 'checking' }) }
      this.items = [...this.items, item]
      return item
    })
    this.put(this.items)
    for (const { id, phase } of added) if (phase === 'checking') await this.check(id)
    await this.compare(added.map(({ id }) => id))
  }

  /** Takes files that were left out because a sheet has their contents. */
  accept(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.find(id)
      // One that had been sent when the server reported it is not sent again.
      if (item?.phase === 'known') this.patch(id, { phase: item.uploadId ? 'sent' : 'ready', accepted: true, refusal: undefined })
    }
    void this.run()
  }

  /** Removes a file; if it is being sent, that is cancelled. */
  remove(id: string): void {
    this.sending.get(id)?.abort()
    this.links.delete(id)
    // A batch without one of its files would be another request under the same key.
    this.batches = this.batches.filter(batch => !batch.ids.includes(id))
    this.put(this.items.filter(item => item.id !== id))
  }

  /** Removes files that have become sheets. */
  clearDone(): void {
    this.put(this.items.filter(({ phase }) => phase !== 'done'))
  }

  /** Sends all ready files and registers them. */
  start(target: Target): void {
    for (const item of this.items) if (item.phase === 'ready') this.patch(item.id, { phase: 'waiting', target })
    void this.run()
  }

  /** Retries files that failed or were too many; interrupted ones continue from where they were. */
  async retry(ids: readonly string[]): Promise<void> {
    // Files registered in one request are registered again in one request.
    const together = this.batches.filter(batch => batch.ids.some(id => ids.includes(id))).flatMap(batch => batch.ids)
    for (const id of new Set([...ids, ...together])) {
      const item = this.find(id)
      if (!item?.refusal || !mayPassLater(item.refusal)) continue
      if (item.phase === 'failed' && item.target) {
        this.patch(id, { phase: item.uploadId ? 'sent' : 'waiting', refusal: undefined, sent: item.uploadId ? item.file.size : 0 })
        continue
      }
      const refusal = this.refusalBeside(item.file, id)
      if (refusal) this.patch(id, { refusal })
      else {
        this.patch(id, { phase: 'checking', refusal: undefined })
        await this.check(id)
        await this.compare([id])
      }
    }
    void this.run()
  }

  private async check(id: string): Promise<void> {
    const item = this.find(id)
    if (!item) return
    let hash: string | undefined
    try {
      const bytes = await bytesOf(item.file)
      if (!looksLikePdf(bytes)) return this.patch(id, { phase: 'refused', refusal: { code: 'notPdf' } })
      hash = await sha256(bytes)
    } catch {
      return this.patch(id, { phase: 'refused', refusal: { code: 'unreadable' } })
    }
    const twin = hash !== undefined && this.items.some(other => other.id !== id && other.hash === hash && other.phase !== 'refused')
    this.patch(id, twin ? { phase: 'refused', refusal: { code: 'duplicate' } } : { hash }, twin)
  }

  /** Finds out which checked files are known; the others are ready. */
  private async compare(ids: readonly string[]): Promise<void> {
    const asked = this.items.filter(({ id, phase }) => ids.includes(id) && phase === 'checking')
    const known = await this.sheetsOf(asked)
    for (const { id, hash = '' } of asked) {
      const sheets = known.get(hash)
      this.patch(id, sheets ? { phase: 'known', known: sheets } : { phase: 'ready' }, false)
    }
    this.put(this.items)
  }

  private async sheetsOf(items: readonly UploadItem[]): Promise<Map<string, readonly KnownSheet[]>> {
    try {
      return await sheetsOf(items.flatMap(({ hash }) => hash ?? []), digests => this.outside.known(this.companyId, digests))
    } catch (error) {
      this.outside.onSessionLost(error)
      return new Map()
    }
  }

  /** The fault of a file among the others. */
  private refusalBeside(file: File, self?: string): Refusal | null {
    const others = this.items.filter(({ id, phase }) => id !== self && phase !== 'refused')
    if (others.some(other => other.file.name === file.name && other.file.size === file.size && other.file.lastModified === file.lastModified)) {
      return { code: 'duplicate' }
    }
    return others.filter(({ phase }) => phase !== 'done' && phase !== 'known').length >= limits.uploadFiles ? { code: 'tooMany' } : null
  }

  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    try {
      while (this.items.some(({ phase }) => phase === 'waiting' || phase === 'sent')) {
        await Promise.all(Array.from({ length: parallel }, () => this.sendNext()))
        await this.registerSent(1)
      }
    } catch (error) {
      this.outside.onSessionLost(error)
    } finally {
      this.running = false
    }
  }

  private async sendNext(): Promise<void> {
    for (let item = this.next(); item; item = this.next()) {
      this.patch(item.id, { phase: 'sending', sent: 0 })
      await this.sendOne(item)
      await this.registerSent(chunk)
    }
  }

  private readonly next = () => this.items.find(({ phase }) => phase === 'waiting')

  private async sendOne({ id, file }: UploadItem): Promise<void> {
    const giveUp = new AbortController()
    this.sending.set(id, giveUp)
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const link = await this.linkFor(id)
          if (!link) return
          await this.outside.send(link, file, sent => this.progress(id, sent), giveUp.signal)
          this.patch(id, { phase: 'sent', sent: file.size, uploadId: link.upload_id })
          return
        } catch (error) {
          // An expired form is refused like any other: the next try begins with a new one.
          this.links.delete(id)
          const again = mayPass(error) || (error instanceof StorageRefusedError && error.status === 403 && attempt === 0)
          const pause = backOff[attempt]
          if (isCancelled(error)) return
          if (error instanceof SessionLostError) throw error
          if (!again || pause === undefined) return this.patch(id, { phase: 'failed', sent: 0, refusal: refusalFor(error) })
          this.patch(id, { sent: 0 })
          await this.outside.wait(pause)
          if (giveUp.signal.aborted) return
        }
      }
    } finally {
      this.sending.delete(id)
      this.links.delete(id)
    }
  }

  /** The form of a file; one request at a time fetches forms, so that none is fetched twice. */
  private linkFor(id: string): Promise<UploadLink | undefined> {
    const turn = this.asking.then(() => this.links.get(id) ?? this.askForLinks(id))
    this.asking = turn.catch(() => undefined)
    return turn
  }

  /** Fetches the form of a file together with those of the next files. */
  private async askForLinks(id: string): Promise<UploadLink | undefined> {
    const first = this.find(id)
    // It may have been refused or cancelled while it waited.
    if (!first?.target || first.phase !== 'sending') return undefined
    const { companyId } = first.target
    const rest = this.items.filter(
      item => item.id !== id && (item.phase === 'waiting' || item.phase === 'sending') && item.target?.companyId === companyId && !this.links.has(item.id),
    )
    const requested = [first, ...rest.slice(0, chunk - 1)]
    try {
      const links = await this.outside.links(companyId, requested.map(({ file, hash }) => ({ name: file.name, size: file.size, ...(hash && { sha256: hash }) })))
      requested.forEach((item, i) => {
        const link = links[i]
        if (link && this.find(item.id)) this.links.set(item.id, link)
      })
      return this.links.get(id)
    } catch (error) {
      const faults = error instanceof ApiError && error.status === 400 ? error.fields : []
      const refused = new Set<string>()
      for (const { path, detail } of faults) {
        const item = requested[Number(/files\[(\d+)\]/.exec(path)?.[1] ?? -1)]
        if (!item) continue
        refused.add(item.id)
        this.patch(item.id, { phase: 'refused', sent: 0, refusal: { code: 'server', text: detail } })
      }
      if (refused.has(id)) return undefined
      if (refused.size > 0) return this.askForLinks(id)
      throw error
    }
  }

  /** Registers files that have arrived, once there are `atLeast` of them. */
  private async registerSent(atLeast: number): Promise<void> {
    const inBatch = new Set(this.batches.flatMap(batch => batch.ids))
    const fresh = this.items.filter(({ id, phase }) => phase === 'sent' && !inBatch.has(id))
    if (fresh.length >= atLeast) {
      for (const target of new Set(fresh.map(item => item.target))) {
        const ids = fresh.filter(item => item.target === target).map(({ id }) => id)
        if (target) this.batches.push({ key: crypto.randomUUID(), ids, target })
      }
    }
    for (const batch of [...this.batches]) {
      const items = batch.ids.map(id => this.find(id)).filter(item => item !== undefined)
      if (items.every(({ phase }) => phase === 'sent')) await this.registerBatch(batch, items)
    }
  }

  private async registerBatch(batch: Batch, items: readonly UploadItem[]): Promise<void> {
    const all = (change: Partial<UploadItem>) => items.forEach(({ id }) => this.patch(id, change))
    const over = () => {
      this.batches = this.batches.filter(other => other !== batch)
    }
    const uploads = items.map(({ uploadId = '', accepted }): NewSheet => ({ upload_id: uploadId, ...(accepted && { accept_known_file: true }) }))
    all({ phase: 'registering' })
    for (let attempt = 0; ; attempt++) {
      try {
        const sheets = await this.outside.register(batch.target.companyId, batch.target.departmentIds, uploads, batch.key)
        for (const item of items) this.patch(item.id, { phase: 'done', sheetId: sheets.find(sheet => sheet.upload_id === item.uploadId)?.id })
        over()
        this.outside.onRegistered()
        return
      } catch (error) {
        if (error instanceof SessionLostError) throw error
        const pause = backOff[attempt]
        if (mayPass(error) && pause !== undefined) {
          await this.outside.wait(pause)
          continue
        }
        // Refused: nothing was created. A fault: unknown, and the retry must be the same request.
        if (error instanceof ApiError && error.status < 500) over()
        if (knownIn(error).size > 0) return this.leaveOut(items, knownIn(error))
        const sendAgain = error instanceof ApiError && error.fields.some(({ code }) => isSentAgain(code))
        all({ phase: 'failed', refusal: refusalFor(error), ...(sendAgain && { uploadId: undefined, sent: 0 }) })
        return
      }
    }
  }

  /** Leaves out those of sent files that turned out to be known; the others are registered without them. */
  private async leaveOut(items: readonly UploadItem[], known: ReadonlyMap<number, string>): Promise<void> {
    items.forEach(({ id }, i) => {
      const text = known.get(i)
      this.patch(id, text === undefined ? { phase: 'sent' } : { phase: 'known', refusal: { code: 'known', text } })
    })
    const left = items.filter((_, i) => known.has(i))
    const sheets = await this.sheetsOf(left)
    for (const { id, hash = '' } of left) if (sheets.has(hash)) this.patch(id, { known: sheets.get(hash), refusal: undefined })
  }

  private progress(id: string, sent: number): void {
    const now = this.outside.now()
    if (now - this.lastProgress < progressEvery) return
    this.lastProgress = now
    this.patch(id, { sent })
  }

  private find(id: string): UploadItem | undefined {
    return this.items.find(item => item.id === id)
  }

  /** Changes a file; not announced where another change follows at once, because each announcement draws the screen. */
  private patch(id: string, change: Partial<UploadItem>, announced = true): void {
    const items = this.items.map(item => (item.id === id ? { ...item, ...change } : item))
    if (announced) this.put(items)
    else this.items = items
  }

  private put(items: readonly UploadItem[]): void {
    this.items = items
    for (const listener of this.listeners) listener()
  }
}

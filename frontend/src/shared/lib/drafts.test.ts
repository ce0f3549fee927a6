import { describe, expect, it, vi } from 'vitest'
import { endSession } from '@/shared/auth/end'
import { session } from '@/shared/auth/session'
import { asPerson, person } from '@/test/fixtures'
import { draftLimits, dropDraft, forgetDrafts, keepDraft, keepDraftsOf, keptDraft } from './drafts'

const me = person()
const owner = { personId: me.id, companyId: me.company_id }
const any = (content: unknown): content is string => typeof content === 'string'
const contents = (who = owner, records = ['a', 'b', 'c', 'd', 'e']) => records.map(record => keptDraft(who, record, any)?.content.slice(0, 3) ?? null)

describe('a draft', () => {
  it('is stored in this tab only, with the version it was made for', () => {
    keepDraft(owner, 'sheet:s1', 5, 'abc')
    expect(keptDraft(owner, 'sheet:s1', any)).toMatchObject({ version: 5, content: 'abc' })
    expect(localStorage).toHaveLength(0)
    dropDraft(owner, 'sheet:s1')
    expect(keptDraft(owner, 'sheet:s1', any)).toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  it('is never shown to another person, nor in another company', async () => {
    keepDraft(owner, 'sheet:s1', 5, 'abc')
    for (const other of [{ ...owner, personId: 'another' }, { ...owner, companyId: 'another' }]) expect(keptDraft(other, 'sheet:s1', any)).toBeNull()
    keepDraft({ ...owner, personId: 'another' }, 'sheet:s1', 5, 'secret')
    asPerson(me)
    await session()
    expect(contents(owner, ['sheet:s1'])).toEqual(['abc'])
    expect(JSON.stringify(sessionStorage)).not.toContain('secret')
    // An id that begins like another is another user.
    keepDraft({ ...owner, personId: `${owner.personId}.x` }, 'sheet:s1', 5, 'secret')
    keepDraftsOf(owner)
    expect(JSON.stringify(sessionStorage)).not.toContain('secret')
  })

  it.each([
    ['logout', null],
    ['inactiveUser', null],
    ['twoFactorCompleted', null],
    ['tokenInvalidated', 'abc'],
    ['permissionDenied', 'abc'],
  ] as const)('after the session has ended by %s: %s', async (why, content) => {
    keepDraft(owner, 'sheet:s1', 5, 'abc')
    await endSession(why)
    expect(contents(owner, ['sheet:s1'])).toEqual([content])
  })

  it('has bounds: one that is too large is not stored, and the oldest are dropped', () => {
    vi.useFakeTimers()
    try {
      expect(keepDraft(owner, 'a', 1, 'x'.repeat(draftLimits.one))).toBe(false)
      const large = 'x'.repeat(draftLimits.one - 1000)
      for (const record of ['c', 'b', 'a', 'd']) {
        vi.advanceTimersByTime(1000)
        expect(keepDraft(owner, record, 1, large)).toBe(true)
      }
      expect(contents()).toEqual(['xxx', 'xxx', null, 'xxx', null])
      // The browser itself has no space: an older draft is not returned as the newest.
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
      expect(keepDraft(owner, 'd', 1, 'new')).toBe(false)
      expect(contents()).toEqual(['xxx', 'xxx', null, null, null])
    } finally {
      vi.useRealTimers()
    }
  })

  it('of another shape is ignored', () => {
    for (const text of ['', '{', '1', 'null', '{"version":"1","at":1,"content":"abc"}', '{"version":1,"at":1}', '{"version":1,"at":1,"content":7}']) {
      keepDraft(owner, 'a', 1, 'abc')
      sessionStorage.setItem(Object.keys(sessionStorage)[0] ?? '', text)
      expect(keptDraft(owner, 'a', any), text).toBeNull()
    }
    forgetDrafts()
    expect(sessionStorage).toHaveLength(0)
  })
})

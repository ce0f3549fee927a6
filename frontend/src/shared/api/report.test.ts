import { describe, expect, test, vi } from 'vitest'
import { startI18n } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { peekLoginState } from '@/shared/auth/loginState'
import { type Notice, setNoticeBoard } from '@/shared/ui/notify'
import { auth } from '@/test/auth'
import { FileGoneError } from '@/shared/lib/chosenFile'
import { TransferBrokenError } from '@/shared/lib/transfer'
import { ApiError, SessionLostError } from './error'
import { reportError } from './queryClient'
import { deniedText, errorText } from './report'

const failure = (status: number, rest: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ status, method: 'GET', path: '/api/v1/companies/c', ...rest })

test.each([
  [400, '詳しい説明', 'read', 'データの取得中にエラーが発生しました。\n詳しい説明'],
  [400, '詳しい説明', 'update', 'データの更新中にエラーが発生しました。\n詳しい説明'],
  [401, '', 'read', 'ログインの有効期限が切れました。もう一度ログインしてください。'],
  [402, '上限です。', 'update', '上限です。'],
  [403, '管理者のみ', 'update', 'この操作を行う権限がありません。\n管理者のみ'],
  [404, '', 'read', '対象のデータが見つかりません。'],
  [408, '', 'read', '通信がタイムアウトしました。時間をおいて再度お試しください。'],
  [409, '使用中です。', 'update', '使用中です。'],
  [413, '', 'update', 'データのサイズが上限を超えています。'],
  [415, '', 'update', 'ファイル形式が正しくありません。'],
  [422, '', 'update', 'データの更新中にエラーが発生しました。'],
  [503, '', 'read', 'サーバーエラーが発生しました（503）。時間をおいて再度お試しください。'],
  [418, '', 'read', '予期しないエラーが発生しました。'],
] as const)('status %i with %j on %s', (status, detail, kind, expected) => {
  expect(errorText(failure(status, { detail }), kind)).toBe(expected)
})

test('a notice that the server cannot be reached ends with the return of the connection', () => {
  const shown = new Set<string>()
  setNoticeBoard({ show: id => shown.add(id), dismiss: id => shown.delete(id) })
  window.dispatchEvent(new Event('offline'))
  reportError(new TypeError('fetch failed'), 'read')
  expect(shown.size).toBe(1)
  window.dispatchEvent(new Event('online'))
  expect(shown.size).toBe(0)
  setNoticeBoard(null)
})

test('failures without an answer', async () => {
  expect(errorText(new TypeError('fetch failed'), 'read')).toBe('サーバーに接続できません。通信環境をご確認ください。')
  expect(errorText(new TransferBrokenError('the connection broke'), 'update')).toBe('サーバーに接続できません。通信環境をご確認ください。')
  expect(errorText(new FileGoneError('users.csv', null), 'update')).toMatch(/^ファイルを読み取れません。.*もう一度選択してください。$/)
  await startI18n('en-US')
  expect(errorText(new Error('bug'), 'read')).toBe('An unknown error occurred.')
})

test('a bulk operation that was refused for some sheets is no error of the data', () => {
  expect(errorText(failure(400, { detail: '変更する権限のないSDSが1件含まれています。', denied: [{ id: '1', name: '塩酸' }] }), 'update')).toBe('変更する権限のないSDSが1件含まれています。')
})

test('a refused bulk operation lists the sheets', () => {
  const denied = [
    { id: '1', name: 'アセトン' },
    { id: '2', name: 'トルエン' },
  ]
  expect(deniedText(failure(400, { denied }))).toBe('次のSDSをご確認ください：アセトン、トルエン')
  expect(deniedText(failure(400, { detail: 'だめです。' }))).toBe('だめです。')
  expect(deniedText(failure(400))).toBe('内容をご確認のうえ、もう一度お試しください。')
})

describe('central handling', () => {
  const shown = () => {
    const notices: Notice[] = []
    setNoticeBoard({ show: (_, notice) => notices.push(notice), dismiss: () => undefined })
    return notices
  }

  test.each([
    ['401', failure(401), 'tokenInvalidated'],
    ['no session', new SessionLostError(), 'tokenInvalidated'],
    ['inactive, by code', failure(400, { code: 'session.inactive' }), 'inactiveUser'],
    ['inactive, in English', failure(400, { detail: 'Inactive user.' }), 'inactiveUser'],
    ['inactive, in Japanese', failure(400, { detail: 'このユーザーは無効です。' }), 'inactiveUser'],
    ['403 on sheets', failure(403, { path: '/api/v1/companies/c/sdses/s' }), 'permissionDenied'],
    ['403 on users', failure(403, { path: '/api/v1/users/me' }), 'permissionDenied'],
  ])('%s ends the session', async (_, error, state) => {
    const notices = shown()
    reportError(error, 'read')
    await vi.waitFor(() => expect(page.reload).toHaveBeenCalledOnce())
    expect(auth.signOut).toHaveBeenCalledOnce()
    expect(peekLoginState()).toBe(state)
    expect(notices).toEqual([])
  })

  test('403 on the company is reported, and the session continues', () => {
    const notices = shown()
    reportError(failure(403, { path: '/api/v1/companies/c/tags' }), 'update')
    expect(notices).toEqual([{ text: 'この操作を行う権限がありません。', color: 'error' }])
    expect(auth.signOut).not.toHaveBeenCalled()
  })

  test('failures reported by the caller, and cancellations, are not reported again', () => {
    const notices = shown()
    reportError(failure(409), 'update', { ownErrors: [409] })
    reportError(failure(500), 'update', { ownErrors: 'all' })
    reportError(new DOMException('gone', 'AbortError'), 'read')
    expect(notices).toEqual([])
    reportError(failure(404), 'update', { ownErrors: [409] })
    expect(notices).toHaveLength(1)
  })

  test('several failures at once end the session once', async () => {
    reportError(failure(401), 'read')
    reportError(failure(401), 'read')
    await vi.waitFor(() => expect(page.reload).toHaveBeenCalled())
    expect(page.reload).toHaveBeenCalledOnce()
  })
})

import { expect, test } from 'vitest'
import { ApiError } from '@/shared/api/error'
import { FileGoneError } from '@/shared/lib/chosenFile'
import { refusalFor } from './faults'

test('a file that was not registered says why', () => {
  const refused = (status: number, detail: string, fields: ApiError['fields'] = []) => refusalFor(new ApiError({ status, method: 'POST', path: '/sdses', code: 'x', detail, fields }))
  expect(refused(402, '上限')).toEqual({ code: 'planLimit', text: '上限' })
  expect(refused(400, '', [{ path: 'files[0]', code: 'x', detail: '名前が長すぎます。' }])).toEqual({ code: 'server', text: '名前が長すぎます。' })
  expect(refused(503, 'x')).toEqual({ code: 'server', text: 'SDSの登録に失敗しました。プランの登録上限をご確認ください。' })
  expect(refusalFor(new TypeError())).toEqual({ code: 'network' })
  expect(refusalFor(new FileGoneError('a.pdf', null))).toEqual({ code: 'unreadable' })
})

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Checklist, ChecklistInput } from '@/shared/api/checklists'
import { asPerson, company } from '@/test/fixtures'
import { checklist, laws, resultCounts } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { ChecklistDialog } from './ChecklistDialog'

const may = { create: true, request: true }
const saved = vi.fn()
const closed = vi.fn()
const next = () => userEvent.click(screen.getByRole('button', { name: '次へ' }))
const node = (name: RegExp) => screen.getByRole('treeitem', { name })

/** The API of laws and checklists; requests are recorded. */
function serve(answer: () => Response = () => HttpResponse.json(checklist({ id: 'l9' }), { status: 201 })) {
  const sent: { path: string; body: unknown; version: string | null }[] = []
  const keep = async ({ request }: { request: Request }) => {
    sent.push({ path: new URL(request.url).pathname.replace('/api/v1', ''), body: await request.json(), version: request.headers.get('If-Match') })
    return answer()
  }
  const previews: (ChecklistInput & { as_of?: string })[] = []
  server.use(
    http.get('*/api/v1/laws', () => HttpResponse.json({ as_of: '2026-04-01', set: { version: '1', entries: 1, substances: 1 }, laws })),
    http.get('*/api/v1/laws/:id', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      const items = [
        { id: 400000300, class_key: 'JP-PRTR/CLASS1/DEFAULT', number: '1-300', name: { ja: 'トルエン', en: 'Toluene' }, threshold: '>= 1', element: '', pure: false, gas: false, group: false, cas: ['108-88-3'], from: '2023-04-01', to: '', state: 'in_force', source: '', as_of: '', confidence: 'official' },
        { id: 400000400, class_key: 'JP-PRTR/CLASS1/DEFAULT', number: '1-400', name: { ja: 'ベンゼン', en: 'Benzene' }, threshold: '>= 0.1', element: '', pure: false, gas: false, group: false, cas: ['71-43-2'], from: '2023-04-01', to: '', state: 'in_force', source: '', as_of: '', confidence: 'official' },
      ].filter(({ name }) => name.ja.includes(q))
      return HttpResponse.json({ id: 200000001, tier: 'category', name: { ja: '', en: '' }, items, total: items.length, page: 1, limit: 50 })
    }),
    http.post('*/api/v1/dynamic_lists/preview', async ({ request }) => {
      const body = (await request.json()) as ChecklistInput & { as_of?: string }
      previews.push(body)
      const sheet = { id: 's1', name: 'シンナーA', supplier: '東西化学株式会社' }
      return HttpResponse.json({
        as_of: body.as_of ?? '2026-04-01',
        counts: resultCounts,
        ...(body.as_of && { before: { ...resultCounts, applies: 2 } }),
        items: [{ sheet, from: body.as_of ? 'not_listed' : 'applies', to: 'applies' }],
        total: 1,
      })
    }),
    http.post('*/api/v1/dynamic_lists', keep),
    http.post('*/api/v1/dynamic_lists/request', keep),
    http.put('*/api/v1/dynamic_lists/:id', keep),
  )
  return { sent, previews }
}

const open = async (list?: Checklist) => {
  renderScreen(<ChecklistDialog list={list} may={may} onClose={closed} onSaved={saved} />)
  await screen.findByRole('dialog')
}

beforeEach(() => {
  saved.mockReset()
  closed.mockReset()
  asPerson()
})

describe('the dialog of a checklist', () => {
  it('makes one by laws: chosen by keys, a substance alone, named, and previewed before it is saved', async () => {
    const { sent, previews } = serve()
    await open()
    await next()
    await screen.findByRole('tree')
    await next()
    expect(screen.getByText('法令・区分・物質を1つ以上選択してください。')).toBeVisible()

    node(/^化管法/).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(node(/^特定第一種/)).toHaveFocus()
    await userEvent.keyboard(' ')
    expect(node(/^特定第一種/)).toBeChecked()
    expect(node(/^化管法/)).toHaveAttribute('aria-checked', 'mixed')
    await userEvent.keyboard('{ArrowUp}')
    const entries = within(screen.getByRole('region', { name: '対象物質' }))
    await userEvent.click(await entries.findByRole('checkbox', { name: /トルエン/ }))
    expect(node(/^第一種$/)).toHaveAttribute('aria-checked', 'mixed')
    expect(within(screen.getByRole('list', { name: '選択した法令' })).getAllByRole('listitem').map(item => item.textContent)).toEqual(['化管法 › 第一種指定化学物質 › 特定第一種', 'トルエン'])
    await next()

    await next()
    expect(screen.getByText('必須項目です。')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: /^タイトル/ }), '届出の確認')
    await next()

    expect(await screen.findByText('該当するSDS 1件')).toBeVisible()
    expect(screen.getByText('該当 3')).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: '表示' }))
    await userEvent.click(screen.getByRole('option', { name: '2027/04/01（施行予定）' }))
    expect(await screen.findByText('判定が変わるSDS 1件')).toBeVisible()
    expect(previews.map(({ as_of: day }) => day)).toEqual([undefined, '2027-04-01'])
    await userEvent.click(screen.getByRole('button', { name: '作成する' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining({ id: 'l9' })))
    expect(sent).toEqual([
      {
        path: '/dynamic_lists',
        version: null,
        body: { title: '届出の確認', description: '', extraction_targets: ['composition', 'section_15'], dbt_types: ['laws'], law_regulation_ids: [300000002, 400000300], substances: [] },
      },
    ])
  })

  it('finds laws by words', async () => {
    serve()
    await open()
    await next()
    await userEvent.type(await screen.findByRole('searchbox', { name: '法令・区分を検索' }), '米国')
    expect(screen.getAllByRole('treeitem').map(item => item.getAttribute('aria-label'))).toEqual(['有害物質規制法（米国） 対象リスト未収録', 'インベントリー 対象リスト未収録'])
  })

  it('makes one by substances: pasted lines, and a wrong check digit reported at once', async () => {
    const { sent } = serve()
    await open()
    await userEvent.click(screen.getByRole('radio', { name: '物質から作成' }))
    await next()
    const cas = screen.getByRole('textbox', { name: '1行目のCAS番号' })
    await userEvent.type(cas, '108-88-4')
    expect(screen.getByText('チェックディジットが一致しません。')).toBeVisible()
    await next()
    expect(screen.getByText('チェックディジットが一致しません。')).toBeVisible()
    await userEvent.clear(cas)
    fireEvent.paste(cas, { clipboardData: { getData: () => '108-88-3\tトルエン\t>0.1\n71-43-2\tベンゼン\t0.5' } })
    expect(screen.getByRole('textbox', { name: '2行目のCAS番号' })).toHaveValue('71-43-2')
    await next()
    await userEvent.type(screen.getByRole('textbox', { name: /^タイトル/ }), '自社管理物質')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: '作成する' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(sent[0]?.body).toMatchObject({
      extraction_targets: ['composition'],
      dbt_types: ['substances'],
      law_regulation_ids: [],
      substances: [
        { cas: '108-88-3', name: 'トルエン', operator: '>', threshold: 0.1 },
        { cas: '71-43-2', name: 'ベンゼン', operator: '>=', threshold: 0.5 },
      ],
    })
  })

  it('requests one from the provider', async () => {
    const { sent } = serve()
    await open()
    await userEvent.click(screen.getByRole('radio', { name: '作成を依頼' }))
    await next()
    expect(screen.getByText(/5～15営業日/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^会社名/ })).toHaveValue('株式会社安全化学')
    await userEvent.type(screen.getByRole('textbox', { name: /^タイトル/ }), '輸出規制')
    await userEvent.click(screen.getByRole('button', { name: '依頼する' }))
    expect(screen.getByText('必須項目です。')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: /^ご希望の法令/ }), '輸出貿易管理令')
    await userEvent.click(screen.getByRole('button', { name: '依頼する' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(sent).toEqual([{ path: '/dynamic_lists/request', version: null, body: { title: '輸出規制', description: '', company_name: '株式会社安全化学', law_regulation_text: '輸出貿易管理令' } }])
  })

  it('keeps pasted texts that are too long, and goes on once they are shorter', async () => {
    const { sent } = serve()
    await open()
    await userEvent.click(screen.getByRole('radio', { name: '作成を依頼' }))
    await next()
    const title = screen.getByRole('textbox', { name: /^タイトル/ })
    await userEvent.click(title)
    await userEvent.paste('輸'.repeat(101))
    await userEvent.type(screen.getByRole('textbox', { name: /^ご希望の法令/ }), '輸出貿易管理令')
    await userEvent.click(screen.getByRole('button', { name: '依頼する' }))
    expect(title).toHaveValue('輸'.repeat(101))
    expect(title).toHaveAccessibleDescription('100文字以内で入力してください（現在101文字）。')
    expect(sent).toEqual([])
    await userEvent.type(title, '{Backspace}')
    await userEvent.click(screen.getByRole('button', { name: '依頼する' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('says at the first step that the option is missing, and offers the request', async () => {
    asPerson(undefined, { ...company, active_features: [] })
    serve()
    await open(undefined)
    expect(screen.getByText(/「チェックリスト作成」は、ご契約のプランに含まれていません。/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', '/inquiry')
    expect(screen.getByRole('radio', { name: '法令から作成' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: '物質から作成' })).toBeDisabled()
    expect(screen.getByRole('radio', { name: '作成を依頼' })).toBeChecked()
    await next()
    expect(screen.getByRole('textbox', { name: /^ご希望の法令/ })).toBeVisible()
  })

  it('explains how to get a missing option, and keeps the input', async () => {
    const detail = 'チェックリストの作成は、オプションをご契約のお客様のみご利用いただけます。'
    serve(() => HttpResponse.json({ code: 'option.checklists', detail }, { status: 402 }))
    await open(undefined)
    await userEvent.click(screen.getByRole('radio', { name: '物質から作成' }))
    await next()
    await userEvent.type(screen.getByRole('textbox', { name: '1行目のCAS番号' }), '108-88-3')
    await next()
    await userEvent.type(screen.getByRole('textbox', { name: /^タイトル/ }), '自社管理物質')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: '作成する' }))
    await waitFor(() => expect(screen.getAllByText(detail)).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: '戻る' }))
    expect(screen.getByRole('textbox', { name: /^タイトル/ })).toHaveValue('自社管理物質')
  })

  it('keeps the input on a conflict, and saves it over the other change', async () => {
    let stale = true
    const { sent } = serve(() => (stale ? HttpResponse.json({ code: 'stale', detail: 'ほかのユーザーが先に更新しました。' }, { status: 412 }) : HttpResponse.json(checklist({ version: 8 }))))
    server.use(http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json(checklist({ version: 7, title: '変更後', description: '同僚の説明', regulation_ids: [200000001, 200000002] }))))
    await open(checklist())
    expect(await screen.findByText('化管法 › 第一種指定化学物質')).toBeVisible()
    await next()
    const title = screen.getByRole('textbox', { name: /^タイトル/ })
    await userEvent.clear(title)
    await userEvent.type(title, '私のタイトル')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.getByText('タイトル：ほかのユーザーが「変更後」に変更しました。')).toBeVisible())
    stale = false
    expect(screen.getByRole('button', { name: '保存' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'タイトル：自分の入力を残す' }))
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(sent.map(({ version, body }) => [version, (body as ChecklistInput).title])).toEqual([
      ['"4"', '私のタイトル'],
      ['"7"', '私のタイトル'],
    ])
    // A field changed only by the other user is taken over.
    expect(sent[1]?.body).toMatchObject({ description: '同僚の説明', law_regulation_ids: [200000001, 200000002] })
  })

  it('survives a reload, at its first step', async () => {
    const { sent } = serve(() => HttpResponse.json(checklist({ version: 5 })))
    await open(checklist())
    await next()
    await userEvent.type(screen.getByRole('textbox', { name: /^説明/ }), '（改）')
    cleanup()
    await open(checklist())
    expect(await screen.findByText('前回保存されなかった入力内容を復元しました。')).toBeVisible()
    await next()
    expect(screen.getByRole('textbox', { name: /^説明/ })).toHaveValue('年次の届出に使うリスト（改）')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining({ version: 5 })))
    expect(sent[0]?.body).toMatchObject({ description: '年次の届出に使うリスト（改）', law_regulation_ids: [200000001] })
    expect(sessionStorage).toHaveLength(0)
  })

  it('saves the changes of two users of different fields together, without a second save', async () => {
    let tries = 0
    const { sent } = serve(() => (++tries === 1 ? HttpResponse.json({ code: 'stale', detail: '' }, { status: 412 }) : HttpResponse.json(checklist({ version: 8 }))))
    server.use(http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json(checklist({ version: 7, description: '同僚の説明' }))))
    await open(checklist())
    await next()
    await userEvent.type(screen.getByRole('textbox', { name: /^タイトル/ }), '2')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining({ version: 8 })))
    expect(sent.map(({ version }) => version)).toEqual(['"4"', '"7"'])
    expect(sent[1]?.body).toMatchObject({ title: '化管法の確認2', description: '同僚の説明' })
  })

  it('says that another user has deleted it', async () => {
    serve(() => HttpResponse.json({ code: 'stale', detail: '' }, { status: 412 }))
    server.use(http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json({ code: 'x', detail: '' }, { status: 404 })))
    await open(checklist())
    await next()
    await userEvent.type(screen.getByRole('textbox', { name: /^タイトル/ }), '2')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    expect(await screen.findByText('ほかのユーザーがこの項目を削除しました。入力内容は保存できません。')).toBeVisible()
    expect(screen.getByRole('button', { name: '保存' })).toBeDisabled()
  })

  it('asks before input is lost', async () => {
    serve()
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
    expect(closed).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('radio', { name: '作成を依頼' }))
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
    expect(closed).toHaveBeenCalledOnce()
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '変更を破棄' }))
    expect(closed).toHaveBeenCalledTimes(2)
  })
})

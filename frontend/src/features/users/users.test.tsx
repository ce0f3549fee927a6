import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { User } from '@/shared/api/users'
import { asPerson, company, department, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { done, keep, problem } from '@/test/requests'
import { server } from '@/test/server'
import { UsersPage } from './UsersPage'

const root = '*/api/v1/companies/:company/users'

const user = (given: Partial<User> = {}): User => {
  const { company_id: _company, role, ...me } = person()
  return { ...me, is_suspended: false, role: { id: role.id, name: role.name }, ...given }
}
const hanako = user({ id: 'u2', version: 3, email: 'hanako@example.co.jp', last_name: '佐藤', first_name: '花子', name: '佐藤 花子', position: '', role_id: 90, role: { id: 90, name: 'editor' }, login_at: '2026-11-20T01:30:00Z', tfa: { enabled: true, methods: ['totp'] } })
const invited = user({ id: 'u3', version: 1, email: 'new@example.co.jp', last_name: '鈴木', first_name: '一郎', name: '鈴木 一郎', is_active: false, role_id: 0, role: { id: 0, name: 'viewer' }, departments: [] })

function serve(users: readonly User[] = [user(), hanako, invited]) {
  let now = users
  const queries: string[] = []
  server.use(
    http.get(root, ({ request }) => {
      queries.push(new URL(request.url).search)
      return HttpResponse.json({ items: now, total: now.length })
    }),
  )
  return { queries, set: (next: readonly User[]) => (now = next) }
}
const open = async () => {
  renderScreen(<UsersPage />)
  return screen.findByText('佐藤 花子')
}

beforeEach(() => {
  const me = person()
  me.role.permissions.push('USER_INVITE', 'USER_EDIT', 'USER_DELETE', 'USER_READ_LOGIN_AT', 'USER_READ_2FA_INFO')
  asPerson(me)
})

describe('the users', () => {
  it('are listed with role, state and last sign-in, and found by words', async () => {
    const { queries } = serve()
    await open()
    expect(queries).toEqual(['?fetchAuthInfo=true'])
    for (const text of ['編集者', '2026/11/20 10:30', '二要素認証', '招待中', 'new@example.co.jp']) expect(screen.getByText(text)).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox'), 'ＮＥＷ＠')
    await waitFor(() => expect(screen.queryByText('佐藤 花子')).toBeNull())
    expect(screen.getByText('1人')).toBeVisible()
  })

  it('are invited; an address in use is told at its field', async () => {
    serve()
    const sent = keep('post', root, (_, count) => (count === 1 ? problem(409, 'このメールアドレスはすでに登録されています。', [{ path: 'email', code: 'user.email_exists', detail: 'このメールアドレスはすでに登録されています。' }])() : HttpResponse.json(invited, { status: 201 })))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'ユーザーを招待' }))
    const dialog = within(screen.getByRole('dialog'))
    const email = dialog.getByLabelText(/メールアドレス/)
    await userEvent.type(email, 'me@gmail.com')
    await userEvent.type(dialog.getByLabelText(/^姓/), '田中')
    await userEvent.type(dialog.getByLabelText(/^名/), '次郎')
    await userEvent.click(dialog.getByRole('radio', { name: /^編集者/ }))
    await userEvent.click(dialog.getByLabelText('部署'))
    await userEvent.click(await screen.findByRole('option', { name: department.name }))
    const submit = dialog.getByRole('button', { name: '招待メールを送る' })
    await userEvent.click(submit)
    expect(await dialog.findByText(/フリーメールアドレスはご利用いただけません/)).toBeVisible()
    await userEvent.clear(email)
    await userEvent.type(email, 'tanaka@example.co.jp')
    await userEvent.click(submit)
    await waitFor(() => expect(email).toHaveAccessibleDescription('このメールアドレスはすでに登録されています。'))
    await userEvent.click(submit)
    await waitFor(() => expect(screen.getByText('招待メールをお送りしました。')).toBeVisible())
    expect(sent[1]?.body).toEqual({ email: 'tanaka@example.co.jp', last_name: '田中', first_name: '次郎', middle_name: '', position: '', phone: '', role_id: 90, department_id_list: ['d1'], locale: 'ja-JP' })
  })

  it("are edited, together with another administrator's change of another field", async () => {
    const { set } = serve()
    const sent = keep('put', `${root}/u2`, (_, count) => (count === 1 ? problem(412, '')() : HttpResponse.json({ ...hanako, version: 5, position: '主任', role_id: 0, role: { id: 0, name: 'viewer' } })))
    await open()
    await userEvent.click(screen.getByRole('button', { name: '佐藤 花子を編集' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/役職/), '主任')
    set([user(), { ...hanako, version: 4, role_id: 0, role: { id: 0, name: 'viewer' } }, invited])
    await userEvent.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.getByText('ユーザーを更新しました。')).toBeVisible())
    expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"'])
    expect(sent[1]?.body).toMatchObject({ position: '主任', role_id: 0 })
  })

  it('get their mail again, and are removed', async () => {
    serve()
    const resent = keep('post', `${root}/:id/reset-password`, done)
    const removed = keep('delete', `${root}/:id`, (_, count) => (count === 1 ? problem(409, '最後の管理者は削除できません。')() : done()))
    await open()
    await userEvent.click(screen.getByRole('button', { name: '鈴木 一郎に招待メールを再送' }))
    await userEvent.click(await screen.findByRole('button', { name: '送信' }))
    await waitFor(() => expect(screen.getByText('招待メールを再送しました。')).toBeVisible())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: '佐藤 花子を削除' }))
    const confirm = await screen.findByRole('button', { name: '削除' })
    await userEvent.click(confirm)
    expect(await screen.findByText('最後の管理者は削除できません。')).toBeVisible()
    await userEvent.click(confirm)
    await waitFor(() => expect(screen.getByText('ユーザーを削除しました。')).toBeVisible())
    expect([resent, removed].map(all => all.map(({ url }) => url.pathname.split('/').slice(-2)))).toEqual([[['u3', 'reset-password']], [['users', 'u2'], ['users', 'u2']]])
  })

  it('whose mails come back are marked first, and get them again after a question', async () => {
    const stopped = user({ ...hanako, version: 5, mail_stop: { reason: 'bounced', at: '2026-11-24T01:00:00Z' } })
    const { set } = serve([user(), stopped, invited])
    const sent = keep('put', `${root}/u2`, () => {
      set([user(), hanako, invited])
      return HttpResponse.json(hanako)
    })
    await open()
    expect(screen.getAllByText('メール停止中')).toHaveLength(1)
    await userEvent.hover(screen.getByText('メール停止中'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent('宛先不明で返送されたため、2026/11/24 10:00から')
    await userEvent.click(screen.getByRole('button', { name: '佐藤 花子へのメール送信を再開' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/hanako@example.co.jp.*届くことを確認してから/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'メール送信を再開' }))
    await waitFor(() => expect(screen.queryByText('メール停止中')).toBeNull())
    expect(screen.getByText('メールの送信を再開しました。')).toBeVisible()
    expect(sent.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([[{ resume_mail: true }, '"5"']])
  })

  it('are suspended, and may log in again when that ends', async () => {
    const suspended = user({ ...hanako, version: 4, is_active: false, is_suspended: true })
    const { set } = serve()
    const sent = keep('put', `${root}/:id`, (_, count) => {
      set([user(), count === 1 ? suspended : hanako])
      return HttpResponse.json(count === 1 ? suspended : hanako)
    })
    await open()
    expect(screen.queryByRole('button', { name: /^山田.*を停止$/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '佐藤 花子を停止' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停止' }))
    expect(await screen.findByText('停止中')).toBeVisible()
    expect(screen.queryByRole('button', { name: '佐藤 花子にパスワード再設定メールを送信' })).toBeNull()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: '佐藤 花子の停止を解除' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '停止を解除' }))
    await waitFor(() => expect(screen.queryByText('停止中')).toBeNull())
    expect(sent.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
      [{ is_suspended: true }, '"3"'],
      [{ is_suspended: false }, '"4"'],
    ])
  })

  it('are imported by CSV; errors are told by row, and nothing else is lost', async () => {
    serve()
    const fields = [{ path: 'rows[2].email', code: 'x', detail: 'メールアドレスの形式が正しくありません。', row: 2, column: 'メールアドレス' }]
    const sent = keep('post', `${root}/csv/upload`, (_, count) =>
      count === 1
        ? HttpResponse.json({ code: 'input.invalid', detail: '', fields, fields_omitted: 7 }, { status: 400 })
        : HttpResponse.json({ invited: 1, updated: 0, unchanged: 2, rows: [{ row: 2, id: 'u9', email: 'x@example.co.jp', result: 'invited', mail_sent: false }] }),
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'CSV一括登録' }))
    const dialog = within(screen.getByRole('dialog'))
    const input = dialog.getByLabelText('CSVファイルを選択')
    await userEvent.upload(input, new File(['a'], 'users.xlsx'), { applyAccept: false })
    expect(await dialog.findByText('CSVファイル（.csv）を選択してください。')).toBeVisible()
    // As when a spreadsheet has saved it meanwhile.
    const changed = new File(['a'], 'users.csv', { type: 'text/csv' })
    changed.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) })
    await userEvent.upload(input, changed)
    await userEvent.click(dialog.getByRole('button', { name: '取り込む' }))
    expect(await dialog.findByText(/もう一度選択してください/)).toBeVisible()
    await userEvent.upload(input, new File(['a'], 'users.csv', { type: 'text/csv' }))
    await userEvent.click(dialog.getByRole('button', { name: '取り込む' }))
    expect(await dialog.findByText('メールアドレスの形式が正しくありません。')).toBeVisible()
    expect(dialog.getByText('ほかに7件の誤りがあります。')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: '取り込む' }))
    expect(await dialog.findByText(/招待 1人、更新 0人、変更なし 2人/)).toBeVisible()
    expect(dialog.getByText('x@example.co.jp')).toBeVisible()
    expect(sent).toHaveLength(2)
  })

  it('are not for a viewer to change', async () => {
    asPerson(person('viewer'))
    serve()
    await open()
    for (const name of [/招待/, /編集/, /削除/, /CSV/]) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('where the company refuses passwords', () => {
  it('mails lead to the login by SAML', async () => {
    const me = person()
    me.role.permissions.push('COMPANY_EDIT', 'USER_INVITE', 'USER_EDIT', 'USER_READ_2FA_INFO')
    asPerson(me, { ...company, active_features: ['saml'] })
    server.use(http.get('*/api/v1/companies/:company/saml_connections', () => HttpResponse.json({ state: 'active', passwords: 'refuse', mail_domains: ['example.co.jp'] })))
    serve([user({ tfa: { enabled: true, methods: ['totp'] }, role_id: 100 }), hanako, invited])
    const sent = keep('post', `${root}/:user/reset-password`, done)
    await open()
    await userEvent.click(await screen.findByRole('button', { name: '佐藤 花子にログイン方法の案内メールを送信' }))
    expect(screen.getByText('hanako@example.co.jp に、SAML認証でログインするためのURLを送信します。')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '送信' }))
    expect(await screen.findByText('ログイン方法の案内メールをお送りしました。')).toBeVisible()
    expect(sent).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: '鈴木 一郎に招待メールを再送' }))
    expect(screen.getByText('new@example.co.jp に、SAML認証でログインするためのURLを送信します。')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }))
    // An administrator with a second factor keeps the password for emergencies.
    expect(screen.getAllByRole('button', { name: /パスワード再設定メールを送信/ })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'ユーザーを招待' }))
    expect(screen.getByText(/ログイン用のURLをお送りします/)).toBeVisible()
  })
})

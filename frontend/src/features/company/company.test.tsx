import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { auth } from '@/test/auth'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { CompanyPage } from './CompanyPage'
import { DepartmentsPage } from './DepartmentsPage'
import { MyPage } from './MyPage'
import { SettingsPage } from './SettingsPage'
import { TagsPage } from './TagsPage'

const root = '*/api/v1/companies/:company'

/** Keeps what is sent to a route, and answers it. */
function keep(method: 'post' | 'put' | 'delete', path: string, answer: () => Response = () => HttpResponse.json({})) {
  const sent: { body: unknown; ifMatch: string | null; url: URL }[] = []
  server.use(
    http[method](path, async ({ request }) => {
      const text = await request.text()
      sent.push({ body: text ? (JSON.parse(text) as unknown) : null, ifMatch: request.headers.get('If-Match'), url: new URL(request.url) })
      return answer() as HttpResponse<null>
    }),
  )
  return sent
}
const problem = (status: number, detail: string) => () => HttpResponse.json({ code: 'x', detail }, { status })
const done = () => new HttpResponse(null, { status: 204 })

describe('company', () => {
  test('shows plan and usage, and saves a new name with the version that was read', async () => {
    asPerson()
    const sent = keep('put', root)
    renderScreen(<CompanyPage />)
    const user = userEvent.setup()
    expect(await screen.findByText('1,000件プラン')).toBeInTheDocument()
    expect(screen.getByText('250 / 1,000 件')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'SDSの登録数' })).toHaveAttribute('aria-valuenow', '25')
    expect(screen.getByText('変更履歴')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '編集' }))
    const name = within(screen.getByRole('dialog')).getByLabelText(/会社名/)
    await user.clear(name)
    await user.type(name, '安全化学工業株式会社')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('会社情報を更新しました。')).toBeInTheDocument()
    expect(sent).toMatchObject([{ body: { name: '安全化学工業株式会社', phone: '03-1234-5678' }, ifMatch: '"4"' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('cannot be edited by a viewer', async () => {
    asPerson(person('viewer'))
    renderScreen(<CompanyPage />)
    expect(await screen.findByText('1,000件プラン')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '編集' })).not.toBeInTheDocument()
  })

  test('that somebody else has changed keeps the dialog open', async () => {
    asPerson()
    keep('put', root, problem(412, '他のユーザーが先に更新しました。'))
    renderScreen(<CompanyPage />)
    await userEvent.click(await screen.findByRole('button', { name: '編集' }))
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('他のユーザーが先に更新しました。')).toBeInTheDocument()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })
})

test('settings are saved', async () => {
  asPerson()
  const sent = keep('put', `${root}/settings`)
  renderScreen(<SettingsPage />)
  const user = userEvent.setup()
  const save = await screen.findByRole('button', { name: '保存' })
  expect(save).toBeDisabled()
  await user.click(screen.getByRole('combobox', { name: 'SDSの有効期間' }))
  expect(screen.getAllByRole('option')).toHaveLength(10)
  await user.click(screen.getByRole('option', { name: '3年' }))
  await user.click(screen.getByRole('checkbox', { name: '担当者' }))
  await user.click(screen.getByRole('checkbox', { name: 'タグ' }))
  await user.click(save)
  expect(await screen.findByText('設定を更新しました。')).toBeInTheDocument()
  expect(sent).toMatchObject([{ body: { sds_expiration_years: 3, sds_revision_copy_fields: ['departments', 'sds_assignees'] }, ifMatch: '"4"' }])
})

describe('departments', () => {
  test('are added; a name that is taken is said at the field', async () => {
    asPerson()
    let answers = [problem(409, 'この部署名はすでに登録されています。'), () => HttpResponse.json({}, { status: 201 })]
    const sent = keep('post', `${root}/departments`, () => {
      const [first, ...rest] = answers
      answers = rest
      return first?.() ?? HttpResponse.error()
    })
    renderScreen(<DepartmentsPage />)
    const user = userEvent.setup()
    expect(await screen.findByText('製造部')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '部署を追加' }))
    const field = within(screen.getByRole('dialog')).getByLabelText(/部署名/)
    await user.type(field, '製造部')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription('この部署名はすでに登録されています。'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.clear(field)
    await user.type(field, '品質保証部')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('部署を追加しました。')).toBeInTheDocument()
    expect(sent.map(({ body }) => body)).toEqual([{ name: '製造部' }, { name: '品質保証部' }])
  })

  test('that are in use are deleted only when asked once more', async () => {
    asPerson()
    const sent = keep('delete', `${root}/departments/:id`, () => (sent.length === 1 ? problem(409, '使用中です。')() : done()))
    renderScreen(<DepartmentsPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '「製造部」を削除' }))
    await user.click(screen.getByRole('button', { name: '削除' }))
    expect(await screen.findByText('使用中の部署です')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '割り当てを外して削除' }))
    expect(await screen.findByText('部署を削除しました。')).toBeInTheDocument()
    expect(sent.map(({ url }) => url.searchParams.get('force'))).toEqual(['false', 'true'])
  })

  test('that cannot be read say so', async () => {
    asPerson()
    server.use(http.get(`${root}/departments`, problem(500, '')))
    renderScreen(<DepartmentsPage />)
    expect(await screen.findByText('サーバーエラーが発生しました（500）。時間をおいて再度お試しください。')).toBeInTheDocument()
  })
})

describe('tags', () => {
  test('are renamed with the version that was read', async () => {
    asPerson(person('editor'))
    const sent = keep('put', `${root}/tags/:id`)
    renderScreen(<TagsPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '「第一倉庫」を編集' }))
    const field = screen.getByLabelText(/タグ名/)
    await user.clear(field)
    await user.type(field, 'a,b')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('カンマ（,）は使用できません。')).toBeInTheDocument()
    await user.clear(field)
    await user.type(field, '第二倉庫')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('タグを更新しました。')).toBeInTheDocument()
    expect(sent).toMatchObject([{ body: { name: '第二倉庫' }, ifMatch: '"2"' }])
  })

  test('that are none are invited', async () => {
    asPerson()
    server.use(http.get(`${root}/tags`, () => HttpResponse.json({ items: [], total: 0 })))
    renderScreen(<TagsPage />)
    expect(await screen.findByText('タグがまだありません')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'タグを追加' })).toBeInTheDocument()
  })
})

describe('my page', () => {
  test('saves the profile', async () => {
    asPerson()
    const sent = keep('put', '*/api/v1/users/me')
    renderScreen(<MyPage />)
    const user = userEvent.setup()
    const position = await screen.findByLabelText(/役職/)
    await user.clear(position)
    await user.type(position, '部長')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('プロフィールを更新しました。')).toBeInTheDocument()
    expect(sent).toMatchObject([{ body: { last_name: '山田', first_name: '太郎', position: '部長' }, ifMatch: '"7"' }])
  })

  test('changes the password with the user pool', async () => {
    asPerson()
    auth.updatePassword.mockRejectedValueOnce(Object.assign(new Error('Incorrect'), { name: 'NotAuthorizedException' })).mockResolvedValue(undefined)
    renderScreen(<MyPage />)
    const user = userEvent.setup()
    const current = await screen.findByLabelText(/現在のパスワード/)
    await user.type(current, 'Wrong0ld!')
    await user.type(screen.getByLabelText(/新しいパスワード/), 'Passw0rd!')
    await user.type(screen.getByLabelText(/パスワード（確認）/), 'Passw0rd!')
    await user.click(screen.getByRole('button', { name: 'パスワードを変更する' }))
    await waitFor(() => expect(current).toHaveAccessibleDescription('現在のパスワードが正しくありません。'))
    await user.click(screen.getByRole('button', { name: 'パスワードを変更する' }))
    expect(await screen.findByText('パスワードを変更しました。')).toBeInTheDocument()
    expect(auth.updatePassword).toHaveBeenLastCalledWith({ oldPassword: 'Wrong0ld!', newPassword: 'Passw0rd!' })
  })
})

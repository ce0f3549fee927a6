import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { queryClient } from '@/shared/api/queryClient'
import { asPerson, company, department, person, tag } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { changed, done, held, keep, problem } from '@/test/requests'
import { server } from '@/test/server'
import { CompanyPage } from './CompanyPage'
import { DepartmentsPage } from './DepartmentsPage'
import { SettingsPage } from './SettingsPage'
import { TagsPage } from './TagsPage'

const root = '*/api/v1/companies/:company'

describe('company', () => {
  test('shows plan and usage, and saves a new name with the version that was read', async () => {
    asPerson()
    const sent = keep('put', root, changed(company))
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

  test('states the attachments that the company may have, with its options', async () => {
    asPerson(person('viewer'), { ...company, attachment_limit_id: 50 })
    renderScreen(<CompanyPage />)
    expect(await screen.findByText('50件まで')).toBeInTheDocument()
  })

  test('cannot be edited by a viewer', async () => {
    asPerson(person('viewer'))
    renderScreen(<CompanyPage />)
    expect(await screen.findByText('1,000件プラン')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '編集' })).not.toBeInTheDocument()
  })

  test('changed by another user is shown beside the input, and overwritten only by choice', async () => {
    asPerson()
    const sent = keep('put', root, (one, count) => (count === 1 ? problem(412, 'ほかのユーザーが先に更新しました。')() : changed(company)(one)))
    renderScreen(<CompanyPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '編集' }))
    const dialog = within(screen.getByRole('dialog'))
    const name = dialog.getByLabelText(/会社名/)
    await user.clear(name)
    await user.type(name, '安全化学工業')
    server.use(http.get(root, () => HttpResponse.json({ ...company, version: 5, name: '同僚の会社名', phone: '06-0000-0000' })))
    const save = dialog.getByRole('button', { name: '保存' })
    await user.click(save)
    expect(await dialog.findByText('会社名：ほかのユーザーが「同僚の会社名」に変更しました。')).toBeInTheDocument()
    expect(name).toHaveValue('安全化学工業')
    // A field changed only by the other user is taken over.
    expect(dialog.getByLabelText(/電話番号/)).toHaveValue('06-0000-0000')

    // A second click does nothing, and Enter does not save either.
    expect(save).toBeDisabled()
    await user.type(name, '{Enter}')
    expect(sent).toHaveLength(1)
    await user.click(dialog.getByRole('button', { name: '会社名：自分の入力を残す' }))
    await user.click(save)
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ body: { name: '安全化学工業', phone: '06-0000-0000' }, ifMatch: '"5"' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('what is typed during a save is not taken for another user\'s change, and is saved next', async () => {
    asPerson()
    let now = company
    const slow = held(() => {
      now = { ...company, version: 5, name: '株式会社安全化学A' }
      return HttpResponse.json(now)
    })
    server.use(http.get(root, () => HttpResponse.json(now)))
    const sent = keep('put', root, (one, count) => (count === 1 ? slow.answer() : changed(now)(one)))
    renderScreen(<CompanyPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '編集' }))
    const dialog = within(screen.getByRole('dialog'))
    const name = dialog.getByLabelText(/会社名/)
    await user.type(name, 'A')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    await user.type(name, 'B')
    slow.release()
    expect(await screen.findByText('会社情報を更新しました。')).toBeInTheDocument()
    // The dialog stays open for what is not saved yet.
    expect(name).toHaveValue('株式会社安全化学AB')
    expect(dialog.queryByText(/ほかのユーザー/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ body: { name: '株式会社安全化学AB' }, ifMatch: '"5"' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('edits survive a reload of the page', async () => {
    asPerson()
    renderScreen(<CompanyPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '編集' }))
    await user.type(within(screen.getByRole('dialog')).getByLabelText(/会社名/), '東京')
    cleanup()
    renderScreen(<CompanyPage />)
    await user.click(await screen.findByRole('button', { name: '編集' }))
    const dialog = within(screen.getByRole('dialog'))
    await waitFor(() => expect(dialog.getByLabelText(/会社名/)).toHaveValue('株式会社安全化学東京'))
    await user.click(dialog.getByRole('button', { name: '破棄する' }))
    expect(dialog.getByLabelText(/会社名/)).toHaveValue('株式会社安全化学')
  })

  test('edits are not lost by closing the dialog', async () => {
    asPerson()
    renderScreen(<CompanyPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '編集' }))
    await user.type(within(screen.getByRole('dialog')).getByLabelText(/会社名/), '東京')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '編集に戻る' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(within(screen.getByRole('dialog')).getByLabelText(/会社名/)).toHaveValue('株式会社安全化学東京')
  })
})

test('settings of two users are saved together, without a second save; their ticks stay when they are read again', async () => {
  asPerson()
  let now = company
  server.use(http.get(root, () => HttpResponse.json(now)))
  const sent = keep('put', `${root}/settings`, (one, count) => (count === 1 ? problem(412, 'ほかのユーザーが先に更新しました。')() : changed(now)(one)))
  renderScreen(<SettingsPage />)
  const user = userEvent.setup()
  const tick = async (name: string) => user.click(await screen.findByRole('checkbox', { name }))
  await tick('担当者')
  now = { ...company, version: 5 }
  await queryClient.invalidateQueries()
  expect(screen.getByRole('checkbox', { name: '担当者' })).toBeChecked()

  now = { ...company, version: 6, sds_expiration_years: 3, sds_revision_copy_fields: ['departments', 'tags', 'note'] }
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('設定を更新しました。')).toBeInTheDocument()
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"5"', '"6"'])
  expect(sent[1]).toMatchObject({ body: { sds_expiration_years: 3 } })
  expect((sent[1]?.body as { sds_revision_copy_fields: string[] }).sds_revision_copy_fields.toSorted()).toEqual(['departments', 'note', 'sds_assignees', 'tags'])
  expect(screen.getByRole('checkbox', { name: '担当者' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: '備考' })).toBeChecked()
  expect(screen.getByRole('combobox', { name: 'SDSの有効期間' })).toHaveTextContent('3年')
})

test('settings are saved', async () => {
  asPerson()
  const sent = keep('put', `${root}/settings`, changed(company))
  renderScreen(<SettingsPage />)
  const user = userEvent.setup()
  const save = await screen.findByRole('button', { name: '保存' })
  expect(save).toBeDisabled()
  await user.click(screen.getByRole('combobox', { name: 'SDSの有効期間' }))
  expect(screen.getAllByRole('option')).toHaveLength(10)
  await user.click(screen.getByRole('option', { name: '3年' }))
  await user.click(screen.getByRole('checkbox', { name: '担当者' }))
  await user.click(screen.getByRole('checkbox', { name: 'タグ' }))
  await user.click(screen.getByRole('combobox', { name: '二要素認証の必須化' }))
  await user.click(screen.getByRole('option', { name: '全ユーザー必須' }))
  await user.click(screen.getByRole('combobox', { name: '設定までの猶予期間' }))
  await user.click(screen.getByRole('option', { name: '7日' }))
  await user.click(save)
  expect(await screen.findByText('設定を更新しました。')).toBeInTheDocument()
  expect(sent).toMatchObject([
    { body: { sds_expiration_years: 3, sds_revision_copy_fields: ['departments', 'sds_assignees'], second_factor_rule: 'everyone', second_factor_grace_days: 7 }, ifMatch: '"4"' },
  ])
})

test('a company that signs in by SAML leaves second factors to its provider', async () => {
  asPerson(person(), { ...company, active_features: ['saml'], second_factor_rule: 'optional' })
  renderScreen(<SettingsPage />)
  expect(await screen.findByText(/SAML認証の提供元で設定してください/)).toBeVisible()
  expect(screen.queryByRole('combobox', { name: '二要素認証の必須化' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: '設定までの猶予期間' })).toBeNull()
})

describe('departments', () => {
  test('are added; a name in use is reported at the field', async () => {
    asPerson()
    const sent = keep('post', `${root}/departments`, (_, count) => (count === 1 ? problem(409, 'この部署名はすでに登録されています。')() : HttpResponse.json(department, { status: 201 })))
    renderScreen(<DepartmentsPage />)
    const user = userEvent.setup()
    expect(await screen.findByText('製造部')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '部署を追加' }))
    const field = within(screen.getByRole('dialog')).getByLabelText(/部署名/)
    await user.type(field, '製造部')
    await user.click(screen.getByRole('button', { name: '追加' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription('この部署名はすでに登録されています。'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.clear(field)
    await user.type(field, '品質保証部')
    await user.click(screen.getByRole('button', { name: '追加' }))
    expect(await screen.findByText('部署を追加しました。')).toBeInTheDocument()
    expect(sent.map(({ body }) => body)).toEqual([{ name: '製造部' }, { name: '品質保証部' }])
  })

  test('in use are deleted only after a second confirmation', async () => {
    asPerson()
    const sent = keep('delete', `${root}/departments/:id`, (_, count) => (count === 1 ? problem(409, '使用中です。')() : done()))
    renderScreen(<DepartmentsPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '「製造部」を削除' }))
    await user.click(screen.getByRole('button', { name: '削除' }))
    expect(await screen.findByText('使用中の部署です')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '割り当てを外して削除' }))
    expect(await screen.findByText('部署を削除しました。')).toBeInTheDocument()
    expect(sent.map(({ url }) => url.searchParams.get('force'))).toEqual(['false', 'true'])
  })

  test('show by how many users and sheets they are used, and lead to the sheets', async () => {
    asPerson()
    renderScreen(<DepartmentsPage />)
    expect(await screen.findByRole('link', { name: '「製造部」のSDS 12件を表示' })).toHaveAttribute('href', '#/sds/index?department_id=d1')
    expect(screen.getByRole('gridcell', { name: '3' })).toBeVisible()
  })

  test('that cannot be read show an error', async () => {
    asPerson()
    server.use(http.get(`${root}/departments`, problem(500, '')))
    renderScreen(<DepartmentsPage />)
    expect(await screen.findByText('サーバーエラーが発生しました（500）。時間をおいて再度お試しください。')).toBeInTheDocument()
  })
})

describe('tags', () => {
  test('are renamed with the version that was read', async () => {
    asPerson(person('editor'))
    const sent = keep('put', `${root}/tags/:id`, changed(tag))
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

  test('renamed or deleted by another user show it, and are overwritten only by choice', async () => {
    asPerson()
    const sent = keep('put', `${root}/tags/:id`, problem(412, 'ほかのユーザーが先に更新しました。'))
    renderScreen(<TagsPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '「第一倉庫」を編集' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText(/タグ名/), 'A')
    server.use(http.get(`${root}/tags`, () => HttpResponse.json({ items: [{ ...tag, version: 3, name: '同僚の倉庫' }], total: 1 })))
    const save = dialog.getByRole('button', { name: '保存' })
    await user.click(save)
    expect(await dialog.findByText('タグ名：ほかのユーザーが「同僚の倉庫」に変更しました。')).toBeInTheDocument()
    expect(save).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: 'タグ名：変更後の内容にする' }))
    expect(dialog.getByLabelText(/タグ名/)).toHaveValue('同僚の倉庫')
    await user.type(dialog.getByLabelText(/タグ名/), 'B')
    server.use(http.get(`${root}/tags`, () => HttpResponse.json({ items: [], total: 0 })))
    await user.click(save)
    expect(await dialog.findByText('ほかのユーザーがこの項目を削除しました。入力内容は保存できません。')).toBeInTheDocument()
    expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"2"', '"3"'])
    expect(dialog.getByLabelText(/タグ名/)).toHaveValue('同僚の倉庫B')
    expect(save).toBeDisabled()
  })

  test('invite to add the first one', async () => {
    asPerson()
    server.use(http.get(`${root}/tags`, () => HttpResponse.json({ items: [], total: 0 })))
    renderScreen(<TagsPage />)
    expect(await screen.findByText('タグがまだありません')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'タグを追加' })).toBeInTheDocument()
  })
})

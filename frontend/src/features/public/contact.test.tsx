import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/render'
import { keep, problem } from '@/test/requests'
import { ContactPage } from './ContactPage'

const fill = async () => {
  await userEvent.type(await screen.findByLabelText(/^会社名/), '安全化学')
  await userEvent.type(screen.getByLabelText(/^お名前/), '山田 花子')
  await userEvent.type(screen.getByLabelText(/^メールアドレス/), 'hanako@example.co.jp')
  await userEvent.type(screen.getByLabelText(/^お問い合わせ内容/), '料金について')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: '送信' }))

test('what is missing is told at the fields', async () => {
  const sent = keep('post', '*/api/v1/info/inquiry')
  renderScreen(<ContactPage />, '/?language=ja')
  await screen.findByLabelText(/^会社名/)
  await submit()
  expect(await screen.findAllByText('必須項目です。')).toHaveLength(4)
  expect(screen.getByLabelText(/^会社名/)).toHaveFocus()
  expect(sent).toHaveLength(0)
})

test('a refusal keeps the input, and the next attempt shows the reference', async () => {
  const sent = keep('post', '*/api/v1/info/inquiry', (_, count) => (count === 1 ? problem(429, '続けて送信できません。しばらくしてからお試しください。')() : HttpResponse.json({ reference: '261123-ABCDEF' }, { status: 202 })))
  renderScreen(<ContactPage />, '/?language=ja')
  await fill()
  await submit()
  expect(await screen.findByText('続けて送信できません。しばらくしてからお試しください。')).toBeVisible()
  expect(screen.getByLabelText(/^お問い合わせ内容/)).toHaveValue('料金について')
  await submit()
  expect(await screen.findByText('261123-ABCDEF')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'お問い合わせを受け付けました' })).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([1, 2].map(() => ({ company_name: '安全化学', name: '山田 花子', email: 'hanako@example.co.jp', phone: '', message: '料金について' })))
  // What was typed is stored in the tab until it is sent.
  expect(sessionStorage).toHaveLength(0)
})

test('what is typed survives a reload', async () => {
  renderScreen(<ContactPage />, '/?language=ja')
  await fill()
  cleanup()
  renderScreen(<ContactPage />, '/?language=ja')
  expect(await screen.findByLabelText(/^お問い合わせ内容/)).toHaveValue('料金について')
})

test('is English without a language, and a field that the server refuses says so', async () => {
  keep('post', '*/api/v1/info/en/inquiry', problem(400, '', [{ path: 'company_name', code: 'x', detail: 'Links are not allowed.' }]))
  renderScreen(<ContactPage />, '/')
  await userEvent.type(await screen.findByLabelText(/^Company name/), 'x https://example.com')
  await userEvent.type(screen.getByLabelText(/^Your name/), 'Ann')
  await userEvent.type(screen.getByLabelText(/^Email/), 'ann@example.com')
  await userEvent.type(screen.getByLabelText(/^Message/), 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByLabelText(/^Company name/)).toHaveAccessibleDescription('Links are not allowed.'))
})

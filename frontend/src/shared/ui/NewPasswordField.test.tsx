import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { NewPasswordField } from './NewPasswordField'

function Form() {
  const { control } = useForm({ defaultValues: { password: '' } })
  return <NewPasswordField control={control} name="password" context={{ known: ['みどり化学', ''] }} />
}

test('a new password is judged by the server while it is typed, once it has all kinds of characters', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/password-strength', async ({ request }) => {
      const body = (await request.json()) as { password: string }
      sent.push(body)
      const accepted = body.password !== 'Password1!'
      return HttpResponse.json(accepted ? { accepted } : { accepted, code: 'password.guessable', detail: '推測されやすいパスワードです。' })
    }),
  )
  renderScreen(<Form />)
  const user = userEvent.setup()
  const field = await screen.findByLabelText(/新しいパスワード/)
  await user.type(field, 'password')
  expect(field).toHaveAccessibleDescription(/8文字以上/)
  await user.clear(field)
  await user.type(field, 'Password1!')
  await waitFor(() => expect(field).toHaveAccessibleDescription('推測されやすいパスワードです。'))
  expect(sent).toEqual([{ password: 'Password1!', known: ['みどり化学'] }])
  await user.type(field, 'Quiet-Harbour')
  await waitFor(() => expect(field).toHaveAccessibleDescription('推測されにくいパスワードです'))
})

test('a judgement that cannot be had leaves the hint', async () => {
  server.use(http.post('*/api/v1/password-strength', () => HttpResponse.error()))
  renderScreen(<Form />)
  const field = await screen.findByLabelText(/新しいパスワード/)
  await userEvent.type(field, 'Quiet-Harbour-71')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(field).toHaveAccessibleDescription(/8文字以上/)
})

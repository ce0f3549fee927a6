import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale } from '@/shared/i18n/useLocale'
import { paths } from '@/shared/lib/paths'
import { notify } from '@/shared/ui/notify'
import { useSignup } from './api/account'
import { SignupPageView, type SubmitSignup } from './SignupPageView'

export function SignupPage() {
  const navigate = useNavigate()
  const locale = useLocale()
  const signup = useSignup()
  const [failed, setFailed] = useState(false)

  const submit: SubmitSignup = async (form, mapErrors) => {
    setFailed(false)
    try {
      await signup.mutateAsync({
        company_name: form.companyName,
        last_name: form.lastName,
        first_name: form.firstName,
        email: form.email,
        ...(form.phone && { phone: form.phone }),
        locale,
      })
    } catch (error) {
      if (!mapErrors(error)) setFailed(true)
      return false
    }
    notify({ key: 'messages.signupSucceeded', color: 'success' })
    await navigate(paths.signupComplete, { state: { email: form.email } })
    return true
  }

  return <SignupPageView failed={failed} onSubmit={submit} />
}

import { useSearchParams } from 'react-router'
import { Login } from './Login'

/** The login as a screen of the router. */
export function LoginPage() {
  const [search] = useSearchParams()
  return <Login search={search} />
}

import { useSearchParams } from 'react-router'
import { Verify } from './Verify'

/** The second step of the login as a screen of the router. */
export function VerifyPage() {
  const [search] = useSearchParams()
  return <Verify search={search} />
}

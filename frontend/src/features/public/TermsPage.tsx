import { LegalText } from './LegalText'

export function TermsPage() {
  return <LegalText name="terms" />
}

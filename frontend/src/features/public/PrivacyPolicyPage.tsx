import { LegalText } from './LegalText'

export function PrivacyPolicyPage() {
  return <LegalText name="privacy" />
}

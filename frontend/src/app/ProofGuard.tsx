import { Suspense, useEffect } from 'react'
import { hostProof, useProofQuestion } from '@/shared/auth/proof'
import { lazyPart } from '@/shared/lib/lazyPart'

const ProofDialog = lazyPart(async () => (await import('./ProofDialog')).ProofDialog)

/** Used once in the app: shows the question for the user's credentials. */
export function ProofGuard({ email }: { email: string }) {
  useEffect(hostProof, [])
  const question = useProofQuestion()
  return (
    question && (
      <Suspense fallback={null}>
        <ProofDialog email={email} onAnswer={question.answer} />
      </Suspense>
    )
  )
}

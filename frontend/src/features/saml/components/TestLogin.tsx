import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { type TrialUser, finishTrial, hasTrialAnswer, leaveForTrial, takeTrial } from '@/shared/auth/trial'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Reason, answerOf } from '../lib/answer'

type Result = { kind: 'passed'; user: TrialUser } | { kind: 'failed'; reason: Reason | 'network' }

/** Uses the answer up; null where there is none, or where the page is being left to repeat the test. */
async function follow(): Promise<Result | null> {
  const trial = takeTrial()
  if (!trial) return null
  const answer = answerOf(trial.answer)
  if (answer.kind === 'failed') return answer
  try {
    if (answer.kind === 'code') return { kind: 'passed', user: await finishTrial(trial, new URLSearchParams(trial.answer).get('code') ?? '') }
    if (trial.again) return { kind: 'failed', reason: 'failed' }
    await leaveForTrial(trial.domain, true)
    return null
  } catch {
    return { kind: 'failed', reason: 'failed' }
  }
}

let following: Promise<Result | null> | undefined

/** Tests the connection by a login at the provider, and shows to whom it leads. */
export function TestLogin({ domain }: { domain: string }) {
  const { t } = useTranslation()
  const [returned] = useState(hasTrialAnswer)
  const [busy, setBusy] = useState(returned)
  const [result, setResult] = useState<Result | null>(null)
  useEffect(() => {
    if (!returned) return
    let shown = true
    following ??= follow().finally(() => {
      following = undefined
    })
    void following.then(found => {
      if (!shown || !found) return
      setResult(found)
      setBusy(false)
    })
    return () => {
      shown = false
    }
  }, [returned])
  useEffect(() => {
    // Back from the provider, to the page as it was left.
    const restored = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    window.addEventListener('pageshow', restored)
    return () => window.removeEventListener('pageshow', restored)
  }, [])
  const start = async () => {
    setBusy(true)
    setResult(null)
    try {
      await leaveForTrial(domain)
    } catch {
      setResult({ kind: 'failed', reason: 'network' })
      setBusy(false)
    }
  }
  return (
    <Stack spacing={1.5}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('saml.setting.trial.text')}
      </Typography>
      {result?.kind === 'passed' && (
        <Alert severity="success">
          {t('saml.setting.trial.passed', { email: result.user.email })}
          {result.user.asserted && result.user.asserted !== result.user.email && ` ${t('saml.setting.trial.asserted', { asserted: result.user.asserted })}`}
        </Alert>
      )}
      {result?.kind === 'failed' && <Alert severity="error">{result.reason === 'network' ? t('saml.setting.trial.network') : t(`saml.error.${result.reason}`)}</Alert>}
      {busy && returned && (
        <Box role="status">
          <Typography variant="body2">{t('saml.setting.trial.checking')}</Typography>
          <LinearProgress aria-label={t('common.loading')} />
        </Box>
      )}
      <Button variant="outlined" loading={busy} onClick={() => void start()} sx={{ alignSelf: 'flex-start' }}>
        {t('saml.setting.trial.start')}
      </Button>
    </Stack>
  )
}

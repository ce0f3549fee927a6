import { queryOptions } from '@tanstack/react-query'
import { publicHttp } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import type { components } from '@/shared/api/schema'
import { useMutation } from '@/shared/api/useMutation'
import { times } from '@/shared/lib/limits'
import { minDelay } from '@/shared/lib/minDelay'

export type SignUpRequest = components['schemas']['SignUpRequest']

// Each screen shows these failures itself, with its own texts.
const meta = { ownErrors: 'all' } as const

export function useSignup() {
  return useMutation({
    meta,
    mutationFn: async (signup: SignUpRequest) => {
      await publicHttp.POST('/signup', { body: signup })
    },
  })
}

/** Why a mailed link cannot be used. */
export type LinkFault = 'expired' | 'used' | 'invalid'

export function linkFault(error: unknown): LinkFault | null {
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return null
  if (error.code.includes('expired')) return 'expired'
  if (error.code.includes('used')) return 'used'
  return 'invalid'
}

async function verifyToken(token: string) {
  const { data } = await publicHttp.POST('/verify-token', { body: { token } })
  if (!data) throw new Error('verify-token: no answer')
  return data
}

/** The purpose of a mailed link. */
export const tokenQuery = (token: string) =>
  queryOptions({ queryKey: ['verify-token', token], meta, staleTime: Infinity, retry: false, queryFn: () => verifyToken(token) })

/**
 * Activates the account of a mailed link, unless it needs a password first. A query, because it starts by
 * itself and must run once, however often the screen is rendered.
 */
export const activationQuery = (token: string) =>
  queryOptions({
    queryKey: ['activation', token],
    meta,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { email, needs_password: needsPassword } = await verifyToken(token)
      if (!needsPassword) await publicHttp.PUT('/signup/activation', { body: { token } })
      return { email, needsPassword }
    },
  })

export function useActivate() {
  return useMutation({
    meta,
    mutationFn: async (activation: { token: string; password: string }) => {
      await publicHttp.PUT('/signup/activation', { body: activation })
    },
  })
}

export function useRegenerateActivation() {
  return useMutation({
    meta,
    mutationFn: async (email: string) => {
      await publicHttp.POST('/activation/regeneration', { body: { email } })
    },
  })
}

export function useRecoverPassword() {
  return useMutation({
    meta,
    mutationFn: async (email: string) => {
      await publicHttp.POST('/password-recovery', { body: { email } })
    },
  })
}

export function useResetPassword() {
  return useMutation({
    meta,
    mutationFn: async (reset: { token: string; newPassword: string }) => {
      const call = publicHttp.POST('/reset-password/', { body: { token: reset.token, new_password: reset.newPassword } })
      await minDelay(call, times.save)
    },
  })
}

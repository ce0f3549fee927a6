import { publicHttp } from '@/shared/api/client'
import type { components } from '@/shared/api/schema'
import { send } from '@/shared/api/send'
import { useMutation } from '@/shared/api/useMutation'

export type Inquiry = components['schemas']['Inquiry']

/** Sends an inquiry to the operator, in English or Japanese. Failures are shown by the form. */
export function useSendInquiry(language: 'en' | 'ja') {
  return useMutation({
    meta: { ownErrors: 'all' },
    mutationFn: (body: Inquiry) => (language === 'en' ? send(publicHttp.POST('/info/en/inquiry', { body })) : send(publicHttp.POST('/info/inquiry', { body }))),
  })
}

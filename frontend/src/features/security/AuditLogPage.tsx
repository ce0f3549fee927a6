import { useMemo } from 'react'
import { type AuditFilter, useAuditFile, useAuditLogs, useAuditVerification } from '@/shared/api/auditLogs'
import { useCompany } from '@/shared/api/company'
import { useUsers } from '@/shared/api/users'
import { saveFile } from '@/shared/lib/saveFile'
import { useSearchText } from '@/shared/lib/searchText'
import { choiceParam, textParam, useUrlState } from '@/shared/lib/urlState'
import { AuditLogPageView } from './AuditLogPageView'
import { categories, isGroup } from './lib/audit'

const day: ReturnType<typeof textParam> = { ...textParam(), parse: text => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '') }
const params = { from: day, to: day, by: textParam(), category: choiceParam(['', ...categories], ''), address: textParam(), steps: choiceParam(['', 'with'], '') }

/** The moment at which a day begins in Japan, or the day after it. */
const moment = (value: string, daysLater = 0) => new Date(Date.parse(`${value}T00:00:00+09:00`) + daysLater * 86_400_000).toISOString()

/** Who did what, when and from where. */
export function AuditLogPage() {
  const company = useCompany()
  const users = useUsers()
  const [state, patch] = useUrlState(params)
  const { from, to, by, category, address, steps } = state
  const [search] = useSearchText(address, (text, options) => patch({ address: text }, options))
  const reversed = from !== '' && to !== '' && to < from
  const filter = useMemo(
    (): AuditFilter => ({
      ...(from && { from: moment(from) }),
      ...(to && !reversed && { to: moment(to, 1) }),
      ...(isGroup(by) ? { by } : by && { user_id: by }),
      ...(category && { category: [category] }),
      ...(address.trim() && { address: address.trim() }),
      ...(!steps && { steps: 'without' }),
    }),
    [from, to, reversed, by, category, address, steps],
  )
  const list = useAuditLogs(filter)
  const file = useAuditFile()
  const verification = useAuditVerification()
  return (
    <AuditLogPageView
      list={list}
      users={users.data ?? []}
      years={company.audit_retention_years}
      state={{ ...state, reversed }}
      onChange={patch}
      search={search}
      writing={file.isPending}
      onDownload={() => file.mutate(filter, { onSuccess: ({ content, name }) => saveFile(content, name) })}
      verification={verification.data}
      verifying={verification.isPending}
      onVerify={() => verification.mutate()}
    />
  )
}

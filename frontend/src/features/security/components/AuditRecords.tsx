import { Box, Typography } from '@mui/material'
import type { AuditRecord } from '@/shared/api/auditLogs'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { SheetLink } from '@/shared/sds/SheetLink'

const columns = '140px minmax(110px, 1fr) minmax(180px, 1.6fr) minmax(160px, 1.8fr) 130px'

/** The records as a table; below each other on a narrow screen. */
export function AuditRecords({ label, records }: { label: string; records: readonly AuditRecord[] }) {
  const { t } = useTranslation()
  const headings = ['at', 'by', 'action', 'target', 'address'] as const
  const row = { display: 'grid', gridTemplateColumns: { xs: '1fr', md: columns }, columnGap: 2, rowGap: 0.25, px: 2, py: 1, alignItems: 'start' } as const
  return (
    <Box role="table" aria-label={label} sx={{ fontSize: 'dense' }}>
      <Box role="rowgroup" sx={{ display: { xs: 'none', md: 'block' }, bgcolor: 'action.hover' }}>
        <Box role="row" sx={{ ...row, fontWeight: 600 }}>
          {headings.map(name => (
            <span key={name} role="columnheader">
              {t(`audit.${name}`)}
            </span>
          ))}
        </Box>
      </Box>
      <Box role="rowgroup">
        {records.map(record => (
          <Box role="row" key={record.id} sx={{ ...row, borderTop: 1, borderTopColor: 'divider', overflowWrap: 'anywhere' }}>
            <Cells record={record} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Cells({ record }: { record: AuditRecord }) {
  const locale = useLocale()
  const by = useActor(record)
  return (
    <>
      <span role="cell">{formatDateTime(record.at, locale)}</span>
      <span role="cell">{by}</span>
      <Box role="cell" component="span" sx={{ fontWeight: 600 }}>
        {record.text}
      </Box>
      <Box role="cell" component="span">
        <Targets record={record} />
      </Box>
      <Typography role="cell" component="span" sx={{ fontSize: 'inherit', color: 'text.secondary' }} title={record.user_agent}>
        {record.ip_address}
      </Typography>
    </>
  )
}

function useActor({ user_id, user_name, token }: AuditRecord): string {
  const { t } = useTranslation()
  if (token) return t('audit.token', { name: token })
  if (!user_id) return t('audit.system')
  return user_name ?? t('audit.gone')
}

const shown = 3

function Targets({ record: { target_kind, targets } }: { record: AuditRecord }) {
  const { t } = useTranslation()
  return (
    <>
      {targets.slice(0, shown).map(({ id, name }) =>
        target_kind === 'sheet' && name ? (
          <SheetLink key={id} id={id} name={name} wraps />
        ) : (
          <Box key={id} component="span" sx={{ display: 'block', ...(!name && { color: 'text.secondary' }) }}>
            {name ?? id}
          </Box>
        ),
      )}
      {targets.length > shown && t('audit.moreTargets', { count: targets.length - shown })}
    </>
  )
}

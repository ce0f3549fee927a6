import { Box, Button, Checkbox, FormControlLabel, Link as TextLink, MenuItem, Paper, Stack, TextField, Typography } from '@mui/material'
import { Link } from 'react-router'
import type { AuditCategory, AuditRecord, AuditVerification } from '@/shared/api/auditLogs'
import type { User } from '@/shared/api/users'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import type { SearchBoxProps } from '@/shared/lib/searchText'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { AuditRecords } from './components/AuditRecords'
import { VerificationResult } from './components/VerificationResult'
import { categories, groups, isGroup } from './lib/audit'

interface State {
  from: string
  to: string
  by: string
  category: AuditCategory | ''
  address: string
  /** Whether the steps of analyses and logins are shown. */
  steps: '' | 'with'
}

interface AuditLogPageViewProps {
  list: {
    data?: { pages: readonly { items: readonly AuditRecord[] }[] }
    isPending: boolean
    isError: boolean
    isFetchingNextPage: boolean
    hasNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  users: readonly Pick<User, 'id' | 'first_name' | 'last_name' | 'email'>[]
  /** For how many years records are kept. */
  years: number
  state: State & { reversed: boolean }
  onChange: (patch: Partial<State>) => void
  /** The box of the address. */
  search: SearchBoxProps
  writing: boolean
  onDownload: () => void
  verification: AuditVerification | undefined
  verifying: boolean
  onVerify: () => void
}

const cleared: State = { from: '', to: '', by: '', category: '', address: '', steps: '' }

export function AuditLogPageView({ list, users, years, state, onChange, search, writing, onDownload, verification, verifying, onVerify }: AuditLogPageViewProps) {
  const { t } = useTranslation()
  const items = list.data?.pages.flatMap(page => page.items) ?? []
  const filtered = Object.keys(cleared).some(name => state[name as keyof State] !== '')
  const shrunk = { inputLabel: { shrink: true } }
  const field = (name: 'from' | 'to') => (
    <TextField
      type="date"
      size="small"
      label={t(`audit.${name}`)}
      value={state[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      error={name === 'to' && state.reversed}
      helperText={name === 'to' && state.reversed ? t('audit.reversed') : undefined}
      slotProps={shrunk}
    />
  )
  return (
    <>
      <PageHeader
        title={t('screens.auditLog')}
        lead={
          <>
            {t('audit.lead')} {t('audit.kept', { count: years })}{' '}
            <TextLink component={Link} to={paths.companySettings}>
              {t('audit.changeKept')}
            </TextLink>
          </>
        }
        actions={
          <>
            <Button variant="outlined" loading={verifying} onClick={onVerify}>
              {t('audit.verify')}
            </Button>
            <Button variant="outlined" loading={writing} disabled={items.length === 0 || state.reversed} onClick={onDownload}>
              {t('audit.download')}
            </Button>
          </>
        }
      />
      <Stack spacing={2}>
        {verification && <VerificationResult result={verification} />}
        <Box role="search" aria-label={t('audit.list')} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr)) auto' }, alignItems: 'start' }}>
          {field('from')}
          {field('to')}
          <TextField select size="small" label={t('audit.user')} value={state.by} onChange={event => onChange({ by: event.target.value })} slotProps={{ ...shrunk, select: { displayEmpty: true } }}>
            <MenuItem value="">{t('audit.everyone')}</MenuItem>
            {groups.map(group => (
              <MenuItem key={group} value={group}>
                {t(`audit.${group}`)}
              </MenuItem>
            ))}
            {state.by !== '' && !isGroup(state.by) && !users.some(({ id }) => id === state.by) && <MenuItem value={state.by}>{t('audit.gone')}</MenuItem>}
            {users.map(({ id, first_name, last_name, email }) => (
              <MenuItem key={id} value={id}>
                {`${last_name} ${first_name}`.trim() || email}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            size="small"
            label={t('audit.category')}
            value={state.category}
            onChange={event => onChange({ category: event.target.value as State['category'] })}
            slotProps={{ ...shrunk, select: { displayEmpty: true } }}
          >
            <MenuItem value="">{t('audit.allCategories')}</MenuItem>
            {categories.map(category => (
              <MenuItem key={category} value={category}>
                {t(`audit.kinds.${category}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField size="small" label={t('audit.address')} {...search} slotProps={shrunk} />
          <Button disabled={!filtered} onClick={() => onChange(cleared)} sx={{ minHeight: 40 }}>
            {t('audit.clear')}
          </Button>
          <FormControlLabel
            control={<Checkbox size="small" checked={state.steps === 'with'} onChange={(_event, checked) => onChange({ steps: checked ? 'with' : '' })} />}
            label={t('audit.steps')}
            sx={{ gridColumn: '1 / -1', justifySelf: 'start', my: -0.5 }}
          />
        </Box>
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <ListState
            list={list}
            empty={
              items.length === 0 &&
              (list.hasNextPage ? (
                <Typography sx={{ p: 2 }}>{t('audit.readSoFar')}</Typography>
              ) : (
                <EmptyState title={t('audit.empty')}>{t('audit.emptyText')}</EmptyState>
              ))
            }
          >
            <AuditRecords label={t('audit.list')} records={items} />
          </ListState>
        </Paper>
        {list.hasNextPage && (
          <Button variant="outlined" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()} sx={{ alignSelf: 'center' }}>
            {t(items.length === 0 ? 'audit.searchMore' : 'audit.more')}
          </Button>
        )}
      </Stack>
    </>
  )
}

import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useCallback, useState } from 'react'
import type { MadeProvisioningToken, NewProvisioningToken, ProvisioningToken } from '@/shared/api/provisioning'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { LocalTable } from '@/shared/ui/table/LocalTable'
import { Copied } from './components/Copied'
import { MakeTokenDialog } from './components/MakeTokenDialog'
import { MadeTokenDialog } from './components/MadeTokenDialog'
import { useTokenColumns } from './components/tokenColumns'

interface ProvisioningPageViewProps {
  list: { data?: { items: readonly ProvisioningToken[]; max: number; base_url: string }; isPending: boolean; isError: boolean; refetch: () => unknown }
  onMake: (token: NewProvisioningToken) => Promise<MadeProvisioningToken>
  onEnd: (token: ProvisioningToken) => Promise<void>
}

type Open = { kind: 'make' } | { kind: 'made'; token: MadeProvisioningToken } | { kind: 'end'; token: ProvisioningToken }

const none: readonly never[] = []
const nameOf = ({ name }: ProvisioningToken) => name
const steps = ['1', '2', '3'] as const
const rules = ['1', '2', '3', '4', '5'] as const

/** The address and the tokens for the identity provider, and what it can do. */
export function ProvisioningPageView({ list, onMake, onEnd }: ProvisioningPageViewProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const items = list.data?.items ?? none
  const full = list.data !== undefined && items.length >= list.data.max
  const columns = useTokenColumns(useCallback(token => setOpen({ kind: 'end', token }), []))
  const end = async (token: ProvisioningToken) => {
    setBusy(true)
    // A notice reports a failure; the question stays for another attempt.
    await onEnd(token).then(close, () => undefined)
    setBusy(false)
  }
  const action = (
    <Button variant="contained" startIcon={<AddIcon />} disabled={full || !list.data} onClick={() => setOpen({ kind: 'make' })}>
      {t('scim.make')}
    </Button>
  )
  return (
    <>
      <PageHeader lead={t('scim.lead')} />
      <Stack spacing={3}>
        <Section title={t('scim.how')}>
          <Stack spacing={3}>
            <Box component="ol" sx={{ m: 0, pl: 3, typography: 'body2', '& li + li': { mt: 0.5 } }}>
              {steps.map(step => (
                <li key={step}>{t(`scim.howSteps.${step}`)}</li>
              ))}
            </Box>
            {(list.data || list.isPending) && <Copied label={t('scim.url')} button={t('scim.copyUrl')} value={list.data?.base_url} />}
          </Stack>
        </Section>
        <Section title={t('scim.tokens')} action={items.length > 0 && action}>
          <Stack spacing={2}>
            {full && list.data && <Alert severity="info">{t('scim.full', { count: list.data.max })}</Alert>}
            <LocalTable
              label={t('scim.tokens')}
              list={list}
              rows={items}
              columns={columns}
              nameOf={nameOf}
              keys={open === null}
              empty={
                <EmptyState title={t('scim.empty')} action={action}>
                  {t('scim.emptyText')}
                </EmptyState>
              }
            />
          </Stack>
        </Section>
        <Section title={t('scim.rulesTitle')}>
          <Box component="ul" sx={{ m: 0, pl: 3, typography: 'body2', '& li + li': { mt: 0.5 } }}>
            {rules.map(rule => (
              <li key={rule}>{t(`scim.rules.${rule}`)}</li>
            ))}
          </Box>
        </Section>
      </Stack>
      {open?.kind === 'make' && <MakeTokenDialog onSubmit={async token => setOpen({ kind: 'made', token: await onMake(token) })} onClose={close} />}
      {open?.kind === 'made' && <MadeTokenDialog token={open.token} onClose={close} />}
      <ConfirmDialog
        open={open?.kind === 'end'}
        title={t('scim.endTitle')}
        confirmLabel={t('scim.end')}
        destructive
        busy={busy}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'end') void end(open.token)
        }}
      >
        {open?.kind === 'end' && <Typography>{t('scim.endText', { name: open.token.name })}</Typography>}
      </ConfirmDialog>
    </>
  )
}

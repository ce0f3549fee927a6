import { Stack } from '@mui/material'
import { useMemo } from 'react'
import type { ProvisioningToken } from '@/shared/api/provisioning'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate, formatDateTime } from '@/shared/lib/format'
import { DeleteIcon } from '@/shared/ui/icons/icons'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import type { LocalColumn } from '@/shared/ui/table/LocalTable'

/** The columns of the tokens. */
export function useTokenColumns(onEnd: (token: ProvisioningToken) => void): readonly LocalColumn<ProvisioningToken>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  return useMemo(() => {
    const columns: LocalColumn<ProvisioningToken>[] = [
      {
        id: 'name',
        label: t('scim.name'),
        heads: true,
        minWidth: 180,
        wraps: true,
        cell: ({ name, expired }) => (
          <Stack component="span" direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <span style={{ fontWeight: 600 }}>{name}</span>
            {expired && <StatusChip label={t('scim.expired')} tone="error" />}
          </Stack>
        ),
      },
      { id: 'last_used_at', label: t('scim.lastUsedAt'), width: 168, card: 'half', cell: ({ last_used_at: at }) => (at ? formatDateTime(at, locale) : t('scim.neverUsed')) },
      { id: 'expires_at', label: t('scim.expiresAt'), width: 130, card: 'half', cell: ({ expires_at: at }) => (at ? formatDate(at, locale) : t('scim.noEnd')) },
      { id: 'created_at', label: t('scim.createdAt'), width: 130, card: 'half', cell: ({ created_at: at }) => formatDate(at, locale) },
      { id: 'created_by', label: t('scim.createdBy'), minWidth: 120, wraps: true, card: 'half', cell: ({ created_by: by }) => by ?? t('common.notSet') },
      {
        id: 'actions',
        label: t('common.actions'),
        labelHidden: true,
        align: 'end',
        width: 56,
        card: 'first',
        cell: (token, { tabIndex }) => <RowAction title={t('scim.end')} label={t('scim.endOf', { name: token.name })} icon={DeleteIcon} tabIndex={tabIndex} onClick={() => onEnd(token)} />,
      },
    ]
    return columns
  }, [t, locale, onEnd])
}

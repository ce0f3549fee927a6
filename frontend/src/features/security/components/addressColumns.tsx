import { Stack } from '@mui/material'
import { useMemo } from 'react'
import type { AllowedAddress } from '@/shared/api/addresses'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { DeleteIcon } from '@/shared/ui/icons/icons'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import type { LocalColumn } from '@/shared/ui/table/LocalTable'
import { covers } from '../lib/covers'

/** The columns of the allowed addresses; `own` is the user's own, '' if it is unknown. */
export function useAddressColumns(items: readonly AllowedAddress[], own: string, mayDelete: boolean, onDelete: (item: AllowedAddress) => void): readonly LocalColumn<AllowedAddress>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  return useMemo(() => {
    const isOwn = (item: AllowedAddress) => own !== '' && covers(item.ip_address, own)
    // The server refuses it as well: nobody locks themselves out.
    const keepsIn = (item: AllowedAddress) => items.length > 1 && isOwn(item) && !items.some(other => other.id !== item.id && isOwn(other))
    const columns: LocalColumn<AllowedAddress>[] = [
      {
        id: 'address',
        label: t('security.address'),
        heads: true,
        minWidth: 200,
        wraps: true,
        compare: (a, b) => a.ip_address.localeCompare(b.ip_address, locale, { numeric: true }),
        cell: item => (
          <Stack component="span" direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <span style={{ fontWeight: 600 }}>{item.ip_address}</span>
            {isOwn(item) && <StatusChip label={t('security.yours')} tone="info" />}
          </Stack>
        ),
      },
      { id: 'name', label: t('security.name'), minWidth: 140, wraps: true, card: 'half', compare: (a, b) => a.name.localeCompare(b.name, locale), cell: ({ name }) => name || t('common.notSet') },
      { id: 'created_at', label: t('security.createdAt'), width: 140, card: 'half', firstDirection: 'desc', compare: (a, b) => a.created_at.localeCompare(b.created_at), cell: item => formatDate(item.created_at, locale) },
    ]
    if (mayDelete) {
      columns.push({
        id: 'actions',
        label: t('common.actions'),
        labelHidden: true,
        align: 'end',
        width: 56,
        card: 'first',
        cell: (item, { tabIndex }) => (
          <RowAction
            title={t(keepsIn(item) ? 'security.keepsYouIn' : 'common.delete')}
            label={t('security.deleteOf', { address: item.ip_address })}
            icon={DeleteIcon}
            disabled={keepsIn(item)}
            tabIndex={tabIndex}
            onClick={() => onDelete(item)}
          />
        ),
      })
    }
    return columns
  }, [t, locale, items, own, mayDelete, onDelete])
}

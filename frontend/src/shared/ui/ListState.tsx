import { Button, LinearProgress } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { EmptyState } from './EmptyState'

/** What a list shows in place of its rows: that it is loading, has failed to load, or is empty. */
export function ListState({ list, empty, children }: { list: { isPending: boolean; isError: boolean; data?: unknown; refetch: () => unknown }; empty: ReactNode | false; children: ReactNode }) {
  const { t } = useTranslation()
  if (list.isPending) return <LinearProgress aria-label={t('common.loading')} />
  if (list.data === undefined && list.isError) {
    return (
      <EmptyState
        title={t('common.notLoaded')}
        action={
          <Button variant="outlined" onClick={() => list.refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    )
  }
  return empty || children
}

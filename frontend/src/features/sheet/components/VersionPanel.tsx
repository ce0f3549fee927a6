import { Alert, Box, Button, LinearProgress, Link as TextLink, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useSheetChanges } from '@/shared/api/versions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { StatusChip } from '@/shared/ui/StatusChip'
import { useSheetContext } from '../context'
import { SeparateVersion } from './SeparateVersion'
import { VersionChanges } from './VersionChanges'

/** The versions of a sheet, and what the open one changes compared with another. */
export function VersionPanel() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { sheet } = useSheetContext()
  const [, open] = useOpenSheet()
  const others = sheet.versions.filter(({ id }) => id !== sheet.id)
  const at = sheet.versions.findIndex(({ id }) => id === sheet.id)
  const [chosen, setChosen] = useState('')
  const since = others.some(({ id }) => id === chosen) ? chosen : (sheet.versions[at + 1]?.id ?? others.at(-1)?.id ?? '')
  const changes = useSheetChanges(sheet.id, since)
  const dayOf = (version: { revised_at: string; created_at: string }) =>
    version.revised_at ? t('sheet.versions.revised', { day: formatDate(version.revised_at, locale) }) : t('sheet.versions.registered', { day: formatDate(version.created_at, locale) })
  return (
    <Box sx={{ px: 2, py: 1.5 }}>
      <Stack component="ol" aria-label={t('sheet.tab.versions')} sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'divider', borderRadius: 1, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
        {sheet.versions.map(version => (
          <Stack key={version.id} component="li" direction="row" useFlexGap sx={{ gap: 1, px: 1.5, py: 1, alignItems: 'center', flexWrap: 'wrap', bgcolor: version.id === sheet.id ? 'action.selected' : undefined }} aria-current={version.id === sheet.id || undefined}>
            {version.id === sheet.id ? (
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {dayOf(version)}
              </Typography>
            ) : (
              <TextLink component="button" variant="body2" onClick={() => open(version.id)}>
                {dayOf(version)}
              </TextLink>
            )}
            <RevisionStatusChip status={version.revision_status} />
            {version.id === sheet.id && <StatusChip label={t('sheet.versions.open')} />}
            <Typography variant="caption" color="textSecondary" noWrap sx={{ minWidth: 0, flexGrow: 1, textAlign: { sm: 'right' } }} title={version.file_name}>
              {version.file_name}
            </Typography>
          </Stack>
        ))}
      </Stack>
      <SeparateVersion />
      {others.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {t('sheet.versions.only')}
        </Typography>
      ) : (
        <>
          <TextField select size="small" fullWidth label={t('sheet.versions.since')} value={since} onChange={event => setChosen(event.target.value)} sx={{ mt: 2 }}>
            {others.map(version => (
              <MenuItem key={version.id} value={version.id}>
                {`${dayOf(version)} ${version.file_name}`}
              </MenuItem>
            ))}
          </TextField>
          <Box sx={{ height: 4, mt: 1 }}>{changes.isFetching && <LinearProgress aria-label={t('common.loading')} />}</Box>
          {changes.isError && !changes.data && (
            <Alert
              severity="error"
              action={
                <Button color="inherit" size="small" onClick={() => void changes.refetch()}>
                  {t('common.retry')}
                </Button>
              }
            >
              {t('sheet.versions.failed')}
            </Alert>
          )}
          {changes.data && <VersionChanges changes={changes.data} />}
        </>
      )}
    </Box>
  )
}

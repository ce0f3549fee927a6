import { Alert, Autocomplete, Box, Button, LinearProgress, Paper, Stack, TextField, Typography } from '@mui/material'
import { Link } from 'react-router'
import type { LikeSheets } from '@/shared/api/revisions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatBytes } from '@/shared/lib/format'
import { limits } from '@/shared/lib/limits'
import { useFocusKept } from '@/shared/ui/useFocusKept'
import { paths } from '@/shared/lib/paths'
import { actionBelow } from '@/shared/ui/actionBelow'
import { PlanNotice } from '@/shared/ui/Gate'
import { PageHeader } from '@/shared/ui/PageHeader'
import { DropZone } from './components/DropZone'
import { FileList } from './components/FileList'
import { type UploadItem, isBusy } from './item'
import { mayPassLater } from '@/shared/lib/pdfFile'
import { percentOf, totalsOf } from './totals'

export interface UploadPageViewProps {
  items: readonly UploadItem[]
  departments: readonly { id: string; name: string }[]
  /**
   * The departments for which the user can register: any or none, some of their own, none because the company
   * has none, or no registration because they belong to none.
   */
  rule: 'any' | 'own' | 'none' | 'missing'
  selected: readonly string[]
  /** How many more sheets the plan allows; undefined if any number. */
  remaining?: number
  /** The sheets of registered files, with how their analysis is getting on and those that they resemble. */
  likes?: readonly LikeSheets[]
  onSelect: (ids: readonly string[]) => void
  onAdd: (files: readonly File[]) => void
  onStart: () => void
  onRetry: (ids: readonly string[]) => void
  onAccept: (id: string) => void
  onRemove: (id: string) => void
  onClear: () => void
}

export function UploadPageView({ items, departments, rule, selected, remaining, likes, onSelect, onAdd, onStart, onRetry, onAccept, onRemove, onClear }: UploadPageViewProps) {
  const { t } = useTranslation()
  const kept = useFocusKept<HTMLDivElement>()
  const locale = useLocale()
  const taken = items.filter(({ phase }) => phase !== 'refused')
  const refused = items.filter(({ phase }) => phase === 'refused')
  const later = refused.filter(({ refusal }) => refusal?.code === 'tooMany')
  const space = limits.uploadFiles - taken.filter(({ phase }) => phase !== 'done' && phase !== 'known').length
  const ready = items.filter(({ phase }) => phase === 'ready')
  const failed = items.filter(({ phase, refusal }) => phase === 'failed' && refusal && mayPassLater(refusal))
  const overPlan = failed.find(({ refusal }) => refusal?.code === 'planLimit')
  const beyond = remaining !== undefined && (remaining <= 0 || ready.length > remaining)
  const totals = totalsOf(items)
  const busy = items.some(isBusy)
  // Registered files that could not be analysed, or not with certainty.
  const unread = likes?.filter(({ reason }) => reason).length ?? 0
  const undecided = rule === 'missing' || (rule === 'own' && selected.length === 0)
  const bytes = (value: number) => formatBytes(value, locale)

  return (
    <>
      <PageHeader title={t('screens.sdsUpload')} lead={t('upload.lead')} />
      <Stack spacing={2} sx={{ maxWidth: 960 }}>
        <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
          <Stack spacing={2.5}>
            {rule === 'missing' && <Alert severity="warning">{t('upload.departmentsMissing')}</Alert>}
            <Autocomplete
              multiple
              size="small"
              disabled={rule === 'none' || rule === 'missing'}
              options={departments}
              value={departments.filter(({ id }) => selected.includes(id))}
              onChange={(_event, value) => onSelect(value.map(({ id }) => id))}
              getOptionLabel={({ name }) => name}
              getOptionKey={({ id }) => id}
              isOptionEqualToValue={(option, value) => option.id === value.id}
              disableCloseOnSelect
              renderInput={params => (
                <TextField
                  {...params}
                  required={rule === 'own'}
                  error={rule === 'own' && selected.length === 0 && ready.length > 0}
                  label={t('upload.departments')}
                  helperText={t(`upload.departmentsRule.${rule}`)}
                />
              )}
            />
            <DropZone onAdd={onAdd} />
          </Stack>
        </Paper>

        {beyond && !overPlan && <PlanNotice text={t(remaining > 0 ? 'upload.beyondPlan' : 'upload.planUsedUp', { count: remaining })} />}

        {overPlan && (
          <PlanNotice text={`${overPlan.refusal?.text || t('upload.reason.planLimit')}\n${t('upload.planLimitKept')}`} />
        )}

        {taken.length > 0 && (
          <Paper variant="outlined" component="section" aria-label={t('upload.files')} tabIndex={-1} {...kept}>
            <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, px: 2, py: 1.5 }}>
              <Box sx={{ flexGrow: 1 }}>
                <Typography variant="h2">{t('upload.files')}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {totals.files > 0
                    ? t('upload.sending', { done: totals.done, total: totals.files, sent: bytes(totals.sent), size: bytes(totals.size) })
                    : t('upload.summary', { count: taken.length, size: bytes(taken.reduce((sum, { file }) => sum + file.size, 0)) })}
                </Typography>
              </Box>
              {totals.done > 0 && !busy && (
                <Button size="small" onClick={onClear}>
                  {t('upload.clearDone')}
                </Button>
              )}
              {failed.length > 0 && (
                <Button variant="outlined" onClick={() => onRetry(failed.map(({ id }) => id))}>
                  {t('upload.retryFailed', { count: failed.length })}
                </Button>
              )}
              {(ready.length > 0 || totals.files === 0) && (
                <Button variant="contained" onClick={onStart} disabled={ready.length === 0 || undecided || beyond}>
                  {ready.length > 0 ? t('upload.submit', { count: ready.length }) : t('upload.submitNone')}
                </Button>
              )}
            </Stack>
            {totals.files > 0 && (
              <LinearProgress
                variant="determinate"
                value={percentOf(totals)}
                color={totals.failed > 0 && !busy ? 'warning' : 'primary'}
                aria-label={t('upload.total')}
                sx={{ height: 6 }}
              />
            )}
            <Box role="status">
              {busy && (
                <Alert severity="info" sx={{ borderRadius: 0 }}>
                  {t('upload.leave')}
                </Alert>
              )}
              {!busy && totals.done > 0 && (
                <Alert
                  severity={unread > 0 ? 'warning' : 'success'}
                  sx={{ borderRadius: 0, alignItems: 'center', ...actionBelow }}
                  action={
                    <Button component={Link} to={unread > 0 ? paths.sdsErrors : paths.sdsList} color="inherit" size="small" variant="outlined">
                      {t(unread > 0 ? 'upload.toErrors' : 'upload.toList')}
                    </Button>
                  }
                >
                  {unread > 0 ? t('upload.finishedBut', { count: totals.done, unread }) : t('upload.finished', { count: totals.done })}
                </Alert>
              )}
            </Box>
            <FileList label={t('upload.files')} items={taken} likes={likes} onRetry={onRetry} onAccept={onAccept} onRemove={onRemove} />
          </Paper>
        )}

        {refused.length > 0 && (
          <Paper variant="outlined" component="section" aria-label={t('upload.refused')}>
            <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, px: 2, py: 1.5 }}>
              <Box sx={{ flexGrow: 1 }}>
                <Typography variant="h2">{t('upload.refusedOf', { count: refused.length })}</Typography>
                {later.length > 0 && (
                  <Typography variant="body2" color="textSecondary">
                    {t('upload.later', { count: later.length, most: limits.uploadFiles })}
                  </Typography>
                )}
              </Box>
              {later.length > 0 && space > 0 && (
                <Button variant="outlined" onClick={() => onRetry(later.slice(0, space).map(({ id }) => id))}>
                  {t('upload.addNext', { count: Math.min(space, later.length) })}
                </Button>
              )}
            </Stack>
            <FileList label={t('upload.refused')} items={refused} onRetry={onRetry} onAccept={onAccept} onRemove={onRemove} />
          </Paper>
        )}
      </Stack>
    </>
  )
}

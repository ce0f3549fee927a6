import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { type CreateSimpleVersion, useStartCreateSimples } from '@/shared/api/createSimple'
import type { Chosen } from '@/shared/api/bulk'
import { followFile } from '@/shared/api/followFile'
import { useMe } from '@/shared/api/me'
import { type Filters, isFiltered, sortedBy, toFilter } from '@/shared/filters'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import type { Sort } from '@/shared/lib/urlState'

/** The largest number of sheets of one job. */
const limit = 3000
const versions: CreateSimpleVersion[] = [3, 2]

/** Creates data for CREATE-SIMPLE from the shown sheets, a workbook per sheet in one ZIP file. */
export function CreateSimpleDialog({ chosen, filters, sort, total, onClose }: { chosen: Chosen | undefined; filters: Filters; sort: Sort | null; total: number; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const company = useMe().company_id
  const titleId = useId()
  const versionId = useId()
  const [version, setVersion] = useState<CreateSimpleVersion>(3)
  const { mutate, isPending } = useStartCreateSimples()
  const tooMany = total > limit
  const submit = () =>
    mutate(
      { version, ...(chosen ?? { filter: toFilter(filters) }), order_by: sortedBy(sort) ?? 'created_at', order: sortedBy(sort) ? (sort?.direction ?? 'desc') : 'desc' },
      {
        onSuccess: id => {
          followFile(company, id, 'sheets.createSimple.started')
          onClose()
        },
      },
    )
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('sheets.createSimple.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 2 }}>
          {t(chosen ? 'sheets.export.selected' : isFiltered(filters) ? 'sheets.export.filtered' : 'sheets.export.all', counted(total, locale))}
        </Typography>
        {tooMany && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {t('sheets.createSimple.tooMany', { limit: formatNumber(limit, locale) })}
          </Alert>
        )}
        <FormControl>
          <FormLabel id={versionId} sx={{ fontSize: 'dense' }}>
            {t('sheets.createSimple.version')}
          </FormLabel>
          <RadioGroup row aria-labelledby={versionId} value={version} onChange={event => setVersion(event.target.value === '2' ? 2 : 3)}>
            {versions.map(one => (
              <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={`ver.${one}`} />
            ))}
          </RadioGroup>
        </FormControl>
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('sheets.createSimple.about')}
        </Typography>
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {t('sheets.export.hint')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={submit} loading={isPending} disabled={tooMany || total === 0}>
          {t('sheets.createSimple.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

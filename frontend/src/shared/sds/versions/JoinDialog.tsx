import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { useCompany } from '@/shared/api/company'
import { useMe } from '@/shared/api/me'
import { reportError } from '@/shared/api/queryClient'
import { errorText } from '@/shared/api/report'
import { type ComparedSheet, type LikeSheet, separateVersions, useJoinVersions } from '@/shared/api/revisions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { FormAlert } from '@/shared/ui/FormAlert'
import { notify } from '@/shared/ui/notify'

const rows = ['name', 'product', 'codes', 'supplier', 'revised', 'registered', 'file'] as const

/** Compares two sheets that are probably versions of one, says what becomes of them, and joins them. The notice offers to take it back. */
export function JoinDialog({ sheet, like, onClose }: { sheet: ComparedSheet; like: LikeSheet; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const company = useCompany()
  const me = useMe()
  const { mutate, isPending, error } = useJoinVersions()
  const [older, newer] = like.joins_as === 'newer' ? [like, sheet] : [sheet, like]
  const copied = company.sds_revision_copy_fields.map(field => t(`revision.field.${field}`))
  const values = { newer: newer.name, older: older.name }
  const join = () => {
    const { newer_id: first, older_id: last } = like
    if (first === undefined || last === undefined) return
    const undo = () =>
      void separateVersions(me.company_id, first).then(
        () => notify({ key: 'revision.separated', color: 'success' }),
        (failure: unknown) => reportError(failure, 'update'),
      )
    mutate(
      { newer: first, older: last },
      {
        onSuccess: () => {
          notify({ key: 'revision.joined', values, color: 'success', action: { key: 'revision.undo', run: undo } })
          onClose()
        },
      },
    )
  }
  const cell = (row: (typeof rows)[number], of: ComparedSheet): string =>
    ({
      name: of.name,
      product: of.product_name,
      codes: of.product_code_list.join(t('common.listSeparator')),
      supplier: of.supplier,
      revised: formatDate(of.revised_at || of.issued_at, locale),
      registered: formatDate(of.created_at, locale),
      file: of.file_name,
    })[row] || t('revision.dialog.none')
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('revision.dialog.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography variant="body2">{t('revision.dialog.text')}</Typography>
        {like.order === 'unknown' && (
          <Typography variant="body2" sx={{ mt: 1 }}>
            {t('revision.dialog.order')}
          </Typography>
        )}
        <Box
          component="table"
          aria-label={t('revision.dialog.compare')}
          sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', my: 2, fontSize: 'dense', '& th, & td': { p: 0.75, textAlign: 'left', verticalAlign: 'top', borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }, '& th': { fontWeight: 600 }, '& tbody th': { color: 'text.secondary', fontWeight: 400 } }}
        >
          <thead>
            <tr>
              <Box component="td" sx={{ width: { xs: '31%', sm: '22%' } }} />
              <th scope="col">{t('revision.dialog.older')}</th>
              <th scope="col">{t('revision.dialog.newer')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row}>
                <th scope="row">{t(`revision.dialog.${row}`)}</th>
                <td>{cell(row, older)}</td>
                <td>{cell(row, newer)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
        <Typography variant="body2" color="textSecondary">
          {copied.length > 0 ? t('revision.dialog.copied', { fields: copied.join(t('common.listSeparator')) }) : t('revision.dialog.notCopied')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {t('revision.dialog.stays')}
        </Typography>
        {error && <FormAlert sx={{ mt: 2 }}>{errorText(error, 'update')}</FormAlert>}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={join} loading={isPending}>
          {t('revision.dialog.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

import { Alert, LinearProgress } from '@mui/material'
import { useMe } from '@/shared/api/me'
import { isInProgress } from '@/shared/api/sheets'
import { canEditSheets, canForDepartments } from '@/shared/auth/permissions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useSheetContext } from '../context'

/** Why there is little to see, or nothing to do: the analysis is running or has failed, or the user may only read. */
export function SheetNotice() {
  const { t } = useTranslation()
  const me = useMe()
  const { sheet, departments } = useSheetContext()
  if (isInProgress(sheet.status_group)) {
    return (
      <Alert severity="info" sx={{ borderRadius: 0 }}>
        {sheet.reason?.detail ?? t('sheet.inProgress')}
        <LinearProgress aria-label={t(`sds.status.${sheet.status_group}`)} sx={{ mt: 1 }} />
      </Alert>
    )
  }
  const permitted = canForDepartments(me, 'EDIT', sheet.department_id_list)
  const editor = canEditSheets(me)
  const owners = departments
    .filter(({ id }) => sheet.department_id_list.includes(id))
    .map(({ name }) => name)
    .join(t('common.listSeparator'))
  return (
    <>
      {sheet.reason && (
        <Alert severity={sheet.status_group === 'impossible' ? 'error' : 'warning'} sx={{ borderRadius: 0 }}>
          {/* The server's text says what to do: a reader learns whom to ask instead. */}
          {permitted ? sheet.reason.detail : t('record.readOnly.reason')}
        </Alert>
      )}
      {!permitted && !sheet.reason && (
        <Alert severity="info" icon={false} sx={{ borderRadius: 0, py: 0, color: 'text.secondary', bgcolor: 'background.default' }}>
          {t(editor ? 'record.readOnly.department' : 'record.readOnly.role', { departments: owners })}
        </Alert>
      )}
    </>
  )
}

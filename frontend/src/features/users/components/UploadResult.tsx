import { Alert, Box, Typography } from '@mui/material'
import type { UserUpload } from '@/shared/api/users'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** What a CSV file has changed; invitations whose mail was not sent are listed. */
export function UploadResult({ result }: { result: UserUpload }) {
  const { t } = useTranslation()
  const unsent = result.rows.filter(({ mail_sent: sent }) => sent === false)
  return (
    <Alert severity={unsent.length > 0 ? 'warning' : 'success'}>
      {t('users.csv.done', { invited: result.invited, updated: result.updated, unchanged: result.unchanged })}
      {unsent.length > 0 && (
        <>
          <Typography variant="body2" sx={{ mt: 1 }}>
            {t('users.csv.unsent')}
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {unsent.map(({ id, email }) => (
              <li key={id}>{email}</li>
            ))}
          </Box>
        </>
      )}
    </Alert>
  )
}

import { Button } from '@mui/material'
import { ApiError } from '@/shared/api/error'
import { errorText } from '@/shared/api/report'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { FormAlert } from '@/shared/ui/FormAlert'

/** How many of the sheets that a change was refused for are named. */
export const namesShown = 5

/** Whether a refused change can be made without the sheets that it was refused for. */
export const maySkip = ({ denied }: ApiError, count: number) => denied.length > 0 && denied.length < count

interface RefusedProps {
  error: unknown
  /** The number of chosen sheets. */
  count: number
  busy: boolean
  skipLabel: string
  /** Does it without the sheets that may not be changed. */
  onSkip: () => void
}

/** Why a change of many sheets was refused, with the sheets that it was refused for, and how to do it without them. */
export function Refused({ error, count, busy, skipLabel, onSkip }: RefusedProps) {
  if (!error) return null
  const refused = error instanceof ApiError ? error : null
  return (
    <FormAlert
      severity="warning"
      action={
        refused && maySkip(refused, count) ? (
          <Button color="inherit" size="small" variant="outlined" onClick={onSkip} disabled={busy}>
            {skipLabel}
          </Button>
        ) : undefined
      }
    >
      {errorText(error, 'update')}
      {refused && <Denied error={refused} />}
    </FormAlert>
  )
}

/** The sheets that kept a change from being made, the first of them by name. */
function Denied({ error: { denied } }: { error: ApiError }) {
  const { t } = useTranslation()
  if (denied.length === 0) return null
  const rest = denied.length - namesShown
  return (
    <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
      {denied.slice(0, namesShown).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
      {rest > 0 && <li>{t('sheets.more', { count: rest })}</li>}
    </ul>
  )
}

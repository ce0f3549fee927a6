import { Button, CircularProgress, Menu, MenuItem, Tooltip } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CreateSimpleVersion, useCreateSimple } from '@/shared/api/createSimple'
import { errorText } from '@/shared/api/report'
import { saveFile } from '@/shared/lib/saveFile'
import { DownloadIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'

const versions: CreateSimpleVersion[] = [3, 2]

/** Downloads a sheet's data for CREATE-SIMPLE, for one of its versions; the download can be cancelled. */
export function CreateSimpleMenu({ sheetId }: { sheetId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { mutateAsync, isPending, cancel } = useCreateSimple(sheetId)
  const download = async (version: CreateSimpleVersion) => {
    setAnchor(null)
    try {
      const file = await mutateAsync(version)
      if (file) saveFile(file.content, file.name)
    } catch (failure) {
      notify({ text: errorText(failure, 'read'), color: 'error' })
    }
  }
  if (isPending) {
    return (
      <Button size="small" color="cancel" startIcon={<CircularProgress size={14} aria-hidden role="presentation" />} onClick={cancel}>
        {t('sheet.createSimple.cancel')}
      </Button>
    )
  }
  return (
    <>
      <Tooltip describeChild title={t('sheet.createSimple.about')}>
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? id : undefined}
          onClick={event => setAnchor(event.currentTarget)}
        >
          CREATE-SIMPLE
        </Button>
      </Tooltip>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {versions.map(version => (
          <MenuItem key={version} onClick={() => void download(version)}>
            {t('sheet.createSimple.version', { version })}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

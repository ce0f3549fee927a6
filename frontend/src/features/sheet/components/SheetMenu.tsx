import { Button, CircularProgress, Divider, IconButton, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useId, useState } from 'react'
import { type CreateSimpleVersion, useCreateSimple } from '@/shared/api/createSimple'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { can } from '@/shared/auth/permissions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { saveFile } from '@/shared/lib/saveFile'
import { DeleteIcon, DownloadIcon, FileIcon, MoreIcon, PrintIcon, RefreshIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import { useSheetContext } from '../context'
import { closedScan } from '@/shared/api/sheets'
import { Hint } from '@/shared/ui/Hint'

const versions: CreateSimpleVersion[] = [3, 2]

/** The actions on a sheet that are not permitted are absent. */
export interface SheetActions {
  onReanalyse?: () => void
  onReconfirm?: () => void
  /** Saves the PDF. */
  onDownload?: () => void
  onPrint: () => void
  onDelete?: () => void
}

/** The actions on the whole sheet. The download for CREATE-SIMPLE can be cancelled. */
export function SheetMenu({ onReanalyse, onReconfirm, onDownload, onPrint, onDelete }: SheetActions) {
  const { t } = useTranslation()
  const id = useId()
  const { sheet } = useSheetContext()
  const createSimple = can(useMe(), 'CREATE_SIMPLE_DOWNLOAD') && sheet.status_group === 'completed'
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { mutateAsync, isPending, cancel } = useCreateSimple(sheet.id)
  const download = async (version: CreateSimpleVersion) => {
    try {
      const file = await mutateAsync(version)
      if (file) saveFile(file.content, file.name)
    } catch (failure) {
      notify({ text: errorText(failure, 'read'), color: 'error' })
    }
  }
  const item = (name: string, Icon: typeof FileIcon, act: () => void, text: string, about?: string) => (
    <MenuItem
      key={name}
      onClick={() => {
        setAnchor(null)
        act()
      }}
    >
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText primary={text} secondary={about} />
    </MenuItem>
  )
  return (
    <>
      {isPending && (
        <Button size="small" color="cancel" startIcon={<CircularProgress size={14} aria-hidden role="presentation" />} onClick={cancel}>
          {t('sheet.createSimple.cancel')}
        </Button>
      )}
      <Hint title={t('record.menu.open')}>
        <IconButton aria-label={t('record.menu.open')} aria-haspopup="menu" aria-expanded={anchor !== null} aria-controls={anchor ? id : undefined} onClick={event => setAnchor(event.currentTarget)}>
          <MoreIcon />
        </IconButton>
      </Hint>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': t('record.menu.open'), dense: true }, paper: { sx: { maxWidth: 360 } } }}>
        {onDownload && !closedScan(sheet.file) && item('pdf', FileIcon, onDownload, t('sheet.pdf.download'))}
        {createSimple && versions.map(version => item(`createSimple${version}`, DownloadIcon, () => void download(version), t('sheet.createSimple.version', { version })))}
        {item('print', PrintIcon, onPrint, t('record.menu.print'))}
        {onReanalyse && item('reanalyse', RefreshIcon, onReanalyse, t('record.menu.reanalyse'))}
        {onReconfirm && item('reconfirm', RefreshIcon, onReconfirm, t('record.reconfirm.title'))}
        {onDelete && [<Divider key="line" component="li" />, item('delete', DeleteIcon, onDelete, t('record.menu.delete'))]}
      </Menu>
    </>
  )
}

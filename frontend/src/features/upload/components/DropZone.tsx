import { Box, Button, Stack, Typography } from '@mui/material'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { FileIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { droppedFiles, withoutLeftovers } from '../dropped'

/** Lets an input choose a folder: every browser knows it, React's types do not. */
const wholeFolder = { webkitdirectory: '' }

/** A drop zone for files and folders, with buttons to choose them. */
export function DropZone({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const hint = useId()
  // dragenter and dragleave also fire for children; at depth 0 the pointer has left.
  const [depth, setDepth] = useState(0)
  const over = depth > 0
  const drag = (event: DragEvent, change: number) => {
    event.preventDefault()
    setDepth(now => Math.max(0, now + change))
  }
  return (
    <Box
      onDragEnter={event => drag(event, 1)}
      onDragOver={event => event.preventDefault()}
      onDragLeave={event => drag(event, -1)}
      onDrop={event => {
        event.preventDefault()
        setDepth(0)
        void droppedFiles(event.dataTransfer).then(onAdd)
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        px: 2,
        py: { xs: 3, sm: 5 },
        textAlign: 'center',
        border: '2px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 2,
        bgcolor: over ? 'secondary.main' : 'background.default',
        transition: 'background-color 120ms, border-color 120ms',
      }}
    >
      <FileIcon sx={{ fontSize: 40, color: 'primary.main' }} />
      <Typography sx={{ fontWeight: 600 }}>{t(over ? 'upload.dropActive' : 'upload.drop')}</Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => input.current?.click()} aria-describedby={hint}>
          {t('upload.choose')}
        </Button>
        <Button variant="outlined" onClick={() => folder.current?.click()} aria-describedby={hint}>
          {t('upload.chooseFolder')}
        </Button>
      </Stack>
      <input
        ref={folder}
        type="file"
        multiple
        {...wholeFolder}
        hidden
        data-testid="folder"
        onChange={event => {
          onAdd(withoutLeftovers([...(event.target.files ?? [])]))
          event.target.value = ''
        }}
      />
      <input
        ref={input}
        type="file"
        accept=".pdf,application/pdf"
        multiple
        hidden
        data-testid="files"
        onChange={event => {
          onAdd([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <Typography id={hint} variant="body2" color="textSecondary">
        {t('upload.rules')}
      </Typography>
    </Box>
  )
}

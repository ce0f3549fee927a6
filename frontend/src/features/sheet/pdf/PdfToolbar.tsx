import { Button, IconButton, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { AddIcon, NextIcon, PreviousIcon, RemoveIcon } from '@/shared/ui/icons/icons'

/** The toolbar of the PDF: page and zoom. */
export function PdfToolbar({
  page,
  pages,
  onPage,
  zoom,
  scale,
  onZoom,
  onFit,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
  zoom: number | 'fit'
  scale: number
  onZoom: (direction: 1 | -1) => void
  onFit: () => void
}) {
  const { t } = useTranslation()
  // A number being typed is kept separately.
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const number = Number(typed)
    if (Number.isInteger(number) && number >= 1) onPage(Math.min(pages, number))
    setTyped(null)
  }
  const button = (name: string, Icon: typeof AddIcon, onClick: () => void, disabled = false) => (
    <Hint title={t(keyIn('sheet.pdf', name))}>
      <span>
        <IconButton size="small" aria-label={t(keyIn('sheet.pdf', name))} onClick={onClick} disabled={disabled}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Hint>
  )
  return (
    <Stack direction="row" role="toolbar" aria-label={t('sheet.pdf.toolbar')} sx={{ alignItems: 'center', gap: 0.5, px: 1, minHeight: 37, borderBottom: 1, borderColor: 'divider', flexShrink: 0, bgcolor: 'background.paper' }}>
      {button('previous', PreviousIcon, () => onPage(page - 1), page <= 1)}
      <TextField
        hiddenLabel
        variant="outlined"
        value={typed ?? page}
        onChange={event => setTyped(event.target.value.normalize('NFKC').replace(/\D/g, ''))}
        onKeyDown={event => event.key === 'Enter' && go()}
        onBlur={() => typed !== null && go()}
        slotProps={{ htmlInput: { 'aria-label': t('sheet.pdf.page'), inputMode: 'numeric', sx: { py: 0.25, px: 0.5, width: 28, textAlign: 'center', fontSize: 'dense' } } }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ fontSize: 'dense' }}>
        / {pages}
      </Typography>
      {button('next', NextIcon, () => onPage(page + 1), page >= pages)}
      <Stack direction="row" sx={{ ml: 'auto', alignItems: 'center', gap: 0.25 }}>
        {button('smaller', RemoveIcon, () => onZoom(-1))}
        <Typography variant="body2" color="textSecondary" sx={{ fontSize: 'dense', minWidth: 40, textAlign: 'center' }}>
          {Math.round(scale * 100)}%
        </Typography>
        {button('larger', AddIcon, () => onZoom(1))}
        <Button size="small" onClick={onFit} disabled={zoom === 'fit'} sx={{ minWidth: 0, whiteSpace: 'nowrap' }}>
          {t('sheet.pdf.fit')}
        </Button>
      </Stack>
    </Stack>
  )
}

import { Button, IconButton } from '@mui/material'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { loadAhead } from '@/shared/lib/ahead'
import { lazyPart, lazyParts } from '@/shared/lib/lazyPart'
import { isTyping } from '@/shared/lib/typing'
import { DialogPane } from '@/shared/ui/DialogPane'
import { Hint } from '@/shared/ui/Hint'
import { KeyboardIcon, SearchIcon } from '@/shared/ui/icons/icons'
import type { Action } from './entries'
import { Keys } from './Keys'
import { keepTyped, takeTyped } from './typedAhead'

const palette = lazyParts(async () => (await import('./Palette')).Palette)
const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog')).ShortcutsDialog)

/** The button of the command palette, and the keys that work on every screen: Ctrl+K and `?`. */
export function ShellKeys({ actions, narrow }: { actions: readonly Action[]; narrow: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  useEffect(() => loadAhead(palette.load), [])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      if (open !== 'palette') keepTyped()
      setOpen('palette')
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) setOpen('shortcuts')
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const close = () => {
    takeTyped()
    setOpen(null)
  }
  const all = useMemo(() => [...actions, { id: 'shortcuts', name: 'palette.shortcuts' as const, text: t('palette.shortcuts'), icon: KeyboardIcon, run: () => setOpen('shortcuts') }], [actions, t])
  return (
    <>
      {narrow ? (
        <IconButton color="inherit" aria-label={t('palette.title')} aria-haspopup="dialog" onClick={() => setOpen('palette')}>
          <SearchIcon />
        </IconButton>
      ) : (
        <Hint title={t('palette.title')}>
          <Button color="inherit" size="small" aria-label={t('palette.title')} aria-haspopup="dialog" aria-keyshortcuts="Control+K" startIcon={<SearchIcon />} onClick={() => setOpen('palette')} sx={{ flexShrink: 0 }}>
            <Keys keys={['Ctrl', 'K']} decorative />
          </Button>
        </Hint>
      )}
      <DialogPane open={open} onClose={close}>
        {open === 'palette' && <palette.Part actions={all} onClose={close} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </DialogPane>
    </>
  )
}

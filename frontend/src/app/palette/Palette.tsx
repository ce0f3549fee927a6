import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { SearchIcon } from '@/shared/ui/icons/icons'
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden'
import { type Action, type Entry, useEntries } from './entries'
import { Keys } from './Keys'
import { takeTyped } from './typedAhead'

const groups = ['screens', 'actions', 'sheets'] as const

/** The command palette: finds sheets, screens and actions by their names, and goes there by Enter. */
export function Palette({ actions, onClose }: { actions: readonly Action[]; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [entered, setEntered] = useState(false)
  const { entries, searching } = useEntries(typed, actions)
  const chosen = entries[Math.min(at, entries.length - 1)]
  const optionId = (entry: Entry) => `${id}-${entry.id}`

  const focus = () => {
    input.current?.focus()
    const { text, entered } = takeTyped()
    if (text) setTyped(text)
    if (text && entered) setEntered(true)
  }

  const closed = useRef(false)
  const run = (entry: Entry) => {
    if (closed.current) return
    closed.current = true
    onClose()
    entry.run()
  }
  // Sheets of fewer words than are typed are not what Enter means: it is answered once those of all words have arrived.
  const early = searching && (!chosen || chosen.group === 'sheets')
  const late = entered && !searching ? chosen : undefined
  const runLate = useEffectEvent(run)
  useEffect(() => {
    if (late) runLate(late)
  }, [late])
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a conversion of kana chooses nothing.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      setAt(now => (Math.min(now, entries.length - 1) + step + entries.length) % entries.length)
      setEntered(false)
    } else if (event.key === 'Enter' && early) setEntered(true)
    else if (event.key === 'Enter' && chosen) run(chosen)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.id])

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ transition: { onEntering: focus }, paper: { 'aria-label': t('palette.title'), sx: { mt: { xs: 2, sm: '12vh' }, maxHeight: 'min(560px, 80vh)' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        <SearchIcon fontSize="small" />
        <InputBase
          inputRef={input}
          fullWidth
          value={typed}
          placeholder={t('palette.placeholder')}
          onChange={event => {
            setTyped(event.target.value)
            setAt(0)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': t('palette.title'),
              'aria-expanded': entries.length > 0,
              'aria-controls': `${id}-list`,
              'aria-autocomplete': 'list',
              'aria-activedescendant': chosen ? optionId(chosen) : undefined,
            },
          }}
        />
        <Keys keys={['Esc']} />
      </Box>
      <Box sx={{ height: 2 }}>{searching && <LinearProgress aria-label={t('common.loading')} sx={{ height: 2 }} />}</Box>
      <Box ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette.title')} sx={{ overflowY: 'auto', py: 0.5 }}>
        {groups.map(group => {
          const own = entries.filter(entry => entry.group === group)
          if (own.length === 0) return null
          return (
            <Box key={group} role="group" aria-label={t(`palette.entries.${group}`)}>
              <Typography aria-hidden variant="caption" color="textSecondary" sx={{ display: 'block', px: 2, pt: 1, pb: 0.25, fontWeight: 600 }}>
                {t(`palette.entries.${group}`)}
              </Typography>
              {own.map(entry => (
                <Option key={entry.id} id={optionId(entry)} entry={entry} selected={entry === chosen} onChoose={() => run(entry)} onPoint={() => setAt(entries.indexOf(entry))} />
              ))}
            </Box>
          )
        })}
      </Box>
      {entries.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 3, textAlign: 'center' }}>
          {t(searching ? 'common.loading' : 'palette.nothing')}
        </Typography>
      )}
      <VisuallyHidden component="div" role="status">
        {!searching && t('palette.found', { count: entries.length })}
      </VisuallyHidden>
    </Dialog>
  )
}

function Option({ id, entry, selected, onChoose, onPoint }: { id: string; entry: Entry; selected: boolean; onChoose: () => void; onPoint: () => void }) {
  const { text, about, icon: Icon } = entry
  return (
    // The keys are those of the field, which keeps the focus.
    <Box
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      onClick={onChoose}
      onPointerMove={onPoint}
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 0.75, cursor: 'pointer', ...(selected && { bgcolor: 'secondary.main' }) }}
    >
      <Icon fontSize="small" sx={{ color: 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" noWrap>
          {text}
        </Typography>
        {about && (
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {about}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

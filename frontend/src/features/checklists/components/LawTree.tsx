import { Box, Typography } from '@mui/material'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { CheckIcon, NextIcon, RemoveIcon } from '@/shared/ui/icons/icons'
import { type Checked, type LawNode, checkedOf, toggle } from '../lib/selection'

export interface LawTreeProps {
  tree: readonly LawNode[]
  /** The result of a search; undefined to show everything. */
  found: ReadonlySet<number> | undefined
  chosen: ReadonlySet<number>
  within: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  /** The active node. */
  current: LawNode | null
  onCurrent: (node: LawNode) => void
}

/**
 * Laws, their categories and classes with check boxes of three states. Arrows move, open and close; Space
 * chooses; Home and End go to the ends.
 */
export function LawTree({ tree, found, chosen, within, onChange, current, onCurrent }: LawTreeProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const isOpen = (node: LawNode) => (found !== undefined || open.has(node.id)) && node.children.length > 0
  const shown = (nodes: readonly LawNode[]): LawNode[] => nodes.filter(({ id }) => !found || found.has(id)).flatMap(node => [node, ...(isOpen(node) ? shown(node.children) : [])])
  const rows = shown(tree)
  const focused = rows.find(({ id }) => id === current?.id) ?? rows[0]

  const setNodeOpen = (node: LawNode, on: boolean) => setOpen(before => new Set(on ? [...before, node.id] : [...before].filter(id => id !== node.id)))
  const goTo = (node: LawNode | undefined) => {
    if (!node) return
    onCurrent(node)
    box.current?.querySelector<HTMLElement>(`[data-node="${node.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!focused || event.ctrlKey || event.metaKey || event.altKey) return
    const at = rows.indexOf(focused)
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(rows[at + 1]),
      ArrowUp: () => goTo(rows[at - 1]),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows.at(-1)),
      ArrowRight: () => (isOpen(focused) ? goTo(rows[at + 1]) : focused.children.length > 0 && setNodeOpen(focused, true)),
      ArrowLeft: () => (isOpen(focused) && !found ? setNodeOpen(focused, false) : goTo(focused.parent)),
      ' ': () => onChange(toggle(focused, chosen)),
      Enter: () => onChange(toggle(focused, chosen)),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  if (rows.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" role="status" sx={{ p: 1 }}>
        {t('checklists.laws.noMatch')}
      </Typography>
    )
  }
  return (
    <Box
      ref={box}
      component="ul"
      role="tree"
      aria-label={t('checklists.laws.tree')}
      aria-multiselectable
      onKeyDown={onKeyDown}
      sx={{ listStyle: 'none', m: 0, p: 0.5, border: 1, borderColor: 'divider', borderRadius: 1, overflowY: 'auto', flexGrow: 1, minHeight: { md: 0 }, maxHeight: { xs: 360, md: 'none' } }}
    >
      {rows.map(node => (
        <TreeRow
          key={node.id}
          node={node}
          checked={checkedOf(node, chosen, within)}
          open={node.children.length > 0 ? isOpen(node) : undefined}
          focusable={node === focused}
          looked={node.id === current?.id}
          onToggle={() => onChange(toggle(node, chosen))}
          onOpen={() => setNodeOpen(node, !isOpen(node))}
          onLook={() => onCurrent(node)}
        />
      ))}
    </Box>
  )
}

function TreeRow({ node, checked, open, focusable, looked, onToggle, onOpen, onLook }: { node: LawNode; checked: Checked; open: boolean | undefined; focusable: boolean; looked: boolean; onToggle: () => void; onOpen: () => void; onLook: () => void }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const note = !node.loaded ? t('checklists.laws.notLoaded') : node.optional && !node.parent?.optional ? t('checklists.laws.optional') : ''
  return (
    // Keys are handled by the tree around it.
    <Box
      component="li"
      role="treeitem"
      data-node={node.id}
      aria-level={node.level}
      aria-expanded={open}
      aria-checked={checked === 'mixed' ? 'mixed' : checked === 'true'}
      aria-label={[nameOf(node.name), note].filter(Boolean).join(' ')}
      tabIndex={focusable ? 0 : -1}
      onClick={onLook}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 0.5,
        pl: (node.level - 1) * 2.5,
        pr: 0.5,
        py: 0.25,
        borderRadius: 1,
        cursor: 'pointer',
        fontSize: 'normal',
        bgcolor: looked ? 'secondary.light' : undefined,
        '&:hover': { bgcolor: 'secondary.light' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box
        component="span"
        aria-hidden
        data-expander
        onClick={event => {
          if (open === undefined) return
          event.stopPropagation()
          onOpen()
        }}
        sx={{ width: 24, height: 24, display: 'grid', placeItems: 'center', flexShrink: 0, color: 'text.secondary' }}
      >
        {open !== undefined && <NextIcon sx={{ fontSize: 16, transform: open ? 'rotate(90deg)' : 'none' }} />}
      </Box>
      <Box
        component="span"
        aria-hidden
        data-check
        onClick={event => {
          event.stopPropagation()
          onLook()
          onToggle()
        }}
        sx={{ width: 24, height: 24, display: 'grid', placeItems: 'center', flexShrink: 0 }}
      >
        <Box component="span" sx={{ width: 18, height: 18, borderRadius: 0.5, border: 2, borderColor: checked === 'false' ? 'text.secondary' : 'primary.main', bgcolor: checked === 'false' ? 'background.paper' : 'primary.main', color: 'primary.contrastText', display: 'grid', placeItems: 'center' }}>
          {checked === 'true' && <CheckIcon sx={{ fontSize: 14 }} />}
          {checked === 'mixed' && <RemoveIcon sx={{ fontSize: 14 }} />}
        </Box>
      </Box>
      <Box component="span" sx={{ pt: 0.25, minWidth: 0, fontWeight: node.level === 1 ? 600 : 400 }}>
        {nameOf(node.name)}
        {note && (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
            {note}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

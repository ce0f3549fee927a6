import { Alert, Box, Button, Chip, FormHelperText, LinearProgress, Stack, TextField, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import type { Checklist } from '@/shared/api/checklists'
import { useLaws } from '@/shared/api/laws'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { type LawNode, buildTree, flatten, search } from '../lib/selection'
import { EntryList } from './EntryList'
import { LawTree } from './LawTree'

export interface LawStepProps {
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
  /** Names of the chosen statutory substances. */
  names: Checklist['targets'] | undefined
  missing: boolean
}

/** The laws to watch: a tree to choose from, and the substances of the active list. */
export function LawStep({ chosen: ids, onChange: onIds, names, missing }: LawStepProps) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const { data, isPending, isError, refetch } = useLaws()
  const chosen = useMemo(() => new Set(ids), [ids])
  const onChange = (next: ReadonlySet<number>) => onIds([...next].sort((a, b) => a - b))
  const [text, setText] = useState('')
  const [current, setCurrent] = useState<LawNode | null>(null)
  const [entryNames, setEntryNames] = useState<ReadonlyMap<number, { name: string; within: number }>>(new Map())
  const tree = useMemo(() => buildTree(data?.laws ?? []), [data])
  const all = useMemo(() => flatten(tree), [tree])
  const byId = useMemo(() => new Map(all.map(node => [node.id, node])), [all])
  const found = useMemo(() => search(tree, text), [tree, text])
  // A node with single chosen substances is partly chosen, and so are its ancestors.
  const within = useMemo(() => {
    const ids = new Set<number>()
    for (const [id, { within: place }] of entryNames) if (chosen.has(id)) for (let at = byId.get(place); at; at = at.parent) ids.add(at.id)
    return ids
  }, [entryNames, chosen, byId])
  const pathOf = (node: LawNode): string => [node.parent?.parent, node.parent, node].filter(one => one !== undefined).map(one => nameOf(one.name)).join(t('laws.pathSeparator'))
  const label = (id: number): string => {
    const node = byId.get(id)
    if (node) return pathOf(node)
    return entryNames.get(id)?.name ?? nameOf(names?.find(one => one.id === id)?.name) ?? String(id)
  }
  const without = (id: number) => onChange(new Set([...chosen].filter(one => one !== id)))

  if (isPending) return <LinearProgress aria-label={t('common.loading')} />
  if (isError) {
    return (
      <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void refetch()}>{t('common.retry')}</Button>}>
        {t('checklists.laws.failed')}
      </Alert>
    )
  }
  return (
    <Stack sx={{ gap: 1.5, flexGrow: 1, minHeight: { md: 0 } }}>
      <Box>
        <Stack direction="row" component="ul" aria-label={t('checklists.laws.chosen')} useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', listStyle: 'none', m: 0, p: 0, maxHeight: 96, overflowY: 'auto' }}>
          {[...chosen].map(id => (
            <li key={id}>
              <Chip size="small" label={label(id)} title={label(id)} onDelete={() => without(id)} sx={{ maxWidth: { xs: 300, sm: 420 } }} />
            </li>
          ))}
          {chosen.size === 0 && (
            <Typography component="li" variant="body2" color="textSecondary">
              {t('checklists.laws.none')}
            </Typography>
          )}
        </Stack>
        {missing && chosen.size === 0 && (
          <FormHelperText error role="alert">
            {t('checklists.laws.missing')}
          </FormHelperText>
        )}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }, gap: 2, flexGrow: 1, minHeight: { md: 0 } }}>
        <Stack sx={{ gap: 1, minHeight: { md: 0 } }}>
          <TextField value={text} label={t('checklists.laws.search')} onChange={event => setText(event.target.value)} slotProps={{ htmlInput: { type: 'search' } }} fullWidth />
          <LawTree tree={tree} found={found} chosen={chosen} within={within} onChange={onChange} current={current} onCurrent={setCurrent} />
        </Stack>
        <EntryList
          key={current?.id}
          node={current}
          chosen={chosen}
          onToggle={(id, name, on) => {
            if (current) setEntryNames(known => new Map(known).set(id, { name, within: current.id }))
            onChange(new Set(on ? [...chosen, id] : [...chosen].filter(one => one !== id)))
          }}
        />
      </Box>
    </Stack>
  )
}

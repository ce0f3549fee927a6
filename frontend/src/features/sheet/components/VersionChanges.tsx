import { Box, Button, Link as TextLink, Stack, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Verdict } from '@/shared/api/laws'
import type { ChangedValue, SheetChanges } from '@/shared/api/versions'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { checklistPath } from '@/shared/lib/paths'
import { StatusChip } from '@/shared/ui/StatusChip'
import { type ChangeLine, changeLines } from '../lib/changeLines'
import { useValueText } from '../lib/useValueText'

const kinds = ['name', 'supplier', 'classification', 'composition', 'transport', 'laws'] as const

/** What changed between two versions: first what follows from it, then the major changes by kind, then the rest. */
export function VersionChanges({ changes }: { changes: SheetChanges }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const [all, setAll] = useState(false)
  const minor = changeLines(changes.values.filter(({ kind }) => kind === 'other'))
  const nothing = changes.values.length === 0 && changes.laws.length === 0 && changes.checklists.length === 0
  if (nothing) return <Typography variant="body2" sx={{ mt: 1 }}>{t('sheet.versions.same')}</Typography>
  return (
    <Stack sx={{ gap: 2, mt: 1 }}>
      {changes.laws.length + changes.checklists.length > 0 && (
        <Part title={t('sheet.versions.consequences')}>
          {changes.laws.map(law => {
            const names = [nameOf(law.law_name), nameOf(law.category_name), nameOf(law.class_name)]
            return <Turn key={law.class_key} name={names.filter((name, i) => name && name !== names[i - 1]).join(' › ')} was={law.was} is={law.is} />
          })}
          {changes.checklists.map(list => (
            <Turn
              key={list.id}
              name={
                <TextLink component={Link} to={checklistPath(list.id)}>
                  {t('sheet.versions.checklist', { title: list.title })}
                </TextLink>
              }
              was={list.was}
              is={list.is}
            />
          ))}
        </Part>
      )}
      {kinds.map(kind => {
        const lines = changeLines(changes.values.filter(value => value.kind === kind))
        return (
          lines.length > 0 && (
            <Part key={kind} title={t(`sheet.versions.kind.${kind}`)}>
              {lines.map((one, i) => (
                <Change key={i} line={one} />
              ))}
            </Part>
          )
        )
      })}
      {minor.length > 0 && (
        <Part
          title={t('sheet.versions.kind.other')}
          action={
            <Button size="small" onClick={() => setAll(!all)} aria-expanded={all}>
              {t(all ? 'sheet.versions.hideMinor' : 'sheet.versions.showMinor', { count: minor.length })}
            </Button>
          }
        >
          {all && minor.map((one, i) => <Change key={i} line={one} />)}
        </Part>
      )}
    </Stack>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', borderBottom: 1, borderColor: 'divider', minHeight: 32 }}>
        <Typography variant="h3" component="h3" sx={{ fontSize: 'normal' }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  )
}

const line = { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 2fr) minmax(0, 3fr)' }, columnGap: 1.5, py: 0.625, fontSize: 'dense' } as const

/** A verdict that the newer version changes. */
function Turn({ name, was, is }: { name: ReactNode; was: Verdict; is: Verdict }) {
  const { t } = useTranslation()
  return (
    <Box sx={line}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Box>
      <Stack direction="row" useFlexGap sx={{ gap: 0.75, alignItems: 'center', flexWrap: 'wrap' }}>
        <VerdictChip verdict={was} />
        <span aria-label={t('sheet.versions.becomes')} role="img">
          →
        </span>
        <VerdictChip verdict={is} />
      </Stack>
    </Box>
  )
}

function Change({ line: shown }: { line: ChangeLine }) {
  return shown.kind === 'value' ? <ValueChange change={shown.change} /> : <RowChange changes={shown.changes} isNew={shown.kind === 'added'} />
}

/** Paragraphs below headings of the sheet, each of which is a row: the heading says it all. */
const paragraphs = 'text'

/** The names of a row's table and of the row itself; none of a value outside of tables. */
function useRowNames() {
  const { t } = useTranslation()
  return ({ group, row = '' }: ChangedValue): string[] => {
    if (!group) return []
    if (group === paragraphs) return [row]
    return [t(keyIn('sds.group', group)), group === 'classification' ? t(keyIn('sds.choice.class', row), { defaultValue: row }) : row]
  }
}

/** A row that is new or gone, with its values; what it is known by is its name already. */
function RowChange({ changes, isNew }: { changes: readonly ChangedValue[]; isNew: boolean }) {
  const { t } = useTranslation()
  const text = useValueText()
  const [first] = changes
  const namesOf = useRowNames()
  if (!first) return null
  const names = namesOf(first)
  const values = changes.flatMap(({ key, was, is }) => {
    const value = text(key, (is ?? was)!)
    if (names.includes(value)) return []
    return first.group === paragraphs ? [value] : [`${t(keyIn('sds.field', key))} ${value}`]
  })
  return (
    <Box sx={line}>
      <Box sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>{`${first.section}. ${names.filter(Boolean).join(' ')}`}</Box>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', minWidth: 0, overflowWrap: 'anywhere' }}>
        <StatusChip tone={isNew ? 'info' : 'neutral'} label={t(isNew ? 'sheet.versions.added' : 'sheet.versions.removed')} />
        <Box component={isNew ? 'ins' : 'del'} sx={isNew ? { textDecoration: 'none', fontWeight: 600 } : { color: 'text.secondary' }}>
          {values.join(t('common.listSeparator'))}
        </Box>
      </Stack>
    </Box>
  )
}

function ValueChange({ change }: { change: ChangedValue }) {
  const { t } = useTranslation()
  const text = useValueText()
  const field = t(keyIn('sds.field', change.key))
  const names = useRowNames()(change)
  return (
    <Box sx={line}>
      <Box sx={{ color: 'text.secondary', minWidth: 0, overflowWrap: 'anywhere' }}>{`${change.section}. ${[...names, change.group === paragraphs && names[0] ? '' : field].filter(Boolean).join(' ')}`}</Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {change.was && (
          <Box component="del" sx={{ color: 'text.secondary', mr: 1 }}>
            {text(change.key, change.was)}
          </Box>
        )}
        {change.is && (
          <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
            {text(change.key, change.is)}
          </Box>
        )}
      </Box>
    </Box>
  )
}

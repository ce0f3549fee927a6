import { Box, Checkbox, FormControlLabel, LinearProgress, Pagination, Stack, TextField, Typography } from '@mui/material'
import { useDeferredValue, useState } from 'react'
import { useLawEntries } from '@/shared/api/laws'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { searchRule } from '@/shared/lib/searchText'
import { useLawName, useThresholdText } from '@/shared/law/words'
import { useTooLong } from '@/shared/ui/useTooLong'
import { type LawNode, isCovered } from '../lib/selection'

/** The statutory substances of the active list, to search and to choose individually. */
export function EntryList({ node, chosen, onToggle }: { node: LawNode | null; chosen: ReadonlySet<number>; onToggle: (id: number, name: string, on: boolean) => void }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const threshold = useThresholdText()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const q = useDeferredValue(text)
  const fault = useTooLong()(q, searchRule)
  const { data, isPending, isError } = useLawEntries(node?.id, fault ? '' : q, page)
  const whole = node !== null && isCovered(node, chosen)
  const pages = data ? Math.ceil(data.total / data.limit) : 0
  return (
    <Stack component="section" aria-label={t('checklists.entries.title')} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, gap: 1, minHeight: { md: 0 }, overflowY: 'auto', maxHeight: { xs: 420, md: 'none' } }}>
      {!node ? (
        <Typography variant="body2" color="textSecondary">
          {t('checklists.entries.choose')}
        </Typography>
      ) : (
        <>
          <Typography component="h3" sx={{ fontSize: 'normal', fontWeight: 600 }}>
            {t('checklists.entries.of', { name: nameOf(node.name) })}
          </Typography>
          <TextField
            label={t('checklists.entries.search')}
            value={text}
            onChange={event => {
              setText(event.target.value)
              setPage(1)
            }}
            error={fault !== undefined}
            helperText={fault}
            slotProps={{ htmlInput: { type: 'search' } }}
            fullWidth
          />
          <Box sx={{ height: 4, flexShrink: 0 }}>{isPending && <LinearProgress aria-label={t('common.loading')} />}</Box>
          {isError && <Typography variant="body2">{t('checklists.entries.failed')}</Typography>}
          {data?.items.length === 0 && (
            <Typography variant="body2" color="textSecondary">
              {t(q ? 'checklists.entries.noMatch' : 'checklists.entries.none')}
            </Typography>
          )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data?.items.map(entry => {
              const name = nameOf(entry.name)
              const about = [entry.number, entry.threshold && threshold(entry.threshold), entry.cas.slice(0, 3).join(t('common.listSeparator')) + (entry.cas.length > 3 ? ' …' : '')].filter(Boolean)
              return (
                <Box component="li" key={entry.id} sx={{ borderBottom: 1, borderColor: 'line' }}>
                  <FormControlLabel
                    sx={{ alignItems: 'flex-start', mr: 0, py: 0.25, '& .MuiFormControlLabel-label.Mui-disabled': { color: 'text.primary' } }}
                    control={<Checkbox size="small" checked={whole || chosen.has(entry.id)} disabled={whole} onChange={(_event, on) => onToggle(entry.id, name, on)} sx={{ py: 0.25 }} />}
                    label={
                      <Box component="span" sx={{ fontSize: 'dense', display: 'block', pt: 0.25 }}>
                        {name}
                        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                          {about.join(' · ')}
                        </Typography>
                      </Box>
                    }
                  />
                </Box>
              )
            })}
          </Box>
          {pages > 1 && <Pagination size="small" count={pages} page={page} siblingCount={0} onChange={(_event, next) => setPage(next)} aria-label={t('checklists.entries.pages')} />}
        </>
      )}
    </Stack>
  )
}

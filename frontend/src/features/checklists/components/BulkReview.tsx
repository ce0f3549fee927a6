import { Button, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { type Judgement, type Result, type ResultChange, useResultChanges } from '@/shared/api/checklists'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { type NoticeAction, notify } from '@/shared/ui/notify'

const choices: readonly Judgement[] = ['applies', 'does_not_apply', 'on_hold', '']

/** Notifies how many results have the review; those that somebody else has reviewed or deleted meanwhile stay as they are. */
function report(key: 'checklists.bulk.done' | 'checklists.bulk.undone', count: number, left: number, action?: NoticeAction) {
  if (left > 0) notify({ key: 'checklists.bulk.stale', values: { count, left }, color: 'warning', action })
  else notify({ key, values: { count }, color: 'success', action })
}

interface BulkReviewProps {
  listId: string
  /** How many results are selected. */
  selected: number
  /** Those of them that are still on the page. */
  results: readonly Result[]
  excluded: boolean
  onDone: () => void
}

/** Reviews the selected results at once: a judgement, or out of the results and back; the notice takes it back. */
export function BulkReview({ listId, selected, results, excluded, onDone }: BulkReviewProps) {
  const { t } = useTranslation()
  const { judgeAll } = useResultChanges(listId)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const undo = async (before: readonly Result[]) => {
    let count = 0
    let left = 0
    for (const judgement of new Set(before.map(result => result.judgement))) {
      const same = before.filter(result => result.judgement === judgement).map(result => ({ ...result, version: result.version + 1 }))
      const { judged } = await judgeAll.mutateAsync({ results: same, change: { judgement: judgement ?? '', excluded } })
      count += judged.length
      left += same.length - judged.length
    }
    report('checklists.bulk.undone', count, left)
  }
  const review = (change: Partial<ResultChange>) => {
    setAnchor(null)
    judgeAll.mutate(
      { results, change },
      {
        onSuccess: ({ judged }) => {
          const before = results.filter(({ id }) => judged.includes(id))
          report('checklists.bulk.done', judged.length, selected - judged.length, { key: 'checklists.bulk.undo', run: () => void undo(before).catch(() => undefined) })
          onDone()
        },
      },
    )
  }
  return (
    <>
      <Button size="small" endIcon={<ExpandIcon />} aria-haspopup="menu" aria-expanded={anchor !== null} disabled={judgeAll.isPending} onClick={event => setAnchor(event.currentTarget)}>
        {t('checklists.bulk.judge')}
      </Button>
      <Button size="small" disabled={judgeAll.isPending} onClick={() => review({ excluded: !excluded })}>
        {t(excluded ? 'checklists.bulk.include' : 'checklists.bulk.exclude')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.map(judgement => (
          <MenuItem key={judgement} onClick={() => review({ judgement })}>
            {t(`checklists.judgement.${judgement || 'none'}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

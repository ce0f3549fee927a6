import { Button, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { type Judgement, type Result, type ResultChange, useResultChanges } from '@/shared/api/checklists'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'

const choices: readonly Judgement[] = ['applies', 'does_not_apply', 'on_hold', '']

/** Reviews the selected results at once: a judgement, or out of the results and back. */
export function BulkReview({ listId, results, excluded, onDone }: { listId: string; results: readonly Result[]; excluded: boolean; onDone: () => void }) {
  const { t } = useTranslation()
  const { judgeAll } = useResultChanges(listId)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const review = (change: Partial<ResultChange>) => {
    setAnchor(null)
    judgeAll.mutate(
      { results, change },
      {
        onSuccess: ({ judged, stale }) => {
          if (stale.length > 0) notify({ key: 'checklists.bulk.stale', values: { count: judged.length, left: stale.length }, color: 'warning' })
          else notify({ key: 'checklists.bulk.done', values: { count: judged.length }, color: 'success' })
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

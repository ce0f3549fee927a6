import type { Chosen } from '@/shared/api/bulk'
import type { Filters } from '@/shared/filters'
import type { Sort } from '@/shared/lib/urlState'
import type { BulkAction } from './bulk/BulkActions'
import { CsvDialog } from './bulk/CsvDialog'
import { DeleteDialog } from './bulk/DeleteDialog'
import { FilingDialog } from './bulk/FilingDialog'
import { ReanalyseDialog } from './bulk/ReanalyseDialog'
import { RestoreDialog } from './bulk/RestoreDialog'
import { CreateSimpleDialog } from './CreateSimpleDialog'
import { DownloadDialog } from './DownloadDialog'
import { ExportDialog } from './ExportDialog'

interface SheetDialogsProps {
  action: BulkAction | 'csv'
  /** The selected sheets; undefined for all that are shown. */
  chosen?: Chosen
  count: number
  filters: Filters
  sort: Sort | null
  onClose: () => void
  /** The selection has been dealt with. */
  onDone: () => void
}

/** The dialogs of the list's actions; loaded with the first of them. */
export function SheetDialogs({ action, chosen, count, filters, sort, onClose, onDone }: SheetDialogsProps) {
  const taken = { chosen, filters, onClose }
  switch (action) {
    case 'export':
      return <ExportDialog {...taken} sort={sort} total={count} />
    case 'download':
      return <DownloadDialog {...taken} />
    case 'createSimple':
      return <CreateSimpleDialog {...taken} sort={sort} total={count} />
    case 'csv':
      return <CsvDialog onClose={onClose} />
    case 'tags':
    case 'departments':
    case 'assignees':
      return chosen ? <FilingDialog kind={action} chosen={chosen} count={count} onClose={onClose} onDone={onDone} /> : null
    case 'reanalyse':
      return chosen ? <ReanalyseDialog chosen={chosen} count={count} onClose={onClose} onDone={onDone} /> : null
    case 'delete':
      return chosen ? <DeleteDialog chosen={chosen} count={count} onClose={onClose} onDone={onDone} /> : null
    case 'restore':
      return chosen && 'filter' in chosen ? <RestoreDialog matching={chosen} count={count} onClose={onClose} onDone={onDone} /> : null
  }
}

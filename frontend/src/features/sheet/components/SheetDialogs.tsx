import type { WholeSheet } from '@/shared/api/sheets'
import { ReanalyseDialog } from '@/shared/sds/ReanalyseDialog'
import { ReconfirmDialog } from '@/shared/sds/ReconfirmDialog'
import { DeleteDialog } from './DeleteDialog'

export type SheetDialog = 'reanalyse' | 'reconfirm' | 'delete'

/** The dialogs of the actions on a sheet. */
export function SheetDialogs({ dialog, sheet, onDeleted, onClose }: { dialog: SheetDialog; sheet: WholeSheet; onDeleted: () => void; onClose: () => void }) {
  switch (dialog) {
    case 'reanalyse':
      return <ReanalyseDialog sheet={sheet} onClose={onClose} />
    case 'reconfirm':
      return <ReconfirmDialog sheet={sheet} onClose={onClose} />
    case 'delete':
      return <DeleteDialog sheet={sheet} onDeleted={onDeleted} onClose={onClose} />
  }
}

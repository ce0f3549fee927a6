import { Box, Button, type Theme, Typography, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Row } from '@/shared/api/sheets'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Definition, columnsOf, partsOf } from '@/shared/sds/definitions'
import { casFault } from '@/shared/lib/cas'
import { substancePath } from '@/shared/lib/paths'
import { Hint } from '@/shared/ui/Hint'
import { AddIcon, CloseIcon, DeleteIcon, PlainIcon, RestoreIcon, SubstanceIcon } from '@/shared/ui/icons/icons'
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden'
import { useSheetContext, useSheetState } from '../context'
import { type Draft, type NewRow, shown } from '../lib/draft'
import { placeKey, rowFieldId, sectionOf } from '../lib/fields'
import { FieldCell } from './FieldCell'
import { KnownStatement } from './KnownStatement'
import { NewCell } from './NewCell'

const noRows: readonly Row[] = []

/** The widths of a table's columns. */
const widths: Record<string, string> = { class: '46%', category: '26%', name: '42%', cas: '28%', substance: '30%', authority: '22%', kind: '24%', code: '24%', level: '13%', effect: '17%' }

/** Rows that are shown as grids lose the roles of a table: they are told. */
const [asGroup, asRow, asHeader, asCell] = ['rowgroup', 'row', 'columnheader', 'cell'].map(role => ({ role }))

/** A table of the sheet, such as its composition. */
export function GroupTable({ section, group }: { section: number; group: string }) {
  const { t } = useTranslation()
  const { sheet, dispatch, mayEdit } = useSheetContext()
  const newRows = useSheetState(({ draft }) => draft.rows)
  const faults = useSheetState(state => state.faults)
  const columns = columnsOf(section, group)
  const rows = sectionOf(sheet, section)?.groups.find(({ key }) => key === group)?.rows ?? noRows
  const added = newRows.filter(row => row.section === section && row.group === group)
  const title = t(keyIn('sds.group', group))
  const [everything, setEverything] = useState(false)
  const folded = rows.filter(doesNotApply)
  const activeRow = useSheetState(({ active }) => folded.find(row => row.fields.some(field => active === placeKey({ section, id: field.id })))?.id)
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const stacked = columns.length > 4 || (narrow && columns.length > 2)
  return (
    <Box sx={{ py: 0.5 }}>
      {/* A table that is the whole section needs no title of its own. */}
      {partsOf(section).length > 1 && (
        <Typography variant="body2" component="h4" sx={{ fontWeight: 600, fontSize: 'dense', mb: 0.25 }}>
          {title}
        </Typography>
      )}
      {rows.length + added.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ px: 0.75 }}>
          {t('sheet.noRows')}
        </Typography>
      ) : (
        <Box sx={{ overflowX: 'auto', overflowY: 'hidden' }}>
          <table className={stacked ? 'table stacked' : 'table'} aria-label={title} role="table">
            <thead {...asGroup}>
              <tr {...asRow}>
                {columns.map(({ key }) => (
                  <th key={key} {...asHeader} scope="col" style={{ width: widths[key] }}>
                    {t(keyIn('sds.field', key))}
                  </th>
                ))}
                {mayEdit && (
                  <th {...asHeader} scope="col" style={{ width: 36 }}>
                    <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
                  </th>
                )}
              </tr>
            </thead>
            <tbody {...asGroup}>
              {rows.map((row, i) => everything || !folded.includes(row) || row.id === activeRow ? (
                <ExistingRow key={row.id} section={section} group={group} row={row} number={i + 1} columns={columns} />
              ) : null)}
              {added.map(row => (
                <AddedRow key={row.id} row={row} columns={columns} fault={faults[row.id]} onDrop={() => dispatch({ type: 'dropRow', row: row.id })} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
      {folded.length > 0 && (
        <Button size="small" color="inherit" aria-expanded={everything} onClick={() => setEverything(!everything)} sx={{ mt: 0.25, mr: 1, color: 'text.secondary' }}>
          {t(everything ? 'sheet.hideUnclassified' : 'sheet.showUnclassified', { count: folded.length })}
        </Button>
      )}
      {mayEdit && (
        <Button size="small" startIcon={<AddIcon />} onClick={() => dispatch({ type: 'addRow', section, group })} sx={{ mt: 0.25 }}>
          {t('sheet.addRow', { what: t(keyIn('sds.rowOf', group)) })}
        </Button>
      )}
    </Box>
  )
}

/** A hazard class that the sheet states as not classified, or not possible to classify, and that needs no look. */
const doesNotApply = (row: Row) =>
  row.fields.some(({ key, value }) => key === 'category' && (value.text === 'not_classified' || value.text === 'not_possible')) &&
  row.fields.every(({ state, confidence }) => state === 'machine' && confidence >= 0.8)

/** The code and the text of a statement as they are shown now. */
function useStatementOf(section: number, group: string, row: Row) {
  const of = (draft: Draft, key: string) => {
    const field = row.fields.find(one => one.key === key)
    const now = shown(field, draft.fields[placeKey({ section, id: rowFieldId(group, row.id, key) })])
    return now.state === 'deleted' ? '' : (now.value?.text ?? '')
  }
  return useSheetState(({ draft }) => `${of(draft, 'code')}\n${of(draft, 'text')}`).split('\n')
}

function ExistingRow({ section, group, row, number, columns }: { section: number; group: string; row: Row; number: number; columns: readonly Definition[] }) {
  const { t } = useTranslation()
  const { dispatch, mayEdit } = useSheetContext()
  const fields = row.fields.map(field => ({ field, place: { section, id: field.id } }))
  const gone = useSheetState(({ draft }) => fields.every(({ field, place }) => shown(field, draft.fields[placeKey(place)]).state === 'deleted'))
  const all = () => fields.forEach(({ field, place }) => dispatch({ type: 'intent', place, base: field, intent: { action: gone ? 'restore' : 'delete' } }))
  const what = t('sheet.rowNumber', { what: t(keyIn('sds.rowOf', group)), number })
  const Icon = gone ? RestoreIcon : DeleteIcon
  const [code = '', ...text] = useStatementOf(section, group, row)
  const statements = group === 'hazard_statements' || group === 'precautionary_statements'
  return (
    <tr {...asRow}>
      {columns.map(column => {
        const id = rowFieldId(group, row.id, column.key)
        return (
          <td key={column.key} {...asCell} data-column={t(keyIn('sds.field', column.key))}>
            <FieldCell
              place={{ section, id }}
              definition={column}
              field={row.fields.find(field => field.key === column.key)}
              label={`${what} ${t(keyIn('sds.field', column.key))}`}
              dense
            />
            {column.key === 'cas' && group === 'composition' && <SubstanceLinks numbers={row.fields.find(field => field.key === 'cas' && field.state !== 'deleted')?.value.list ?? []} />}
            {statements && column.key === 'text' && <KnownStatement code={code} printed={text.join('\n')} />}
          </td>
        )
      })}
      {mayEdit && (
        <td {...asCell} data-actions>
          <Hint title={t(gone ? 'sheet.restoreRow' : 'sheet.deleteRow')}>
            <button type="button" className="row-action" aria-label={t(gone ? 'sheet.restoreRowOf' : 'sheet.deleteRowOf', { what })} onClick={all}>
              <PlainIcon of={Icon} size={16} />
            </button>
          </Hint>
        </td>
      )}
    </tr>
  )
}

function AddedRow({ row, columns, fault, onDrop }: { row: NewRow; columns: readonly Definition[]; fault: string | undefined; onDrop: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <tr {...asRow} className="added">
        {columns.map((column, i) => (
          <td key={column.key} {...asCell} data-column={t(keyIn('sds.field', column.key))}>
            <NewCell row={row} definition={column} first={i === 0} />
          </td>
        ))}
        <td {...asCell} data-actions>
          <Hint title={t('sheet.dropRow')}>
            <button type="button" className="row-action" aria-label={t('sheet.dropRow')} onClick={onDrop}>
              <PlainIcon of={CloseIcon} size={16} />
            </button>
          </Hint>
        </td>
      </tr>
      {fault && (
        <tr {...asRow}>
          <td colSpan={columns.length + 1} {...asCell} className="fault">
            <span role="alert">{fault}</span>
          </td>
        </tr>
      )}
    </>
  )
}

/** The way from an ingredient to what is known of its substances. */
function SubstanceLinks({ numbers }: { numbers: readonly string[] }) {
  const { t } = useTranslation()
  return numbers
    .filter(cas => casFault(cas) === undefined)
    .map(cas => (
      <Hint key={cas} title={t('sheet.substance', { cas })}>
        <Link className="row-action row-link" to={substancePath(cas)} aria-label={t('sheet.substance', { cas })}>
          <PlainIcon of={SubstanceIcon} size={16} />
        </Link>
      </Hint>
    ))
}

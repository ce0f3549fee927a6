import { Box, GlobalStyles, Typography } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Field, Row, WholeSheet } from '@/shared/api/sheets'
import { usePeople } from '@/shared/api/people'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate, formatDateTime } from '@/shared/lib/format'
import { columnsOf, partsOf } from '@/shared/sds/definitions'
import { Pictograms } from '@/shared/sds/Pictograms'
import { isUnreviewed, sectionNumbers, sectionOf } from '../lib/fields'
import { useValueText } from '../lib/useValueText'

/** On paper only this page is left of the screen. */
const paper = {
  '@page': { size: 'A4', margin: '14mm 12mm' },
  '@media screen': { '[data-print]': { display: 'none' } },
  '@media print': {
    'body > *:not([data-print])': { display: 'none !important' },
    'html, body': { height: 'auto !important', overflow: 'visible !important', background: 'white !important' },
  },
} as const

interface PrintSheetProps {
  sheet: WholeSheet
  departments: readonly { id: string; name: string }[]
  tags: readonly { id: string; name: string }[]
}

/** The whole sheet for A4, without controls; rendered while the browser prints, however that was started. */
export function PrintSheet(props: PrintSheetProps) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is after the event.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  return (
    <>
      <GlobalStyles styles={paper} />
      {printing && createPortal(<Paper {...props} />, document.body)}
    </>
  )
}

function Paper({ sheet, departments, tags }: PrintSheetProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { data: people = [] } = usePeople()
  const named = (ids: readonly string[], options: readonly { id: string; name: string }[]) =>
    options
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(t('common.listSeparator'))
  const state = [t(`sds.status.${sheet.status_group}`), sheet.revision_status && t(`sds.revision.${sheet.revision_status}`)].filter(Boolean).join(' · ')
  return (
    <Box
      data-print
      lang={locale}
      sx={{
        color: 'black',
        fontSize: '9pt',
        lineHeight: 1.45,
        '& h1': { fontSize: '15pt', m: 0 },
        '& h2': { fontSize: '11pt', m: 0, mt: '5mm', mb: '1mm', borderBottom: '0.5pt solid', breakAfter: 'avoid' },
        '& h3': { fontSize: '9pt', m: 0, mt: '2mm', breakAfter: 'avoid' },
        '& table': { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
        '& th, & td': { border: '0.25pt solid', borderColor: 'divider', p: '1mm', textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere', fontWeight: 'normal', whiteSpace: 'pre-line' },
        '& thead': { display: 'table-header-group' },
        '& tr': { breakInside: 'avoid' },
        '& dl': { display: 'grid', gridTemplateColumns: '42mm 1fr', columnGap: '3mm', m: 0 },
        '& dd': { m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
      }}
    >
      <h1>{sheet.name}</h1>
      <Typography sx={{ fontSize: 'inherit' }}>{state}</Typography>
      <dl>
        <Term name={t('sds.record.departments')}>{named(sheet.department_id_list, departments)}</Term>
        <Term name={t('sds.record.assignees')}>{named(sheet.assignee_id_list, people)}</Term>
        <Term name={t('sds.record.tags')}>{named(sheet.tag_id_list, tags)}</Term>
        <Term name={t('sds.record.supplier_confirmed_at')}>{formatDate(sheet.supplier_confirmed_at, locale)}</Term>
        <Term name={t('sds.record.assessed_at')}>{formatDate(sheet.assessed_at, locale)}</Term>
        <Term name={t('sds.record.note')}>{sheet.note}</Term>
        <Term name={t('sheet.file')}>{sheet.file.name}</Term>
        <Term name={t('record.print.at')}>{formatDateTime(new Date().toISOString(), locale)}</Term>
      </dl>
      {sectionNumbers.slice(1).map(number => (
        <PaperSection key={number} sheet={sheet} number={number} />
      ))}
    </Box>
  )
}

function PaperSection({ sheet, number }: { sheet: WholeSheet; number: number }) {
  const { t } = useTranslation()
  const section = sectionOf(sheet, number)
  const parts = partsOf(number).flatMap(part => {
    if ('group' in part) {
      const rows = (section?.groups.find(({ key }) => key === part.group)?.rows ?? []).filter(row => row.fields.some(stated))
      if (rows.length === 0) return []
      return part.group === 'text' ? [<PaperTexts key={part.group} rows={rows} />] : [<PaperTable key={part.group} number={number} group={part.group} rows={rows} titled={partsOf(number).length > 1} />]
    }
    const field = section?.fields.find(({ key }) => key === part.field.key)
    return field && stated(field)
      ? [
          <dl key={part.field.key}>
            <Term name={t(keyIn('sds.field', part.field.key))}>
              <PaperValue field={field} />
            </Term>
          </dl>,
        ]
      : []
  })
  return (
    <section>
      <h2>{`${number}. ${t(keyIn('sds.section', number))}`}</h2>
      {parts.length > 0 ? parts : t('sheet.noRows')}
    </section>
  )
}

const stated = ({ state }: Field) => state !== 'deleted'

function PaperTable({ number, group, rows, titled }: { number: number; group: string; rows: readonly Row[]; titled: boolean }) {
  const { t } = useTranslation()
  const columns = columnsOf(number, group)
  return (
    <>
      {titled && <h3>{t(keyIn('sds.group', group))}</h3>}
      <table>
        <thead>
          <tr>
            {columns.map(({ key }) => (
              <th key={key} scope="col">
                {t(keyIn('sds.field', key))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              {columns.map(({ key }) => {
                const field = row.fields.find(one => one.key === key)
                return <td key={key}>{field && stated(field) && <PaperValue field={field} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function PaperTexts({ rows }: { rows: readonly Row[] }) {
  return rows.map(row => (
    <div key={row.id}>
      {row.fields.filter(stated).map(field =>
        field.key === 'title' ? (
          <h3 key={field.id}>
            <PaperValue field={field} />
          </h3>
        ) : (
          <Box key={field.id} sx={{ whiteSpace: 'pre-line' }}>
            <PaperValue field={field} />
          </Box>
        ),
      )}
    </div>
  ))
}

function PaperValue({ field }: { field: Field }) {
  const { t } = useTranslation()
  const text = useValueText()
  return (
    <>
      {field.key === 'pictograms' && <Pictograms codes={field.value.list ?? []} size={40} />}
      {field.key !== 'pictograms' && text(field.key, field.value)}
      {isUnreviewed(field) && t('record.print.unsure')}
    </>
  )
}

/** A name and its content; left out where there is none. */
function Term({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { Row } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { columnsOf, partsOf } from '@/shared/sds/definitions'
import { Hint } from '@/shared/ui/Hint'
import { AddIcon, CloseIcon } from '@/shared/ui/icons/icons'
import { useSheetContext, useSheetState } from '../context'
import { rowFieldId, sectionOf } from '../lib/fields'
import { FieldCell } from './FieldCell'
import { NewCell } from './NewCell'

const group = 'text'
/** Longer texts are cut until they are expanded. */
const longBody = 400

/** A section that consists of titled blocks of text. */
export function TextBlocks({ section }: { section: number }) {
  const { t } = useTranslation()
  const { sheet, dispatch, mayEdit } = useSheetContext()
  const newRows = useSheetState(({ draft }) => draft.rows)
  const rows = sectionOf(sheet, section)?.groups.find(({ key }) => key === group)?.rows ?? []
  const added = newRows.filter(row => row.section === section && row.group === group)
  const columns = columnsOf(section, group)
  return (
    <Stack sx={{ gap: 0.5 }}>
      {rows.map((row, i) => (
        <TextBlock key={row.id} section={section} row={row} number={i + 1} />
      ))}
      {rows.length + added.length === 0 && partsOf(section).length === 1 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 0.75 }}>
          {t('sheet.noRows')}
        </Typography>
      )}
      {added.map(row => (
        <Stack key={row.id} direction="row" sx={{ bgcolor: 'secondary.light', borderRadius: 1 }}>
          <Box sx={{ flexGrow: 1 }}>
            {columns.map((column, i) => (
              <NewCell key={column.key} row={row} definition={column} first={i === 0} />
            ))}
          </Box>
          <Hint title={t('sheet.dropRow')}>
            <IconButton size="small" aria-label={t('sheet.dropRow')} onClick={() => dispatch({ type: 'dropRow', row: row.id })} sx={{ alignSelf: 'start' }}>
              <CloseIcon sx={{ fontSize: 16 }} />
            </IconButton>
          </Hint>
        </Stack>
      ))}
      {mayEdit && (
        <Button size="small" startIcon={<AddIcon />} onClick={() => dispatch({ type: 'addRow', section, group })} sx={{ alignSelf: 'flex-start' }}>
          {t('sheet.addRow', { what: t('sds.rowOf.text') })}
        </Button>
      )}
    </Stack>
  )
}

function TextBlock({ section, row, number }: { section: number; row: Row; number: number }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const title = row.fields.find(({ key }) => key === 'title')
  const body = row.fields.find(({ key }) => key === 'body')
  const [titleColumn, bodyColumn] = columnsOf(section, group)
  const what = t('sheet.rowNumber', { what: t('sds.rowOf.text'), number })
  const bodyKey = `${section}:${rowFieldId(group, row.id, 'body')}`
  const long = (body?.value.text?.length ?? 0) > longBody
  const inUse = useSheetState(({ active, editing }) => active === bodyKey || editing === bodyKey)
  const whole = open || !long || inUse
  return (
    <Box sx={{ '& + &': { borderTop: '1px solid', borderColor: 'line', pt: 0.5 } }}>
      {titleColumn && (title || !body) && (
        <Box sx={{ fontWeight: 600 }}>
          <FieldCell place={{ section, id: rowFieldId(group, row.id, 'title') }} definition={titleColumn} field={title} label={`${what} ${t('sds.field.title')}`} quiet />
        </Box>
      )}
      {bodyColumn && (
        <Box sx={whole ? undefined : { maxHeight: 132, overflow: 'hidden', maskImage: 'linear-gradient(black 75%, transparent)' }}>
          <FieldCell place={{ section, id: rowFieldId(group, row.id, 'body') }} definition={bodyColumn} field={body} label={title?.value.text ?? what} quiet />
        </Box>
      )}
      {long && (
        <Button size="small" onClick={() => setOpen(!open)} aria-expanded={open}>
          {t(open ? 'sheet.less' : 'sheet.more')}
        </Button>
      )}
    </Box>
  )
}

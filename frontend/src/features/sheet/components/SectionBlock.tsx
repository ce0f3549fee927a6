import { Box, Button, Typography } from '@mui/material'
import { memo } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { partsOf } from '@/shared/sds/definitions'
import { NextIcon } from '@/shared/ui/icons/icons'
import { useSheetContext } from '../context'
import { sectionOf } from '../lib/fields'
import { MixtureSection } from '../mixture/MixtureSection'
import { EditionLine } from './EditionLine'
import { FieldCell } from './FieldCell'
import { GroupTable } from './GroupTable'
import { RecordSection } from './RecordSection'
import { Line } from './FieldLine'
import { TextBlocks } from './TextBlocks'

export const sectionElementId = (number: number) => `section-${number}`

/** One of the sixteen sections, or the basic information (0). An empty one has its title only. */
export const SectionBlock = memo(function SectionBlock({ number, filled }: { number: number; filled: boolean }) {
  const { t } = useTranslation()
  const headingId = `${sectionElementId(number)}-title`
  return (
    <Box component="section" id={sectionElementId(number)} aria-labelledby={headingId} sx={{ px: { xs: 1.5, sm: 2 }, pt: 1.5, pb: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography id={headingId} variant="h3" sx={{ fontSize: 'medium', color: 'primary.dark', mb: 0.5 }}>
        {number === 0 ? t('sds.section.0') : `${number}. ${t(keyIn('sds.section', number))}`}
      </Typography>
      {number === 0 ? <RecordSection /> : filled && <Parts number={number} />}
      {number === 2 && filled && (
        <>
          <EditionLine />
          <MixtureSection />
        </>
      )}
      {number === 15 && <ToLaws />}
    </Box>
  )
})

function Parts({ number }: { number: number }) {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const section = sectionOf(sheet, number)
  return partsOf(number).map(part => {
    if ('group' in part) {
      return part.group === 'text' ? <TextBlocks key={part.group} section={number} /> : <GroupTable key={part.group} section={number} group={part.group} />
    }
    const { key } = part.field
    const label = t(keyIn('sds.field', key))
    return (
      <Line key={key} label={label}>
        <FieldCell place={{ section: number, id: key }} definition={part.field} field={section?.fields.find(field => field.key === key)} label={label} />
      </Line>
    )
  })
}

/** The verdicts on the laws are in a tab of their own. */
function ToLaws() {
  const { t } = useTranslation()
  const { showTab } = useSheetContext()
  return (
    <Button size="small" onClick={() => showTab('laws')} endIcon={<NextIcon />} sx={{ mt: 0.5 }}>
      {t('record.laws.open')}
    </Button>
  )
}

import { Box, ButtonBase, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { Field } from '@/shared/api/sheets'
import type { Definition } from '@/shared/sds/definitions'
import { CheckIcon, DeleteIcon, EditIcon, RestoreIcon } from '@/shared/ui/icons/icons'
import { fieldElementId, useSheetContext } from '../context'
import { type Shown, type Wish, shown as shownAs } from '../lib/draft'
import { type Place, isUnreviewed, placeKey } from '../lib/fields'
import { useValueText } from '../lib/useValueText'
import { FieldMark, useMarkText } from './FieldMark'
import { FieldValue } from './FieldValue'
import { ValueEditor } from './ValueEditor'

/**
 * A value that can be looked at (which shows its source in the PDF), confirmed, edited, deleted and restored.
 * `dense` is for the cells of a table, which have their actions only while they are looked at.
 */
export function FieldCell({ place, definition, field, label, dense = false }: { place: Place; definition: Definition; field: Field | undefined; label: string; dense?: boolean }) {
  const { t } = useTranslation()
  const { draft, dispatch, mayEdit, active, activate, editing, edit, faults } = useSheetContext()
  const text = useValueText()
  const mark = useMarkText()
  const key = placeKey(place)
  const isActive = active === key
  const shown = shownAs(field, draft.fields[key])
  const { value } = shown
  const wish = (what: Wish) => dispatch({ type: 'wish', place, base: field, wish: what })

  const leave = () => {
    edit(null)
    // The keyboard stays where it was.
    requestAnimationFrame(() => document.getElementById(fieldElementId(key))?.focus({ preventScroll: true }))
  }
  if (editing === key) {
    return (
      <ValueEditor
        definition={definition}
        value={value}
        label={label}
        onDone={edited => {
          wish({ action: 'edit', value: edited })
          leave()
        }}
        onCancel={leave}
      />
    )
  }

  const words = value ? text(definition.key, value) : t('sheet.none')
  const fault = faults[key]
  return (
    <Box sx={{ minWidth: 0, flexGrow: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 0.5, minWidth: 0, position: 'relative' }}>
        <ButtonBase
          id={fieldElementId(key)}
          disableRipple
          aria-label={[`${label}：${words}`, mark(shown)].filter(Boolean).join(t('common.listSeparator'))}
          aria-current={isActive || undefined}
          onFocus={() => activate(key, 'form')}
          onClick={event => {
            activate(key, 'form')
            // Enter on a field that is looked at edits it; a click has shown its source.
            if (event.detail === 0 && isActive && mayEdit) edit(key)
          }}
          onDoubleClick={() => mayEdit && edit(key)}
          sx={{
            justifyContent: 'flex-start',
            alignItems: 'flex-start',
            textAlign: 'left',
            flexGrow: 1,
            minWidth: 0,
            gap: 1,
            px: 0.75,
            py: 0.375,
            borderRadius: 1,
            fontSize: '0.875rem',
            lineHeight: 1.5,
            '&:hover': { bgcolor: 'action.hover' },
            ...(isActive && { bgcolor: 'secondary.main', boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)', '&:hover': { bgcolor: 'secondary.main' } }),
            ...(shown.state === 'deleted' && { textDecoration: 'line-through', color: 'text.secondary' }),
          }}
        >
          <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value ? <FieldValue name={definition.key} value={value} /> : <Typography component="span" variant="body2" color="text.secondary" aria-hidden children="—" />}
          </Box>
          <FieldMark shown={shown} dense={dense} />
        </ButtonBase>
        {mayEdit && isActive && <FieldActions label={label} shown={shown} field={field} onWish={wish} onEdit={() => edit(key)} floating={dense} />}
      </Stack>
      {fault && (
        <Typography role="alert" variant="caption" component="p" sx={{ color: 'error.dark', px: 0.75 }}>
          {fault}
        </Typography>
      )}
      {shown.conflict && (
        <Typography variant="caption" component="p" sx={{ color: 'error.dark', px: 0.75 }}>
          {t('sheet.conflict.theirs', { value: draft.fields[key]?.wish.action === 'edit' && field ? text(definition.key, field.value) : t(`sheet.state.${field?.state ?? 'machine'}`) })}
        </Typography>
      )}
    </Box>
  )
}

function FieldActions({
  label,
  shown,
  field,
  onWish,
  onEdit,
  floating,
}: {
  label: string
  shown: Shown
  field: Field | undefined
  onWish: (wish: Wish) => void
  onEdit: () => void
  floating: boolean
}) {
  const { t } = useTranslation()
  const { value, state } = shown
  const actions = [
    state === 'machine' && value && { name: 'confirm', Icon: CheckIcon, run: () => onWish({ action: 'confirm' }), strong: isUnreviewed(shown) },
    state !== 'deleted' && { name: 'edit', Icon: EditIcon, run: onEdit },
    field && value && state !== 'machine' && (state === 'deleted' || field.machine) && { name: 'restore', Icon: RestoreIcon, run: () => onWish({ action: 'restore' }) },
    field && value && state !== 'deleted' && { name: 'delete', Icon: DeleteIcon, run: () => onWish({ action: 'delete' }) },
  ].filter(action => action !== false && action !== undefined)
  return (
    <Stack
      direction="row"
      sx={{
        flexShrink: 0,
        ...(floating && { position: 'absolute', right: 0, top: '100%', zIndex: 2, bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1, boxShadow: 1 }),
      }}
    >
      {actions.map(({ name, Icon, run, strong }) => (
        <Tooltip key={name} title={t(`sheet.action.${name}Key`)}>
          <IconButton size="small" aria-label={t(`sheet.action.${name}`, { name: label })} color={strong ? 'primary' : 'default'} onClick={run} sx={{ p: 0.5 }}>
            <Icon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      ))}
    </Stack>
  )
}

import { MenuItem, Pagination, Select, Stack, Typography } from '@mui/material'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatNumber } from '@/shared/lib/format'
import { limits } from '@/shared/lib/limits'
import type { TableState } from '@/shared/lib/tableState'

export const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit))

/** The rows shown of all, the number of rows per page, and the pages. */
export function Pager({ label, total, state, onStateChange, narrow }: { label: string; total: number; state: TableState; onStateChange: (patch: Partial<TableState>) => void; narrow: boolean }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { page, limit } = state
  const pages = pagesOf(total, limit)
  const number = (value: number) => formatNumber(value, locale)
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center', justifyContent: { xs: 'center', md: 'flex-end' }, px: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider', fontSize: 'dense', color: 'text.secondary' }}
    >
      {total > limits.pageSizes[0] && (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 0.75 }}>
          <span aria-hidden>{t('table.perPage')}</span>
          <Select
            variant="standard"
            disableUnderline
            value={limit}
            // The row at the top stays on the page.
            onChange={({ target }) => onStateChange({ limit: Number(target.value), page: Math.floor(((page - 1) * limit) / Number(target.value)) + 1 })}
            slotProps={{ input: { 'aria-label': t('table.perPage') } }}
            sx={{ fontSize: 'inherit' }}
          >
            {limits.pageSizes.map(size => (
              <MenuItem key={size} value={size} dense>
                {size}
              </MenuItem>
            ))}
          </Select>
        </Stack>
      )}
      <Typography component="span" sx={{ fontSize: 'inherit', whiteSpace: 'nowrap' }}>
        {t('table.range', { from: number(Math.min(total, (page - 1) * limit + 1)), to: number(Math.min(total, page * limit)), total: number(total) })}
      </Typography>
      {pages > 1 && (
        <Pagination
          aria-label={t('table.pages', { name: label })}
          size="small"
          count={pages}
          page={Math.min(page, pages)}
          siblingCount={narrow ? 0 : 1}
          onChange={(_event, next) => onStateChange({ page: next })}
        />
      )}
    </Stack>
  )
}

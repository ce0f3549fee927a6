import { Box, LinearProgress, Tab, Tabs } from '@mui/material'
import { type ReactNode, memo, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Pane } from '@/shared/ui/Pane'
import type { SheetTab } from '../context'

/** The tabs of a sheet's views. They measure themselves whenever they are rendered, and so only when they change. */
export const SheetTabs = memo(function SheetTabs({ tab, tabs, onTab }: { tab: SheetTab; tabs: readonly SheetTab[]; onTab: (tab: SheetTab) => void }) {
  const { t } = useTranslation()
  return (
    <Tabs
      value={tab}
      onChange={(_event, value: SheetTab) => onTab(value)}
      aria-label={t('sheet.tabs')}
      sx={{ '& .MuiTabs-scroller': { overflow: 'auto hidden !important', scrollbarWidth: 'none' }, minHeight: 36, borderBottom: 1, borderColor: 'divider', flexShrink: 0, '& .MuiTab-root': { minHeight: 36, minWidth: 72, py: 0, textTransform: 'none', fontWeight: 600 } }}
    >
      {tabs.map(name => (
        <Tab key={name} value={name} label={t(`sheet.tab.${name}`)} id={`sheet-tab-${name}`} aria-controls={`sheet-panel-${name}`} />
      ))}
    </Tabs>
  )
})

/** The content of a tab, rendered when it is first shown. A kept one stays as it is while another is shown. */
export function SheetPanel({ name, tab, keep = false, scrolls = false, children }: { name: SheetTab; tab: SheetTab; keep?: boolean; scrolls?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const shown = tab === name
  const [seen, setSeen] = useState(shown || name === 'data')
  if (shown && !seen) setSeen(true)
  return (
    <Box
      role="tabpanel"
      id={`sheet-panel-${name}`}
      aria-labelledby={`sheet-tab-${name}`}
      hidden={!shown}
      sx={{ flexGrow: 1, minHeight: 0, minWidth: 0, display: shown ? 'flex' : 'none', flexDirection: 'column', overflowY: scrolls ? 'auto' : 'hidden' }}
    >
      {(shown || (keep && seen)) && (
        <Pane name={name} loading={<LinearProgress aria-label={t('common.loading')} />}>
          {children}
        </Pane>
      )}
    </Box>
  )
}

import { Box } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useScreens } from '@/shared/lib/screens'

/** A screen of the company's area, below the navigation of the area. */
export function CompanyArea({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const screens = useScreens('company')
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a narrow screen the name of the open screen would be beyond the edge.
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>('.active')
    if (nav.current && active) nav.current.scrollLeft = active.offsetLeft - (nav.current.clientWidth - active.offsetWidth) / 2
  }, [pathname])
  return (
    <>
      {screens.length > 1 && (
        <Box ref={nav} component="nav" aria-label={t('company.sections')} sx={{ position: 'relative', mb: 3, borderBottom: 1, borderColor: 'divider', overflowX: 'auto' }}>
          <Box component="ul" sx={{ display: 'flex', listStyle: 'none', m: 0, p: 0 }}>
            {screens.map(({ path, title }) => (
              <li key={path}>
                <Box
                  component={NavLink}
                  to={path}
                  end
                  sx={{
                    display: 'block',
                    px: 1.5,
                    py: 1,
                    fontSize: 'normal',
                    fontWeight: 600,
                    color: 'text.secondary',
                    textDecoration: 'none',
                    whiteSpace: 'nowrap',
                    borderBottom: '2px solid transparent',
                    '&:hover': { color: 'text.primary' },
                    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: '-2px' },
                    '&.active': { color: 'primary.main', borderBottomColor: 'primary.main' },
                  }}
                >
                  {t(title)}
                </Box>
              </li>
            ))}
          </Box>
        </Box>
      )}
      {children}
    </>
  )
}

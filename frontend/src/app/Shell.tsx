import {
  AppBar,
  Box,
  Button,
  Divider,
  Drawer,
  IconButton,
  List,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Stack,
  Toolbar,
  Typography,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { Suspense, useEffect, useId, useMemo, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useMe, useUpdateLanguage } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { endSession } from '@/shared/auth/end'
import { peekLoginState, takeLoginState } from '@/shared/auth/loginState'
import { switchLocale } from '@/shared/i18n/i18n'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useUploadsBegun } from '@/shared/lib/background'
import { fullName } from '@/shared/lib/fullName'
import { lazyPart } from '@/shared/lib/lazyPart'
import { paths } from '@/shared/lib/paths'
import { type LinkedScreen, ScreensContext, useScreens } from '@/shared/lib/screens'
import { askToLeave } from '@/shared/lib/unsaved'
import { Brand } from '@/shared/ui/Brand'
import { ExpandIcon, LanguageIcon, LogoutIcon, MenuIcon } from '@/shared/ui/icons/icons'
import { LanguageSwitch, languageNames } from '@/shared/ui/LanguageSwitch'
import { LeaveGuard } from '@/shared/ui/LeaveGuard'
import { notify } from '@/shared/ui/notify'
import { OfflineBanner } from '@/shared/ui/OfflineBanner'
import { Pane } from '@/shared/ui/Pane'
import { SkipLink, mainId } from '@/shared/ui/SkipLink'
import { Spinner } from '@/shared/ui/Spinner'
import { FactorDemand } from './FactorDemand'
import { useFocusOnNavigation } from './focus'
import type { Action } from './palette/entries'
import { ShellKeys } from './palette/ShellKeys'
import { ProofGuard } from './ProofGuard'
import { screens } from './screens'

const UploadPanel = lazyPart(async () => (await import('@/features/upload/UploadPanel')).UploadPanel)

const reportLoad = (error: unknown) => void notify({ text: errorText(error, 'read'), color: 'error' })

const logOut = async () => {
  if (await askToLeave()) await endSession('logout')
}

/** The layout of every screen of a logged-in user. */
export function Shell() {
  return (
    <ScreensContext value={screens}>
      <Frame />
    </ScreensContext>
  )
}

function Frame() {
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('md'))
  const me = useMe()
  const { t } = useTranslation()
  const { mutate: keepLanguage } = useUpdateLanguage()
  useFocusOnNavigation()

  useEffect(() => {
    if (peekLoginState() !== 'loggedIn') return
    takeLoginState()
    notify({ key: 'messages.loginSuccess', color: 'success' })
  }, [])

  const uploading = useUploadsBegun()
  const bar = useScreens('bar')
  const items = useScreens('account')
  const locale = useLocale()
  const name = fullName(me, locale)
  const actions = useMemo((): Action[] => {
    const other = locale === 'ja-JP' ? 'en-US' : 'ja-JP'
    return [
      { id: 'language', name: 'palette.language', text: t('palette.language', { language: languageNames[other] }), icon: LanguageIcon, run: () => void switchLocale(other).then(() => keepLanguage(other), reportLoad) },
      { id: 'logout', name: 'shell.logout', text: t('shell.logout'), icon: LogoutIcon, run: () => void logOut() },
    ]
  }, [locale, keepLanguage, t])

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <AppBar position="sticky" elevation={0}>
        <Toolbar sx={{ gap: 1 }}>
          {narrow && <NavigationDrawer name={name} bar={bar} items={items} onLanguage={keepLanguage} />}
          <Box component={Link} to={paths.home} aria-label={t('shell.toHome')} sx={{ textDecoration: 'none', mr: 2, borderRadius: 1 }}>
            <Brand inverse />
          </Box>
          {narrow && (
            <Box sx={{ ml: 'auto' }}>
              <ShellKeys narrow actions={actions} />
            </Box>
          )}
          {!narrow && (
            <>
              <Stack component="nav" direction="row" aria-label={t('shell.navigation')} sx={{ alignSelf: 'stretch', flexGrow: 1 }}>
                {bar.map(section => (
                  <SectionLink key={section.path} section={section} />
                ))}
              </Stack>
              <ShellKeys narrow={false} actions={actions} />
              <LanguageSwitch onSwitch={keepLanguage} />
              <AccountMenu name={name} items={items} />
            </>
          )}
        </Toolbar>
      </AppBar>
      <OfflineBanner />
      {me.second_factor_due_at && <FactorDemand due={me.second_factor_due_at} />}
      <Box
        component="main"
        id={mainId}
        tabIndex={-1}
        sx={{ flexGrow: 1, width: '100%', maxWidth: 1600, mx: 'auto', p: { xs: 2, md: 3 }, outline: 'none', minWidth: 0 }}
      >
        <Suspense fallback={<Spinner />}><Outlet /></Suspense>
      </Box>
      {uploading && (
        <Pane name="uploads" hidden>
          <UploadPanel />
        </Pane>
      )}
      <LeaveGuard />
      <ProofGuard email={me.email} />
      <ScrollRestoration />
    </Box>
  )
}

function SectionLink({ section }: { section: LinkedScreen }) {
  const { t } = useTranslation()
  return (
    <Box
      component={NavLink}
      to={section.path}
      end
      sx={{
        display: 'flex',
        alignItems: 'center',
        px: 2,
        color: 'primary.contrastText',
        textDecoration: 'none',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        borderBlock: '3px solid transparent',
        '&:hover': { bgcolor: 'primary.dark' },
        '&:focus-visible': { outline: '2px solid', outlineOffset: '-4px' },
        '&.active': { borderBlockEndColor: 'currentcolor', bgcolor: 'primary.dark' },
      }}
    >
      {t(section.title)}
    </Box>
  )
}

function AccountMenu({ name, items }: { name: string; items: readonly LinkedScreen[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const buttonId = useId()
  const menuId = useId()
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        id={buttonId}
        color="inherit"
        endIcon={<ExpandIcon />}
        aria-label={t('shell.account', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ flexShrink: 0, maxWidth: 220 }}
      >
        <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      </Button>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        // The menu is rendered outside of the header, and would be in no landmark.
        slotProps={{ root: { role: 'navigation', 'aria-label': t('shell.menu') }, list: { 'aria-labelledby': buttonId } }}
      >
        {items.map(({ path, title, icon: Icon }) => (
          <MenuItem key={path} component={Link} to={path} selected={pathname === path} onClick={close}>
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {t(title)}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => void logOut()}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {t('shell.logout')}
        </MenuItem>
      </Menu>
    </>
  )
}

function NavigationDrawer({
  name,
  bar,
  items,
  onLanguage,
}: {
  name: string
  bar: readonly LinkedScreen[]
  items: readonly LinkedScreen[]
  onLanguage: (locale: 'ja-JP' | 'en-US') => void
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const entry = ({ path, title, icon: Icon }: LinkedScreen) => (
    <li key={path}>
      <ListItemButton component={Link} to={path} selected={pathname === path} aria-current={pathname === path ? 'page' : undefined} onClick={close}>
        <ListItemIcon sx={{ minWidth: 40 }}>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={t(title)} />
      </ListItemButton>
    </li>
  )
  return (
    <>
      <IconButton color="inherit" edge="start" aria-label={t('shell.openMenu')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <Drawer open={open} onClose={close} slotProps={{ paper: { sx: { width: 280 }, role: 'dialog', 'aria-label': t('shell.menu') } }}>
        <Box sx={{ px: 2, py: 2 }}>
          <Brand />
        </Box>
        <Divider />
        <Box component="nav" aria-label={t('shell.navigation')}>
          <List>{bar.map(entry)}</List>
        </Box>
        <Divider />
        <Typography sx={{ px: 2, pt: 2, fontWeight: 600 }} noWrap>
          {name}
        </Typography>
        <List>
          {items.map(entry)}
          <li>
            <ListItemButton onClick={() => void logOut()}>
              <ListItemIcon sx={{ minWidth: 40 }}>
                <LogoutIcon fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={t('shell.logout')} />
            </ListItemButton>
          </li>
        </List>
        <Divider />
        <Box sx={{ py: 1 }}>
          <LanguageSwitch fullWidth onSwitch={onLanguage} />
        </Box>
      </Drawer>
    </>
  )
}

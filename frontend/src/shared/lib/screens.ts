import { type ComponentType, createContext, useContext } from 'react'
import type { SvgIconProps } from '@mui/material'
import type { Feature } from '@/shared/api/company'
import { useMe } from '@/shared/api/me'
import { type Permission, type Permitted, can } from '@/shared/auth/permissions'
import type { TextKey, Texts } from '@/shared/i18n/keys'
import type { paths } from './paths'

/** Where a screen is linked: in the app bar, in the menu of the account, or in the navigation of the company's area. */
export type MenuName = 'bar' | 'account' | 'company'

/** A screen of the dashboard. The router, the menus, the titles of the browser's tabs and the command palette are made from these. */
export interface Screen {
  name: keyof typeof paths & keyof Texts['screens']
  path: string
  /** The rest of the path that is not part of the links, such as `/:jobId?`. */
  below?: string
  load: () => Promise<ComponentType>
  /** The message key of its name, which is its title as well. */
  title: TextKey
  /** Whom it is for. */
  audience: 'loggedOut' | 'everyone' | 'loggedIn'
  /** Any of these; omitted if open to all. */
  permissions?: readonly Permission[]
  /** The option of the plan that it needs; without it the screen says how to get it. */
  option?: Feature
  menus?: readonly MenuName[]
  icon?: ComponentType<SvgIconProps>
  /** A sheet may be opened over it. */
  opensSheets?: boolean
}

/** A screen that can be linked. */
export type LinkedScreen = Screen & Required<Pick<Screen, 'icon'>>

/** All screens; provided by the app, since they know the features. */
export const ScreensContext = createContext<readonly Screen[]>([])

export const isAllowed = ({ permissions }: Pick<Screen, 'permissions'>, who: Permitted) => !permissions || permissions.some(permission => can(who, permission))

/** The screens of a menu that the logged-in user may open; without a name, all that need no more than their path. */
export function useScreens(menu?: MenuName): readonly LinkedScreen[] {
  const me = useMe()
  const screens = useContext(ScreensContext)
  return screens.filter((screen): screen is LinkedScreen => screen.icon !== undefined && (menu === undefined || (screen.menus?.includes(menu) ?? false)) && isAllowed(screen, me))
}

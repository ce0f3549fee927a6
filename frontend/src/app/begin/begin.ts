import { hasStoredUser, storedToken } from '@/shared/auth/stored'
import { sendEarly } from '@/shared/api/early'
import { loadConfig } from '@/shared/config/config'
import { initialLocale } from '@/shared/i18n/initialLocale'
import { routeIn } from '@/shared/lib/browser'
import type { Locale } from '@/shared/lib/locale'
import { isAtDoor } from '../atDoor'
import { addressesFor } from './addresses'
import { type Frame, frameOf, showFailure, showFrame } from './frame'

/*
 * The first script of the page, small enough to run while the others are on their way: it shows the frame of
 * the first screen, sends that screen's requests, and begins to load all of its parts at once, so that none waits
 * for another one to ask for it.
 */

type Load = () => Promise<unknown>

const texts: Record<string, Load> = import.meta.glob('../../shared/i18n/{ja,en}/{common,shell,sds,sheets,table,record}.json', { import: 'default' })

/** The texts of some areas; each brings those that come with it (vite.config.ts). */
const textsOf = (locale: Locale, areas: readonly string[]) => areas.map(area => texts[`../../shared/i18n/${locale.slice(0, 2)}/${area}.json`] ?? (() => Promise.resolve()))

const ofFrame: Record<Frame, readonly Load[]> = {
  list: [() => import('@/features/sheets/SheetListPage')],
  sheet: [() => import('@/features/sheet/SheetDrawer')],
  screen: [],
}
const textAreas: Record<Frame, readonly string[]> = { list: ['common', 'shell', 'sds', 'table', 'sheets'], sheet: ['common', 'shell', 'sds', 'record'], screen: ['common', 'shell'] }

/** Requests what the first screen reads. Without a valid token the dashboard has to get one first. */
async function readEarly(route: URL, locale: Locale): Promise<void> {
  const { apiBase, userPoolClientId } = await loadConfig()
  const stored = storedToken(userPoolClientId)
  if (stored?.company) sendEarly(addressesFor(route, stored.company).map(address => apiBase + address), stored.token, locale)
}

function partsOf(route: URL, frame: Frame | null, locale: Locale): readonly Load[] {
  if (isAtDoor(route)) return [() => import('../door'), ...textsOf(locale, ['common'])]
  // Evaluated one after the other, each in a task of its own.
  const app: readonly Load[] = [() => import('../Themed'), () => import('../start')]
  return frame ? [...app, () => import('../Shell'), ...ofFrame[frame], ...textsOf(locale, textAreas[frame])] : app
}

function begin(): void {
  const route = routeIn(window.location)
  const locale = initialLocale()
  const frame = hasStoredUser() ? frameOf(route) : null
  if (frame) showFrame(frame, locale)
  // Failures are met by what needs them.
  const ahead = [() => (frame ? readEarly(route, locale) : loadConfig()), ...partsOf(route, frame, locale)]
  for (const load of ahead) load().catch(() => undefined)
  import('../main').catch(showFailure)
}

begin()

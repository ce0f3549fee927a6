import { createRoot } from 'react-dom/client'
import { takeLeftRoute } from '@/shared/auth/loginState'
import { loadConfig } from '@/shared/config/config'
import { startI18n } from '@/shared/i18n/i18n'
import { page, routeIn } from '@/shared/lib/browser'
import { paths } from '@/shared/lib/paths'
import { isAtDoor } from './atDoor'
import { StartFailed } from './StartFailed'

const element = document.getElementById('root')
if (!element) throw new Error('the page has no element to draw into')
const root = createRoot(element)

const loadDoor = async () => (await import('./door')).openDoor

const loadStart = async () => (await import('./start')).startApp

/** Draws the dashboard. A login needs neither the router nor the user pool's client: it is drawn without the rest. */
async function begin(): Promise<void> {
  const left = window.location.hash === '' ? takeLeftRoute() : null
  if (left !== null) page.setRoute(left || paths.login)
  const route = routeIn(window.location)
  try {
    const [open] = await Promise.all([isAtDoor(route) ? loadDoor() : loadStart(), loadConfig(), startI18n()])
    await open(root)
  } catch {
    root.render(<StartFailed />)
  }
}

// Not awaited: what it loads shares modules with this one, and would wait for its end.
void begin()

import { createRoot } from 'react-dom/client'
import { loadConfig } from '@/shared/config/config'
import { startI18n } from '@/shared/i18n/i18n'
import { routeIn } from '@/shared/lib/browser'
import { isAtDoor } from './atDoor'
import { StartFailed } from './StartFailed'

const element = document.getElementById('root')
if (!element) throw new Error('the page has no element to draw into')
const root = createRoot(element)

/** Draws the dashboard. A login needs neither the router nor the user pool's client: it is drawn without the rest. */
async function begin(): Promise<void> {
  try {
    const [open] = await Promise.all([isAtDoor(routeIn(window.location)) ? import('./door').then(door => door.openDoor) : import('./start').then(app => app.startApp), loadConfig(), startI18n()])
    await open(root)
  } catch {
    root.render(<StartFailed />)
  }
}

// Not awaited: what it loads shares modules with this one, and would wait for its end.
void begin()

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureAmplify } from '@/shared/auth/amplify'
import { loadConfig } from '@/shared/config/config'
import { startI18n } from '@/shared/i18n/i18n'
import { App } from './App'
import { makeRouter } from './router'
import { StartFailed } from './StartFailed'

const element = document.getElementById('root')
if (!element) throw new Error('the page has no element to draw into')
const root = createRoot(element)

try {
  await Promise.all([loadConfig().then(configureAmplify), startI18n()])
  // Created here and not while rendering: it begins to load the first screen at once.
  const router = makeRouter()
  root.render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
} catch {
  root.render(<StartFailed />)
}

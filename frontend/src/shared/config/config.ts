/** The settings that differ between deployments; read once from `/config.json` before anything else starts. */
export interface Config {
  /** Root of the API, e.g. `/api/v1`: relative to the page or absolute. */
  apiBase: string
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Set if the user pool is not AWS itself. */
  userPoolEndpoint: string | null
  /** Host of the hosted sign-in pages; null if there are none. */
  oauthDomain: string | null
  /** Root of the marketing site, without a trailing slash; null if there is none. */
  marketingUrl: string | null
}

const required = ['apiBase', 'region', 'userPoolId', 'userPoolClientId'] as const
const optional = ['userPoolEndpoint', 'oauthDomain', 'marketingUrl'] as const

/** Parses a settings document; throws naming the first setting that is missing or not text. */
export function parseConfig(document: unknown): Config {
  const given = (typeof document === 'object' && document !== null ? document : {}) as Record<string, unknown>
  const config: Record<string, string | null> = {}
  for (const name of required) {
    const value = given[name]
    if (typeof value !== 'string' || value === '') throw new Error(`config.json: ${name} is missing`)
    config[name] = value
  }
  for (const name of optional) {
    const value = given[name] ?? null
    if (value !== null && typeof value !== 'string') throw new Error(`config.json: ${name} is not text`)
    config[name] = value === '' ? null : (value?.replace(/\/+$/, name === 'userPoolEndpoint' ? '/' : '') ?? null)
  }
  config.apiBase = config.apiBase?.replace(/\/+$/, '') ?? ''
  return config as unknown as Config
}

let current: Config | undefined

async function fetchConfig(): Promise<Config> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`config.json: status ${response.status}`)
  current = parseConfig(await response.json())
  return current
}

let loading: Promise<Config> | undefined

/** Fetches and stores the settings, once for all who ask; after a failure the next one tries again. */
export function loadConfig(): Promise<Config> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Sets the settings without fetching them. */
export function setConfig(config: Config): void {
  current = config
}

/** The settings; throws before they are loaded. */
export function config(): Config {
  if (!current) throw new Error('the settings are not loaded yet')
  return current
}

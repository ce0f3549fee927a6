import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compressed, compressedFolder } from './scripts/compressed.ts'
import { textsWithCode } from './scripts/texts.ts'

// In development Vite serves the dashboard and forwards everything else to a running local stack.
const stack = process.env.ANZEN_URL ?? 'http://127.0.0.1:8080'
const proxy = Object.fromEntries(['/api', '/config.json', '/_local'].map(path => [path, stack]))

/**
 * The constant part of the content security policy, written into the built page. The allowed connections
 * depend on the deployment, so `connect-src` and `frame-ancestors` are sent as a header. 'wasm-unsafe-eval'
 * lets pdf.js run its image decoders; styles are inline because emotion writes them at run time.
 */
const policy = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' }],
}

/** Lets the part that draws everything arrive beside the first script, which is small and asks for the rest. */
const coreAhead: Plugin = {
  name: 'core-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const core = Object.values(bundle).find(part => part.type === 'chunk' && part.name === 'core')
      if (core?.type !== 'chunk') throw new Error('there is no part named core')
      return [core.fileName, ...core.imports].filter(file => !html.includes(file)).map(file => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head' as const }))
    },
  },
}

/** The router as it is meant for users: its package names the build that checks for mistakes of its callers. */
const routerWithoutChecks: Plugin = {
  name: 'router-without-checks',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: Object.entries({ '': 'index', '/dom': 'dom-export' }).map(([part, file]) => ({
        find: new RegExp(`^react-router${part}$`),
        replacement: fileURLToPath(new URL(`./node_modules/react-router/dist/production/${file}.mjs`, import.meta.url)),
      })),
    },
  }),
}

/**
 * The parts that many screens share, the first ones first: each is one file, with all that its modules need and
 * no earlier part has. Small files of their own, as the bundler would make them, compress badly: they made a
 * first screen a seventh larger.
 */
const sharedParts = {
  begin: /\/src\/app\/begin\/begin\.ts/,
  core: /\/src\/app\/main\.tsx/,
  base: /\/src\/app\/door\.tsx|\/react-query\/.*\/queryOptions\.js/,
  app: /\/src\/(app\/(start|PublicLayout)|shared\/lib\/tooLong)\.tsx?/,
  common: /\/@mui\/material\/(Drawer|Menu)\/|\/src\/shared\/ui\/(FormAlert|Hint)\.tsx/,
  fields: /\/@mui\/material\/TextField\//,
  forms: /\/node_modules\/(react-hook-form|@hookform|zod)\//,
  shell: /\/src\/app\/(Shell|SheetLayer)\.tsx/,
  record: /\/@mui\/material\/(Chip|LinearProgress|ListSubheader)\/|\/src\/shared\/(sds\/(SheetStatus|Pictograms|SheetLink|definitions)|ui\/(StatusChip|ConfirmDialog|EmptyState)|api\/people|lib\/(cas|format|saveFile|sheetSequence))\.tsx?/,
  table: /\/src\/shared\/ui\/table\/ServerTable\.tsx/,
  inputs: /\/@mui\/material\/(Checkbox|FormControlLabel)\//,
  rows: /\/src\/shared\/(api\/(bulk|checklists|laws|tags)|lib\/(tableState|urlState|searchText)|law\/words)\.tsx?/,
  values: /\/@mui\/material\/Collapse\/|\/src\/shared\/(sds\/quantity|ui\/ConflictNote|api\/createSimple|lib\/merge)\.tsx?/,
  sheet: /\/src\/features\/sheet\/SheetDrawer\.tsx/,
  choosers: /\/@mui\/material\/Autocomplete\//,
  filters: /\/@mui\/material\/Radio\/|\/src\/features\/sheets\/filters\//,
}

/** The texts that come together, of each language: those of a screen arrive in one file and not in ten. */
const textParts: Readonly<Record<string, readonly string[]>> = {
  door: ['auth', 'common', 'errors', 'messages', 'screens', 'validation'],
  app: ['company', 'palette', 'plan', 'shell', 'unsaved'],
  rows: ['bulk', 'laws', 'table', 'views'],
  sheet: ['record', 'sheet'],
}

/** The part of a file of texts, `ja-rows` for example; null where it is loaded alone. */
function textPart(id: string): string | null {
  const [, language, area = ''] = /\/i18n\/(ja|en)\/(\w+)\.json$/.exec(id) ?? []
  const part = Object.keys(textParts).find(name => textParts[name]?.includes(area))
  return language && part ? `${language}-${part}` : null
}

const textIn = (language: string, area: string, key: string) =>
  (JSON.parse(readFileSync(new URL(`./src/shared/i18n/${language}/${area}.json`, import.meta.url), 'utf8')) as Record<string, string>)[key]

/** The texts that the page shows before it has loaded any (src/app/begin/frame.ts). */
const startTexts = Object.fromEntries(['ja-JP', 'en-US'].map(locale => [locale, { title: textIn(locale.slice(0, 2), 'screens', 'sdsList'), search: textIn(locale.slice(0, 2), 'sheets', 'search') }]))

const tests = readdirSync(new URL('./src', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.test\.tsx?$/.test(file))
  .map(file => `src/${file.replaceAll('\\', '/')}`)
/**
 * Tests that mock modules or load them anew, each in a module graph of its own; the others share one per process, as loading
 * React and MUI takes longer than most of them.
 */
const replacing = tests.filter(file => /vi\.(mock|resetModules)\(/.test(readFileSync(new URL(file, import.meta.url), 'utf8')))

export default defineConfig({
  define: { START_TEXTS: JSON.stringify(startTexts) },
  plugins: [routerWithoutChecks, textsWithCode, react(), contentSecurityPolicy, coreAhead, compressed],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // The list of free mail providers belongs to the API.
  server: { proxy, fs: { allow: ['.', '../shared/domain/company'] } },
  preview: { proxy },
  build: {
    target: 'es2022',
    assetsDir: compressedFolder,
    // An inlined asset would be a data: URL, which the content security policy keeps for images.
    assetsInlineLimit: 0,
    // A polyfill would be one more script before the first screen; every supported browser supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: textPart, debugName: 'texts', priority: 100 }, ...Object.entries(sharedParts).map(([name, test], at, all) => ({ name, test, priority: all.length - at }))] } } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    css: false,
    // Limits that only a fault reaches, even on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'replacing', include: replacing } },
      { extends: true, test: { name: 'sharing', include: tests.filter(file => !replacing.includes(file)), isolate: false } },
    ],
  },
})

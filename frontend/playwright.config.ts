import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The addresses of the running local stacks: ANZEN_URL, separated by commas, or the stack's ready file. */
function stackAddresses(): string[] {
  if (process.env.ANZEN_URL) return process.env.ANZEN_URL.split(',')
  const ready = new URL('../.local/ready.json', import.meta.url)
  if (!existsSync(ready)) return ['http://127.0.0.1:8080']
  return [(JSON.parse(readFileSync(ready, 'utf8')) as { url: string }).url]
}

// Each browser has a stack of its own, so that tests in one do not affect the demo company of the other.
const stacks = stackAddresses()

export default defineConfig({
  testDir: 'e2e',
  workers: stacks.length,
  // Limits that only a fault reaches, even on a busy machine.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    baseURL: stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)],
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    // Tests of what happens while something fades ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace doubles the time of the tests; `npm run e2e -- --trace retain-on-failure` makes one.
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without windows the browser takes two thirds of the time.
      executablePath: process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page does not live long enough to win back what optimizing its code costs.
        '--js-flags=--no-opt',
      ],
    },
  },
})

import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The address of the running local stack: ANZEN_URL, else what the stack wrote when it was ready. */
function stackAddress(): string {
  if (process.env.ANZEN_URL) return process.env.ANZEN_URL
  const ready = new URL('../.local/ready.json', import.meta.url)
  if (!existsSync(ready)) return 'http://127.0.0.1:8080'
  return (JSON.parse(readFileSync(ready, 'utf8')) as { url: string }).url
}

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  // A busy machine may miss a moment once; a fault shows twice.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  // A sign-in reloads the page; a busy machine takes its time for that.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: stackAddress(),
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})

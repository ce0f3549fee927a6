import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// In development Vite serves the dashboard and hands everything else to a running local stack.
const stack = process.env.ANZEN_URL ?? 'http://127.0.0.1:8080'
const proxy = Object.fromEntries(['/api', '/config.json', '/_local'].map(path => [path, stack]))

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    // An inlined asset would be a data: URL, which the content security policy keeps for images.
    assetsInlineLimit: 0,
    // A polyfill would be one more script before the first screen; every supported browser knows modulepreload.
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    testTimeout: 20_000,
  },
})

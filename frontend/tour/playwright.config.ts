import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** What is done with a running local stack: pictures of every screen, by `make tour`, and times of waiting, by `make speed`. */
export default defineConfig({ ...tests, testDir: '.', testMatch: ['tour.ts', 'speed.ts'], workers: 1, outputDir: '../test-results/tour' })

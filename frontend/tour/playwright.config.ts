import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** Pictures of every screen of a running local stack, by `make tour`. */
export default defineConfig({ ...tests, testDir: '.', testMatch: 'tour.ts', workers: 1, outputDir: '../test-results/tour' })

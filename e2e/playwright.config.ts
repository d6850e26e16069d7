import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumPath, launchArgs } from '../tests/support/chromium.ts'

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Each has a running product of its own, and waits for much of its time.
  workers: Math.min(4, availableParallelism()),
  retries: 0,
  timeout: 180_000, // of ten minutes that a run takes; a busy machine is slow, and nothing is tried twice
  globalTimeout: 42 * 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 60_000, // what cannot be done is named, and does not use up the whole time
    launchOptions: { executablePath: await chromiumPath(), args: launchArgs },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
  },
})

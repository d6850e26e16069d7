import { defineConfig } from '@playwright/test'
import { chromiumPath, launchArgs } from '../tests/support/chromium.ts'

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2, // each with a running product of its own
  retries: 0,
  timeout: 180_000, // of ten minutes that a run takes; a busy machine is slow, and nothing is tried twice
  globalTimeout: 42 * 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: await chromiumPath(), args: launchArgs },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})

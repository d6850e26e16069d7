import { defineConfig } from '@playwright/test'
import { chromiumPath, launchArgs } from '../tests/support/chromium.ts'

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 1, // every spec works on the same running product
  retries: 0,
  timeout: 60_000,
  globalTimeout: 42 * 60_000,
  expect: { timeout: 10_000 },
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

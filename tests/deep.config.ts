// npm run test:deep: what takes too long for every run. Files are named *.deep.ts and lie beside the other tests.
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const deeper = globSync('tests/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('/support/runs.ts'))

export default defineConfig({
  test: {
    root: '.',
    environment: 'node',
    // The others have more examples here (tests/support/runs.ts).
    include: ['tests/**/*.deep.ts', ...deeper],
    env: { TRIPTYCH_TESTS: 'deep' },
    globalSetup: ['tests/support/postgres-setup.ts'],
    maxWorkers: 1, // each measures a product under load
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})

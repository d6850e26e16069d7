import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'

// The test settings are loaded only by a test run: building the console needs neither Vitest nor a browser.
export default defineConfig(async () => ({
  plugins: [react(), precompressed()],
  html: { cspNonce: '__CSP_NONCE__' }, // the proxy puts a fresh nonce in its place in every response
  build: {
    manifest: true, // dist/.vite/manifest.json: the only files that the proxy serves
    sourcemap: false,
    assetsInlineLimit: 0, // the content security policy allows no data: URLs
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  ...(process.env.VITEST && { test: await testSettings() }),
}))

async function testSettings(): Promise<ViteUserConfig['test']> {
  const { playwright } = await import('@vitest/browser-playwright')
  const { chromiumPath, launchArgs } = await import('./tests/support/chromium.ts')
  const browserTests = 'tests/**/*.browser.test.tsx'
  const launchOptions = { executablePath: await chromiumPath(), args: launchArgs }
  return {
    restoreMocks: true,
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 60_000, // a hook may start the whole product
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [browserTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browserTests],
          setupFiles: ['tests/support/browser-setup.ts'],
          sequence: { groupOrder: 1 }, // after the node tests: two cores cannot feed a browser as well
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions, contextOptions: { locale: 'en-US', timezoneId: 'UTC' } }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  }
}

/** Writes x.br and x.gz beside every file that gains by it. HTML is left out: it differs in every response. */
function precompressed(): Plugin {
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const compressible = /\.(css|js|json|svg|txt|wasm|webmanifest)$/
  let folder: string
  return {
    name: 'triptych:precompressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir)
    },
    closeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        const file = join(folder, name)
        if (name.startsWith('.vite') || !compressible.test(name) || (await stat(file)).size <= 1024) continue
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliOptions))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
      }
    },
  }
}

import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import type { operationNames } from './src/contract/words/operation-names.ts'
import type { usedByPages } from './src/server/used-by-pages.ts'

// The test settings are loaded only by a test run: building the console needs neither Vitest nor a browser.
export default defineConfig(async () => ({
  plugins: [
    react(),
    consoleFiles(),
    computedTables(),
    modulesOfFirstPage(),
    unusedParts(),
    precompressed(),
    ...(process.env.VITEST ? [(await import('msw/vite')).msw()] : []),
  ],
  html: { cspNonce: '__CSP_NONCE__' }, // the proxy puts a fresh nonce in its place in every response
  build: {
    manifest: true, // dist/.vite/manifest.json: the only files that the proxy serves
    sourcemap: false,
    assetsInlineLimit: 0, // the content security policy allows no data: URLs
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        ...shortNames,
        codeSplitting: { groups: fewChunks, includeDependenciesRecursively: false },
      },
    },
  },
  ...(process.env.VITEST && {
    test: await testSettings(),
    optimizeDeps: { include: ['@peculiar/asn1-cms', '@peculiar/asn1-rsa', '@peculiar/asn1-schema', 'fflate'] }, // found late, they reload the tests
  }),
}))

// The first page has the names of all files that its dialogs and panels need, and hashes cannot be compressed.
const shortNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}
/** What the frame loads after the rows of the page that is opened first (`afterFirstPage`). */
export const loadedBehind = [
  'further-pages',
  'wire-log',
  'ViewDialogs',
  'Behind',
  'StandingNotices',
  'Unseen',
  'UserMenuContent',
  'Notices',
  'JobsLink',
]
const isBehind = new RegExp(`/(${loadedBehind.join('|')})-`)

/**
 * The scripts that are preloaded for a part: not those that are loaded before, nor for parts that nobody waits for, since
 * each name costs some ten bytes of the first page.
 */
function preloaded(part: string, needed: string[], { hostId }: { hostId: string }) {
  const loaded = /\/index-/.test(hostId) ? /\/(index|rolldown-runtime)-/ : /\/(index|rolldown-runtime|routes)-/
  return isBehind.test(part) ? [] : needed.filter((name) => !loaded.test(name))
}

// Signing in is one file, the first page of the console another, and what both need a third: on a slow network each file on
// the way to the first page costs more than the bytes in it. Everything else comes with the page that needs it. What only
// forms or the reading of files need comes with the first page that has one.
const fewChunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'index', test: (id) => id === page || neededBy.main.has(id) || isShared(id), priority: 4 },
  { name: 'sign-in', test: (id) => neededBy.signIn.has(id), priority: 3 },
  { name: 'routes', test: (id) => neededBy.routes.has(id), priority: 3 },
  { name: 'asn1', test: /node_modules\/(@peculiar\/asn1|asn1js|pvtsutils|pvutils)/, priority: 2 },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)/, priority: 2 },
]

const page = resolve('index.html')
const isShared = (id: string) => neededBy.signIn.has(id) && neededBy.routes.has(id)

/** What is loaded first: the start, and then either of the two. */
const starts = { main: 'src/main.tsx', signIn: 'src/pages/sign-in/SignIn.tsx', routes: 'src/routes.tsx' }
/** The modules that each of them needs before anything is loaded later. */
const neededBy = { main: new Set<string>(), signIn: new Set<string>(), routes: new Set<string>() }
const startNames = ['main', 'signIn', 'routes'] as const
/** Libraries that are imported by an index of all of their parts, which says nothing about the parts that are used. */
const manyParts = /node_modules\/(@(mantine|tabler|tanstack)|zod)\//

/** Finds them: by their imports and, for the libraries of many parts, by what is left of a build of these three alone. */
function modulesOfFirstPage(): Plugin {
  const laterIsExternal: Plugin = {
    name: 'triptych:later-is-external',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : undefined),
  }
  return {
    name: 'triptych:modules-of-first-page',
    apply: 'build',
    buildStart: async () => {
      const { output } = (await build({
        configFile: false,
        logLevel: 'silent',
        plugins: [react(), laterIsExternal, unusedParts()],
        build: { write: false, minify: false, rolldownOptions: { input: starts, preserveEntrySignatures: 'strict' } },
      })) as Rolldown.RolldownOutput
      const chunks = output.filter((file) => file.type === 'chunk')
      const add = (needed: Set<string>, fileName: string, seen = new Set<string>()) => {
        const chunk = chunks.find((one) => one.fileName === fileName)
        if (!chunk || seen.has(fileName)) return
        seen.add(fileName)
        for (const id of chunk.moduleIds) if (id.includes('/node_modules/')) needed.add(id)
        for (const imported of chunk.imports) add(needed, imported, seen)
      }
      for (const { isEntry, name, fileName } of chunks)
        if (isEntry) startNames.filter((start) => start === name).forEach((start) => add(neededBy[start], fileName))
    },
    buildEnd() {
      const add = (needed: Set<string>, id: string, seen = new Set<string>()) => {
        if (seen.has(id) || manyParts.test(id)) return
        seen.add(id)
        needed.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(needed, imported, seen)
      }
      for (const start of startNames) add(neededBy[start], resolve(starts[start]))
    },
  }
}

/**
 * What parts of React Router take of others for pages that a server has rendered, and for tools that watch it. The
 * console has neither: a link prefetches no pages, and nobody is told of navigations.
 */
const unusedOfRouter = [
  {
    by: /\/react-router\/dist\/production\/lib\/(dom\/lib|components)\.js$/,
    file: /\/dom\/ssr\/components\.js$|^\.\/ssr\/components\.js$/,
    instead: `
      import { createContext, useRef } from 'react'
      export const FrameworkContext = createContext(undefined)
      export const PrefetchPageLinks = () => null
      export const usePrefetchBehavior = () => [false, useRef(null), {}]
      export const mergeRefs = (...refs) => (value) => {
        for (const ref of refs) {
          if (typeof ref === 'function') ref(value)
          else if (ref) ref.current = value
        }
      }`,
  },
  {
    by: /\/react-router\/dist\/production\/lib\/router\/router\.js$/,
    file: /^\.\/instrumentation\.js$/,
    instead: `
      export const instrumentClientSideRouter = (router) => router
      export const getRouteInstrumentationUpdates = () => ({})
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined`,
  },
]

/** Of Mantine's colors the theme has its own, and these; its defaults are told from ours by the primary color, blue. */
const otherColors = /^\t(?!dark|gray|red|blue)\w+: \[[^\]]*\],?\n/gm

/** Leaves them out of the build. What is missing then, the specs would see. */
function unusedParts(): Plugin {
  const name = 'triptych:unused-parts'
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    resolveId: (file, importer = '') => {
      const at = unusedOfRouter.findIndex((part) => part.by.test(importer) && part.file.test(file))
      return at < 0 ? undefined : `\0${name}/${at}`
    },
    load: (id) => (id.startsWith(`\0${name}/`) ? unusedOfRouter[Number(id.split('/').at(-1))]?.instead : undefined),
    transform: (code, id) => (id.endsWith('/default-colors.mjs') ? code.replace(otherColors, '') : undefined),
  }
}

async function testSettings(): Promise<ViteUserConfig['test']> {
  const { playwright } = await import('@vitest/browser-playwright')
  const { chromiumPath, launchArgs } = await import('./tests/support/chromium.ts')
  const browserTests = 'tests/**/*.browser.test.tsx'
  const launchOptions = { executablePath: await chromiumPath(), args: launchArgs }
  return {
    restoreMocks: true,
    maxWorkers: 2,
    testTimeout: 60_000, // on a machine that others use, too
    hookTimeout: 120_000, // a hook may start the whole product
    expect: { poll: { timeout: 20_000 } }, // one second is too short beside other work
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false, // files share nothing but modules, and loading those took a fifth of a run
          maxWorkers: Math.min(4, availableParallelism() + 1), // each waits for processes and timers at times
          globalSetup: ['tests/support/postgres-setup.ts'],
          setupFiles: ['tests/support/node-setup.ts'],
          execArgv: [`--import=${new URL('tests/support/little-work.ts', import.meta.url)}`], // for threads
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [browserTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false, // as above: a third of the work was loading the modules of each file anew
          include: [browserTests],
          setupFiles: ['tests/support/browser-setup.ts'],
          sequence: { groupOrder: 1 }, // where both run by one command, after the node tests
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions,
              contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  }
}

/** Tells index.html which files the sign-in page and the console consist of, to be loaded together with the first script. */
function consoleFiles(): Plugin {
  const filesOf = (bundle: Rolldown.OutputBundle | undefined, ...starts: string[]) => {
    const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
    const files = new Set<string>()
    const add = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || chunk.name === 'index' || files.has(chunk.fileName)) return
      files.add(chunk.fileName)
      for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
    }
    for (const start of starts) add(chunks.find(({ name }) => name === start))
    return JSON.stringify([...files].map((file) => `/${file}`))
  }
  return {
    name: 'triptych:console-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html
          // Once there is a root, and without waiting for the answers that the page carries at its end.
          .replace(
            /\s*<script type="module"(.*?)><\/script>(.*<div id="root"><\/div>)/s,
            `$2\n    <script type="module" async$1></script>`,
          )
          .replace("'__SIGN_IN_FILES__'", filesOf(bundle, 'sign-in'))
          .replace("'__CONSOLE_FILES__'", filesOf(bundle, 'routes'))
          .replace("'__PAGES_FILES__'", filesOf(bundle, 'routes', 'further-pages')),
    },
  }
}

/**
 * Tables that are known when the console is built: from which pages an operation is used, for the API reference, and what
 * operations are called, so that no page loads all endpoints for their names.
 */
function computedTables(): Plugin {
  // From the repository, wherever this file is (src/server/build-tools.ts).
  const imported = async (file: string) => (await import(pathToFileURL(resolve(file)).href)) as unknown
  let isBuild = false
  return {
    name: 'triptych:computed-tables',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    load: async (id) => {
      if (id.endsWith('/src/pages/reference/used-by.ts')) {
        const pages = (await imported('src/server/used-by-pages.ts')) as UsedByPages
        return `export const usedBy = ${JSON.stringify(await pages.usedByPages())}`
      }
      if (isBuild && id.endsWith('/src/contract/words/operation-names.ts')) {
        const names = (await imported('src/contract/words/operation-names.ts')) as OperationNames
        return `export const operationNames = ${JSON.stringify(names.operationNames)}`
      }
      return undefined
    },
  }
}

type UsedByPages = { usedByPages: typeof usedByPages }
type OperationNames = { operationNames: typeof operationNames }

/** Writes x.br and x.gz beside every file that gains by it. HTML is left out: it differs in every response. */
function precompressed(): Plugin {
  // Which of these packs a file best depends on the hashes in it, by a hundred bytes of the first page.
  const { BROTLI_PARAM_NDIRECT, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_LGBLOCK } = constants
  const variants = [
    [0, 0, 0],
    [2, 0, 0],
    [4, 0, 0],
    [6, 0, 0],
    [12, 0, 0],
    [0, 0, 19],
    [4, 0, 19],
    [6, 1, 19],
    [12, 1, 19],
  ].map(([direct = 0, postfix = 0, block = 0]) => ({
    [BROTLI_PARAM_NDIRECT]: direct,
    [BROTLI_PARAM_NPOSTFIX]: postfix,
    [BROTLI_PARAM_LGBLOCK]: block,
  }))
  const largeBytes = 30_000
  const packed = async (content: Buffer) => {
    const ways = content.length > largeBytes ? variants : variants.slice(0, 1)
    const all = ways.map((params) =>
      promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, ...params },
      }),
    )
    return (await Promise.all(all)).reduce((best, one) => (one.length < best.length ? one : best))
  }
  const compressible = /\.(css|js|json|svg|txt|wasm|webmanifest)$/
  let folder: string
  return {
    name: 'triptych:precompressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        const file = join(folder, name)
        if (name.startsWith('.vite') || !compressible.test(name) || (await stat(file)).size <= 256) continue
        const content = await readFile(file)
        await writeFile(`${file}.br`, await packed(content))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
      }
    },
  }
}

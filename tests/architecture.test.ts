import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesIn, fileRules, nameRules, sharedRuns, type SourceFile } from './support/architecture.ts'

const topLevel = [
  'src public e2e tests index.html vite.config.ts package.json tsconfig.json README.md'.split(' '),
  'package-lock.json LICENSE'.split(' '),
].flat()

/** Pure tables of data may be longer than what somebody has to read in one sitting. */
const dataTables = ['src/contract/mdm/device-fields.ts']

/** From the request of a browser to the request to a server, and back. */
const pathOfCall = [
  'src/proxy/app.ts',
  'src/proxy/http/every-answer.ts',
  'src/proxy/api.ts',
  'src/proxy/sessions/find-session.ts',
  'src/proxy/audit/recorded.ts',
  'src/proxy/upstream/forward.ts',
  'src/platform/upstream/upstream.ts',
]

const paths = globSync('{src,tests,e2e}/**/*.{ts,tsx}').toSorted()
const files = paths.map((path): SourceFile => ({ path, text: readFileSync(path, 'utf8') }))
const ofSource = files.filter(({ path }) => path.startsWith('src/'))

describe('every source file follows the conventions', () => {
  test.each(Object.entries(fileRules))('%s', (_, rule) => {
    expect(ofSource.flatMap((file) => rule(file).map((violation) => `${file.path}: ${violation}`))).toEqual([])
  })

  test.each(Object.entries(nameRules))('%s', (_, rule) => {
    expect(paths.flatMap(rule)).toEqual([])
  })

  test('no files import each other in a circle, types included', () => {
    expect(circlesIn(ofSource)).toEqual([])
  })

  test('no two files share more than twelve lines in a row', () => {
    // A landed migration never changes, so it repeats what it was made of.
    expect(
      sharedRuns(
        ofSource.filter(({ path }) => !path.endsWith('/create-tables.ts')),
        12,
      ),
    ).toEqual([])
  })

  test('a folder has at most 25 files', () => {
    const folders = Map.groupBy(globSync('src/**/*.*'), (path) => dirname(path))
    expect([...folders].filter(([, { length }]) => length > 25).map(([folder]) => folder)).toEqual([])
  })

  test('the proxy stays small', () => {
    const lines = ofSource
      .filter(({ path }) => path.startsWith('src/proxy/'))
      .flatMap(({ text }) => text.trimEnd().split('\n'))
    expect(lines.length).toBeLessThanOrEqual(3500)
  })

  test('what a call passes on the server can be read in one sitting', () => {
    const lines = ofSource
      .filter(({ path }) => pathOfCall.includes(path))
      .flatMap(({ text }) => text.trimEnd().split('\n'))
    expect(lines.length).toBeGreaterThan(500)
    expect(lines.length).toBeLessThanOrEqual(600)
  })

  test('every setting is explained', () => {
    const explained = readFileSync('.github/configuration.md', 'utf8')
    const settings = readFileSync('src/server/settings.ts', 'utf8').match(/\bTRIPTYCH_[A-Z_]*[A-Z]/g) ?? []
    expect(settings.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
  })

  test('the top level stays as it is', () => {
    const ignored = readFileSync('.gitignore', 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''))
    const unexpected = readdirSync('.')
      .filter((name) => !name.startsWith('.') && !topLevel.includes(name))
      .filter((name) => !ignored.some((pattern) => matchesGlob(name, pattern)))
    expect(unexpected).toEqual([])
  })

  test('a test lies where the source that it tests lies; one of a whole service in its folder acceptance', () => {
    const tests = paths.filter((path) => /^tests\/.+\.test\.tsx?$/.test(path))
    expect(
      tests.filter(
        (path) =>
          !existsSync(
            dirname(path)
              .replace('tests', 'src')
              .replace(/\/acceptance$/, ''),
          ),
      ),
    ).toEqual([])
  })

  test('files are short: half under 90 lines, nine in ten under 250, none over 400', () => {
    const lengths = files
      .filter(({ path }) => !dataTables.includes(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .toSorted((a, b) => a.lines - b.lines)
    const linesAt = (share: number) => lengths[Math.floor(lengths.length * share)]?.lines ?? 0
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([])
    expect(linesAt(0.5), 'lines of the median file').toBeLessThan(90)
    expect(linesAt(0.9), 'lines of the file that nine in ten stay under').toBeLessThan(250)
  })
})

describe('a violation is found', () => {
  const allRules = (file: SourceFile) => Object.values(fileRules).flatMap((rule) => rule(file))

  test.each([
    ['src/ui/Table.tsx', `import type { Device } from '#contract/mdm/devices.ts'`],
    ['src/contract/row.ts', `export * from '#api/call.ts'`],
    ['src/contract/row.ts', `import { Hono } from 'hono'`],
    ['src/services/mdm/store.ts', `import { forward } from '#proxy/upstream/forward.ts'`],
    ['src/pages/vault/Vault.tsx', `const load = () => import('#platform/database/open.ts')`],
    ['src/pages/vault/Vault.tsx', `import { Row } from '#pages/devices/Row.tsx'`],
    ['src/routes.tsx', `import { sign } from '#crypto/certificate.ts'`],
    ['src/main.tsx', `import { readFile } from 'node:fs/promises'`],
    ['src/api/call.ts', `import { query } from '../api/query.ts'`],
    ['src/api/call.ts', `import { query } from './query'`],
    ['src/ui/layout/Page.tsx', `export const Page = () => useEffect(() => focus())`],
    ['src/ui/layout/Page.tsx', `export default function Page() {}`],
    ['src/contract/status.ts', `export enum Status { enrolled }`],
    ['src/ui/Page.tsx', `export const Page = () => <h1>Licences</h1>`],
    ['src/ui/Page.tsx', `export const Page = () => <p>This server does not tell its computers.</p>`],
    ['src/api/call.ts', `export type SeenCall = { id: string }`],
    ['src/server/start.ts', `export const smtpWay = 1`],
    ['src/contract/time.ts', '/** A missing time is never 1970 (M13). */'],
    ['src/platform/upstream/upstream.ts', 'const agent = new Agent({ connect: { rejectUnauthorized: false } })'],
    ['src/proxy/upstream/forward.ts', 'const url = `${base}/api/v1/mdm/devices`'],
  ])('in %s: %s', (path, text) => {
    expect(allRules({ path, text })).toHaveLength(1)
  })

  test('a run of lines that two files share is found', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `call(${at})`).join('\n')
    const files = [
      { path: 'src/api/a.ts', text: lines(13) },
      { path: 'src/api/b.ts', text: `import './a.ts'\n\n${lines(13)}` },
      { path: 'src/api/c.ts', text: lines(12) },
    ]
    expect(sharedRuns(files, 12)).toEqual(['src/api/a.ts and src/api/b.ts'])
  })

  test('a circle is found, whatever is imported', () => {
    const files = [
      { path: 'src/api/a.ts', text: `import type { B } from './b.ts'` },
      { path: 'src/api/b.ts', text: `export { c } from './c.ts'` },
      { path: 'src/api/c.ts', text: `const a = () => import('#api/a.ts')` },
      { path: 'src/api/d.ts', text: `import './c.ts'` },
    ]
    expect(circlesIn(files)).toEqual([['src/api/a.ts', 'src/api/b.ts', 'src/api/c.ts']])
  })

  test.each(['src/ui/data-table.tsx', 'src/api/Call.ts', 'src/Pages/Home.tsx', 'src/api/utils.ts', 'src/ui/index.ts'])(
    'in the name %s',
    (path) => {
      expect(Object.values(nameRules).flatMap((rule) => rule(path))).toHaveLength(1)
    },
  )

  test('and what the rules allow is left alone', () => {
    const text = `
      import { useSuspenseQuery } from '@tanstack/react-query'
      import { query } from '#api/query.ts'
      import { Row } from './Row.tsx'
      import './vault.css'
      // '/api/v1/devices' may be cited in a comment
      export function Component() {
        // the document's title
        useEffect(() => focus())
      }`
    expect(allRules({ path: 'src/pages/vault/Vault.tsx', text })).toEqual([])
    expect(Object.values(nameRules).flatMap((rule) => rule('tests/ui/table/DataTable.browser.test.tsx'))).toEqual([])
  })
})

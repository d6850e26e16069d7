// Processes that start on the same stale console: each builds it, or waits for the one that does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const modules = 30
/** Stands in for the console, whose build takes half a minute: the same builder, with a plugin that counts its builds. */
const viteConfig = `import { appendFileSync } from 'node:fs'
export default {
  build: { manifest: true },
  plugins: [{
    name: 'slow',
    buildStart: () => appendFileSync('builds.log', 'build\\n'),
    closeBundle: () => new Promise((done) => setTimeout(done, 1500)),
  }],
}`
const script = `
import { buildIfStale } from './src/server/build.ts'
await buildIfStale((line) => console.log(line))`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-build-together-'))
  await cp('src/server', join(folder, 'src/server'), { recursive: true })
  await mkdir(join(folder, 'public'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const pages = Array.from({ length: modules }, (_, at) => at)
  await Promise.all(pages.map((at) => writeFile(join(folder, `src/page-${at}.ts`), `document.title = 'Page ${at}'\n`)))
  await writeFile(join(folder, 'src/main.ts'), pages.map((at) => `void import('./page-${at}.ts')`).join('\n'))
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/src/main.ts"></script>')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await writeFile(join(folder, 'vite.config.ts'), viteConfig)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A starting process, up to its build. */
function start() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return { kill: () => child.kill('SIGKILL'), ended }
}

const builds = async () => (await readFile(join(folder, 'builds.log'), 'utf8').catch(() => '')).split('\n').length - 1
/** Pages of the last build whose files exist. */
async function builtPages() {
  const text = await readFile(join(folder, 'dist/.vite/manifest.json'), 'utf8')
  const files = Object.values(JSON.parse(text) as Record<string, { file: string }>).map(({ file }) => file)
  const found = await Promise.all(files.map((file) => readFile(join(folder, 'dist', file)).catch(() => undefined)))
  return { missing: files.filter((_, at) => !found[at]), pages: files.filter((file) => file.includes('page-')).length }
}

test('two processes that start on an outdated console build it once, and both start', async () => {
  const both = await Promise.all([start().ended, start().ended])
  expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ])
  expect(both.map(({ stdout }) => stdout).join('')).toBe('Another process is building the console. Waiting for it …\n')
  expect(await builds()).toBe(1)
  expect(await builtPages()).toEqual({ missing: [], pages: modules })
}, 60_000)

test('a process killed during its build does not prevent the next one', async () => {
  await rm(join(folder, 'dist/.vite'), { recursive: true })
  const before = await builds()
  const killed = start()
  await expect.poll(builds, { timeout: 30_000 }).toBe(before + 1)
  killed.kill()
  await killed.ended
  expect(await start().ended).toMatchObject({ code: 0, stderr: '' })
  expect(await builtPages()).toEqual({ missing: [], pages: modules })
}, 60_000)

import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { emptyBuild, withBuildLock } from './build/build-lock.ts'
import { installBuildTools } from './build/build-tools.ts'

export const repository = join(import.meta.dirname, '../..')
export const consoleFolder = join(repository, 'dist')

// Includes folders: a removed or renamed file changes only the timestamp of its folder.
const sources = ['src/**', 'public/**', 'index.html', 'vite.config.ts', 'package-lock.json']
const exclude = ['src/server.ts', 'src/start.js', 'src/{crypto,platform,proxy,server,services}/**']
const builtFile = join(consoleFolder, '.vite/manifest.json')
const writtenAt = (path: string) => statSync(join(repository, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Builds the console if a source is newer than the last build. On a read-only installation the existing build is
 * served. Of several processes started together, one builds and the others wait for it.
 */
export async function buildIfStale(say: (line: string) => void = () => undefined) {
  if (whyStale() === undefined) return
  const onWait = () => say('Another process is building the console. Waiting for it …')
  await withBuildLock(consoleFolder, onWait, async () => {
    const reason = whyStale()
    if (reason !== undefined) await buildWithTools(reason, say)
  })
}

/** Undefined if the existing build is to be served. */
function whyStale(): string | undefined {
  const builtAt = statSync(builtFile, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt !== undefined && !isWritable(consoleFolder)) return undefined
  const isStale = globSync(sources, { cwd: repository, exclude }).some((path) => writtenAt(path) > (builtAt ?? 0))
  if (!isStale) return undefined
  return builtAt === undefined ? 'is not built yet' : 'is older than its sources'
}

async function buildWithTools(reason: string, say: (line: string) => void) {
  try {
    if (existsSync(join(repository, 'node_modules/vite'))) return await build(repository)
    say(`The console ${reason}. Building it once with tools in a temporary folder …`)
    const tools = await installBuildTools(repository)
    try {
      await build(tools.folder)
    } finally {
      await tools.remove()
    }
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const why = (stderr || stdout).trim() || message
    throw new Error(`The console ${reason} and cannot be built: ${why}`, { cause: error })
  }
}

/** In a child process, which releases its memory when it exits. */
async function build(tools: string) {
  const vite = join(tools, 'node_modules/vite/bin/vite.js')
  const config = ['--config', join(tools, 'vite.config.ts'), '--configLoader', 'native']
  // Test runners set NODE_ENV=test, which selects the development build of React: twice the size, and much slower.
  const { VITEST: _, ...inherited } = process.env
  // without color codes, errors can be reported in one line
  const env = { ...inherited, NODE_ENV: 'production', NO_COLOR: '1' }
  await emptyBuild(consoleFolder)
  const given = [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', 'false', ...config]
  await promisify(execFile)(process.execPath, given, { cwd: repository, env })
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

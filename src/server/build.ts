import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installBuildTools } from './build-tools.ts'

export const repository = join(import.meta.dirname, '../..')
export const consoleFolder = join(repository, 'dist')

// Folders count as well: a file that was removed or renamed leaves no other trace.
const sources = ['src/**', 'public/**', 'index.html', 'vite.config.ts', 'package-lock.json']
const exclude = ['src/server.ts', 'src/start.js', 'src/{crypto,platform,proxy,server,services}/**']
const builtFile = join(consoleFolder, '.vite/manifest.json')
const writtenAt = (path: string) => statSync(join(repository, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Builds the console when a source is newer than what was built. Where nothing can be written, what was built serves. */
export async function buildIfStale(say: (line: string) => void = () => undefined) {
  const builtAt = statSync(builtFile, { throwIfNoEntry: false })?.mtimeMs
  if (builtAt !== undefined && !isWritable(consoleFolder)) return
  if (!globSync(sources, { cwd: repository, exclude }).some((path) => writtenAt(path) > (builtAt ?? 0))) return
  const reason = builtAt === undefined ? 'is not built yet' : 'is older than its sources'
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

/** In a process of its own, which takes its memory along. */
async function build(tools: string) {
  const vite = join(tools, 'node_modules/vite/bin/vite.js')
  const config = ['--config', join(tools, 'vite.config.ts'), '--configLoader', 'native']
  // Test runners say NODE_ENV=test, with which React comes as for development: twice as large, and much slower.
  const { VITEST: _, ...inherited } = process.env
  const env = { ...inherited, NODE_ENV: 'production', NO_COLOR: '1' } // without color, what fails is told in one line
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', ...config], {
    cwd: repository,
    env,
  })
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

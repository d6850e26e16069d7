import { execFile } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const repository = join(import.meta.dirname, '../..')
export const consoleFolder = join(repository, 'dist')

// Folders count as well: a file that was removed or renamed leaves no other trace.
const sources = ['src/**', 'public/**', 'index.html', 'vite.config.ts', 'package-lock.json']
const exclude = ['src/server.ts', 'src/{crypto,proxy,server,services}/**']
const writtenAt = (path: string) => statSync(join(repository, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Builds the console when a source is newer than what was built; in a process of its own, which takes its memory along. */
export async function buildIfStale() {
  const builtAt = writtenAt('dist/.vite/manifest.json')
  if (!globSync(sources, { cwd: repository, exclude }).some((path) => writtenAt(path) > builtAt)) return
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: repository }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`The console cannot be built: ${(stderr || stdout).trim()}`)
    },
  )
}

import { globSync, statSync } from 'node:fs'
import { build } from 'vite'

// Folders count as well: a file that was removed or renamed leaves no other trace.
const sources = ['src/**', 'public/**', 'index.html', 'vite.config.ts', 'package-lock.json']
const exclude = ['src/server.ts', 'src/{crypto,proxy,services}/**']
const writtenAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Tests run against the built console, never against an older one. */
export async function buildIfStale() {
  const builtAt = writtenAt('dist/.vite/manifest.json')
  if (globSync(sources, { exclude }).some((path) => writtenAt(path) > builtAt)) await build({ logLevel: 'warn' })
}

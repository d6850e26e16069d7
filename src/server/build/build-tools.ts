import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Packages that vite.config.ts imports and the running server does not. */
const buildTools = ['@vitejs/plugin-react', 'vite']
const npmLimitMs = 10 * 60_000

type Package = { devDependencies: Record<string, string> }
type Lockfile = { packages: Record<string, unknown> & { '': object } }

/** Installs the build tools in the versions of the lockfile, into a folder next to the installation. */
export async function installBuildTools(repository: string) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-build-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { devDependencies } = await json<Package>(repository, 'package.json')
    const dependencies = Object.fromEntries(buildTools.map((name) => [name, devDependencies[name]]))
    const root = { name: 'triptych-build', version: '0.0.0', private: true, type: 'module', dependencies }
    const { packages, ...lockfile } = await json<Lockfile>(repository, 'package-lock.json')
    await writeFile(join(folder, 'package.json'), JSON.stringify(root))
    const locked = { ...lockfile, name: root.name, packages: { ...packages, '': root } }
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(locked))
    await copyFile(join(repository, 'vite.config.ts'), join(folder, 'vite.config.ts'))
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  } catch (error) {
    await remove()
    throw error
  }
  return { folder, remove }
}

const json = async <T>(folder: string, name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as T

/** Prefers the npm that started this process. */
function npm(args: string[], cwd: string) {
  const script = process.env.npm_execpath
  const [program, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  return promisify(execFile)(program, [...first, ...args], { cwd, timeout: npmLimitMs })
}

// At build time: which pages call which operation, read from what their files import.
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Files whose imports are those of the pages that import them. */
const shared = /^(components|api)\//

/** Operations by the page folders that call them: `mdm.listDevices` → `devices/list`, `overview`. */
export async function usedByPages(): Promise<Record<string, string[]>> {
  const files = await Promise.all(['pages', 'components', 'api'].map((folder) => sourcesIn(folder)))
  const imports = new Map(await Promise.all(files.flat().map(async (file) => [file, await importsOf(file)] as const)))
  const endpoints = await endpointIds(imports)
  const used = new Map<string, Set<string>>()
  for (const file of imports.keys()) {
    if (!file.startsWith('pages/') || file.startsWith('pages/reference/')) continue
    for (const id of idsCalled(file, imports, endpoints, new Set())) {
      used.set(id, (used.get(id) ?? new Set()).add(posix.dirname(file).slice('pages/'.length)))
    }
  }
  return Object.fromEntries([...used].map(([id, pages]) => [id, [...pages].toSorted()]))
}

type Imported = { from: string; names: string[] }
type Imports = ReadonlyMap<string, readonly Imported[]>

function idsCalled(
  file: string,
  imports: Imports,
  endpoints: ReadonlyMap<string, string>,
  seen: Set<string>,
): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return (imports.get(file) ?? []).flatMap(({ from, names }) =>
    from.startsWith('contract/')
      ? names.flatMap((name) => endpoints.get(`${from} ${name}`) ?? [])
      : shared.test(from)
        ? idsCalled(from, imports, endpoints, seen)
        : [],
  )
}

/** The IDs of what is imported from the contract, by file and name; helpers and schemas have none. */
async function endpointIds(imports: Imports): Promise<Map<string, string>> {
  const modules = new Set([...imports.values()].flat().map(({ from }) => from))
  const ids = new Map<string, string>()
  for (const file of [...modules].filter((from) => from.startsWith('contract/'))) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) ids.set(`${file} ${name}`, value.id)
    }
  }
  return ids
}
const isEndpoint = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'path' in value && 'permission' in value

const sourcesIn = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => posix.join(folder, file))

/** Values that a file imports, statically or when it is needed; types are gone at run time. */
async function importsOf(file: string): Promise<Imported[]> {
  const text = await readFile(join(root, file), 'utf8')
  const statics = [...text.matchAll(/^import \{([^}]*)\} from '([#.][^']+)'/gm)].map(([, names = '', from = '']) => ({
    from: resolved(file, from),
    names: names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(' as ')[0] ?? ''),
  }))
  const whole = [...text.matchAll(/^import \* as (\w+) from '([#.][^']+)'/gm)].map(([, name = '', from = '']) => ({
    from: resolved(file, from),
    names: [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member),
  }))
  const lazy = [...text.matchAll(/import\('([#.][^']+)'\)/g)].map(([, from = '']) => ({
    from: resolved(file, from),
    names: [],
  }))
  return [...statics, ...whole, ...lazy]
}

const resolved = (file: string, from: string) =>
  from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from)

// Build step: derives from imports which pages call which operations.
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Imports of these files count for the pages that import them. */
const shared = /^(components|api)\//

/** Maps operations to the page folders that call them: `mdm.listDevices` → `devices/list`, `overview`. */
export async function usedByPages(): Promise<Record<string, string[]>> {
  const files = await Promise.all(['pages', 'components', 'api'].map((folder) => sourcesIn(folder)))
  const sources: Sources = new Map(
    await Promise.all(files.flat().map(async (file) => [file, await sourceOf(file)] as const)),
  )
  const endpoints = await endpointIds(sources)
  const used = new Map<string, Set<string>>()
  for (const file of sources.keys()) {
    if (!file.startsWith('pages/') || file.startsWith('pages/reference/')) continue
    for (const id of idsCalled(file, sources, endpoints, new Set())) {
      used.set(id, (used.get(id) ?? new Set()).add(posix.dirname(file).slice('pages/'.length)))
    }
  }
  return Object.fromEntries([...used].map(([id, pages]) => [id, [...pages].toSorted()]))
}

type Imported = { from: string; names: string[] }
type Sources = ReadonlyMap<string, { text: string; imports: readonly Imported[] }>
/** A contract export: an endpoint, or an object with endpoints as members. */
type Exported = { id: string; word?: string }
type Endpoints = ReadonlyMap<string, readonly Exported[]>

function idsCalled(file: string, sources: Sources, endpoints: Endpoints, seen: Set<string>): string[] {
  const source = sources.get(file)
  if (!source || seen.has(file)) return []
  seen.add(file)
  return source.imports.flatMap(({ from, names }) => {
    if (shared.test(from)) return idsCalled(from, sources, endpoints, seen)
    return names
      .flatMap((name) => endpoints.get(`${from} ${name}`) ?? [])
      .filter(({ word }) => word === undefined || new RegExp(`[.{,]\\s*${word}\\b`).test(source.text))
      .map(({ id }) => id)
  })
}

/** Endpoints among the contract imports, by file and export name; helpers and schemas are ignored. */
async function endpointIds(sources: Sources): Promise<Endpoints> {
  const modules = new Set([...sources.values()].flatMap(({ imports }) => imports.map(({ from }) => from)))
  const found = new Map<string, Exported[]>()
  for (const file of [...modules].filter((from) => from.startsWith('contract/'))) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) found.set(`${file} ${name}`, endpointsIn(value))
  }
  return found
}

/** An importer of a whole service table uses the members that its source text mentions. */
function endpointsIn(value: unknown): Exported[] {
  if (isEndpoint(value)) return [{ id: value.id }]
  return valuesOf(value)
    .flatMap((inner) => (isEndpoint(inner) ? [] : Object.entries(isObject(inner) ? inner : {})))
    .flatMap(([word, inner]) => (isEndpoint(inner) ? [{ id: inner.id, word }] : []))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const valuesOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : [])
const isEndpoint = (value: unknown): value is { id: string } =>
  isObject(value) && 'id' in value && 'path' in value && 'permission' in value

const sourcesIn = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => posix.join(folder, file))

/** Static and dynamic value imports of a file, and re-exports; types are ignored. */
async function sourceOf(file: string): Promise<{ text: string; imports: Imported[] }> {
  const text = await readFile(join(root, file), 'utf8')
  const statics = [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '([#.][^']+)'/gm)].map(
    ([, names = '', from = '']) => ({
      from: resolved(file, from),
      names: names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => name.split(' as ')[0] ?? ''),
    }),
  )
  const whole = [...text.matchAll(/^import \* as (\w+) from '([#.][^']+)'/gm)].map(([, name = '', from = '']) => ({
    from: resolved(file, from),
    names: [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member),
  }))
  const lazy = [...text.matchAll(/import\('([#.][^']+)'\)/g)].map(([, from = '']) => ({
    from: resolved(file, from),
    names: [],
  }))
  return { text, imports: [...statics, ...whole, ...lazy] }
}

const resolved = (file: string, from: string) =>
  from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from)

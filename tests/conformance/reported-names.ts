import { readFileSync } from 'node:fs'
import { readConnectionFile } from '#server/connections/connection-file.ts'

const example = new URL('../../.github/examples/connections.json', import.meta.url)

/** Names that integrators reported of real servers: reference → theirs. They stand in the example of connections. */
export const reportedNames: ReadonlyMap<string, string> = namesIn(JSON.parse(readFileSync(example, 'utf8')))

function namesIn(file: unknown): ReadonlyMap<string, string> {
  const read = readConnectionFile(file)
  if ('message' in read) throw new Error(`${example.pathname}: ${read.message}`)
  const dialects = read.sites.flatMap(({ connections }) => connections.map(({ dialect }) => dialect))
  return new Map(dialects.flatMap((dialect) => Object.entries(dialect?.names ?? {})))
}

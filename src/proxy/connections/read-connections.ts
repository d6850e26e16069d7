import { readFile } from 'node:fs/promises'
import { isAbsolute, join, dirname } from 'node:path'
import * as z from 'zod'
import { dialect } from '#contract/dialect.ts'
import type { ServiceName } from '#contract/problem.ts'
import type { Connection } from '#proxy/upstream.ts'

/** A secret stands in the environment or in a file of its own, never in the file of connections. */
const secretReference = z.union(
  [z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  {
    error: 'must be { "env": "<variable>" } or { "file": "<path>" }: secrets do not stand in this file',
  },
)

const connection = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens'),
  service: z.enum(['desktop', 'mdm', 'keys']),
  base_url: z.url({ protocol: /^https?$/, error: 'must be an address such as https://mdm.example.com:8383' }),
  dialect: dialect.partial().optional(),
  /** Token or API key of the console's own account there. */
  credential: secretReference.optional(),
  /** PEM of the authority behind the server's certificate. */
  ca_file: z.string().min(1).optional(),
})
const connectionFile = z.strictObject({ connections: z.array(connection).min(1) })

export type NamedConnection = Connection & { service: ServiceName }

/** Connections to real servers, as a file describes them. Throws one line that names the place in the file. */
export async function readConnections(path: string, variables: NodeJS.ProcessEnv): Promise<NamedConnection[]> {
  const { success, data, error } = connectionFile.safeParse(await jsonIn(path))
  if (!success) {
    const [issue] = error.issues
    throw new Error(`${path}: ${issue?.path.join('.') || 'the file'} ${issue?.message}`)
  }
  const at = (file: string) => (isAbsolute(file) ? file : join(dirname(path), file))
  const found: NamedConnection[] = []
  for (const [
    index,
    { name, service, base_url, dialect: given = {}, ca_file, ...rest },
  ] of data.connections.entries()) {
    const place = `${path}: connections.${index}`
    const one: NamedConnection = { name, service, baseUrl: new URL(base_url), dialect: dialect.parse(given) }
    if (ca_file !== undefined) one.ca = await textOf(at(ca_file), `${place}.ca_file`)
    if (rest.credential) {
      const secret = await secretOf(rest.credential, variables, at, `${place}.credential`)
      one.credential = () => Promise.resolve(secret)
    }
    found.push(one)
  }
  return found
}

async function jsonIn(path: string): Promise<unknown> {
  const text = await textOf(path, path)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path}: is not JSON`)
  }
}

type Reference = z.output<typeof secretReference>
async function secretOf(
  reference: Reference,
  variables: NodeJS.ProcessEnv,
  at: (file: string) => string,
  place: string,
) {
  if ('file' in reference) return (await textOf(at(reference.file), place)).trim()
  const value = variables[reference.env]
  if (value) return value
  throw new Error(`${place}: the environment has no ${reference.env}`)
}

const textOf = (path: string, place: string) =>
  readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`${place}: the file cannot be read (${code})`)
  })

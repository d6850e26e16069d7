import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { ServiceName } from '#contract/problem.ts'
import type { IdentitySettings, SiteSettings } from '#platform/upstream/sites.ts'
import type { Connection } from '#platform/upstream/connection.ts'
import {
  type ConnectionEntry,
  type IdentityEntry,
  readConnectionFile,
  type SecretReference,
  type SiteEntry,
} from './connection-file.ts'

/** Path of a value in the file: `sites.0.connections.1.ca_file`. */
type Place = readonly PropertyKey[]
type Reader = {
  text: (file: string, place: Place) => Promise<string>
  secret: (from: SecretReference, place: Place) => Promise<string>
}

/** A rejected value and its path. */
class Refusal extends Error {
  readonly place: Place
  constructor(place: Place, message: string) {
    super(message)
    this.place = place
  }
}

/** Reads connections to real servers from a file. Throws one line that names the path of the invalid value. */
export async function readConnections(path: string, variables: NodeJS.ProcessEnv): Promise<SiteSettings[]> {
  try {
    return await sitesIn(path, variables)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { place, message } = error
    throw new Error(`${path}: ${place.length > 0 ? `${place.join('.')} ` : ''}${message}`, { cause: error })
  }
}

async function sitesIn(path: string, variables: NodeJS.ProcessEnv): Promise<SiteSettings[]> {
  const text: Reader['text'] = (file, place) =>
    readFile(file === path || isAbsolute(file) ? file : join(dirname(path), file), 'utf8').catch(
      ({ code }: NodeJS.ErrnoException) => {
        throw new Refusal(place, `${place.length > 0 ? 'names a file that ' : ''}cannot be read (${code})`)
      },
    )
  const secret: Reader['secret'] = async (from, place) => {
    const value = 'file' in from ? (await text(from.file, place)).trim() : variables[from.env]
    if (!value) {
      throw new Refusal(place, 'file' in from ? 'names an empty file' : `names a variable that is not set: ${from.env}`)
    }
    // The value is sent in a header; invalid characters would fail every request with an obscure error.
    if (!/^[\x20-\x7e]+$/.test(value)) throw new Refusal(place, 'must be one line of visible ASCII characters')
    return value
  }
  const read = readConnectionFile(await jsonIn(text, path))
  if ('message' in read) throw new Refusal(read.path, read.message)
  return Promise.all(read.sites.map((site, index) => siteOf(site, read.placeOf(index), { text, secret })))
}

async function siteOf({ name, title, identity, connections }: SiteEntry, place: Place, reader: Reader) {
  const opened = await Promise.all(
    connections.map(async (entry, index) => {
      return [entry.service, await connectionOf(entry, [...place, 'connections', index], reader)] as const
    }),
  )
  const site: SiteSettings = {
    name,
    title,
    connections: Object.fromEntries<Connection>(opened) satisfies Partial<Record<ServiceName, Connection>>,
  }
  if (identity) site.identity = await identityOf(identity, [...place, 'identity'], reader)
  return site
}

async function connectionOf(entry: ConnectionEntry, place: Place, { text, secret }: Reader): Promise<Connection> {
  const { name, base_url: baseUrl, edition, ca_file: ca, credential, background_credential: background } = entry
  const { about: _forReaders, ...dialect } = entry.dialect
  const connection: Connection = { name, baseUrl, dialect, ...(edition && { edition }) }
  if (entry.deadlines) {
    const { about: _alsoForReaders, ...deadlines } = entry.deadlines
    connection.deadlines = deadlines
  }
  if (ca !== undefined) connection.ca = await authorityIn(ca, [...place, 'ca_file'], text)
  if (credential) {
    const value = await secret(credential, [...place, 'credential'])
    connection.credential = () => Promise.resolve(value)
  }
  if (entry.module !== undefined) connection.module = entry.module
  if (entry.records_per_second !== undefined) connection.recordsPerSecond = entry.records_per_second
  if (background) {
    const value = await secret(background, [...place, 'background_credential'])
    connection.background = () => Promise.resolve(value)
  }
  return connection
}

async function identityOf(entry: IdentityEntry, place: Place, { text, secret }: Reader): Promise<IdentitySettings> {
  const { title, auth_url: authUrl, client_id: clientId, scopes, ca_file: ca } = entry
  return {
    title,
    authUrl,
    clientId,
    clientSecret: await secret(entry.client_secret, [...place, 'client_secret']),
    scopes,
    parametersIn: entry.parameters_in,
    accountsServers: entry.accounts_servers,
    apiDomains: entry.api_domains,
    ...(ca !== undefined && { ca: await authorityIn(ca, [...place, 'ca_file'], text) }),
  }
}

/** Checked at startup: with an invalid CA file, the first request would fail with a misleading TLS error. */
async function authorityIn(file: string, place: Place, text: Reader['text']): Promise<string> {
  const pem = await text(file, place)
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (certificates.length > 0 && certificates.every((one) => isCertificate(one))) return pem
  throw new Refusal(place, 'names a file that holds no certificate in PEM form: "-----BEGIN CERTIFICATE-----"')
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

async function jsonIn(text: Reader['text'], path: string): Promise<unknown> {
  const content = await text(path, [])
  try {
    return JSON.parse(content)
  } catch (error) {
    // Position only: the parser's message quotes file contents.
    const [where = ''] =
      / at position \d+ \(line \d+ column \d+\)| \(line \d+ column \d+\)/.exec((error as Error).message) ?? []
    throw new Refusal([], `is not JSON${where}`)
  }
}

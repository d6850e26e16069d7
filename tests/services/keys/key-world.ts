// Key management on a real database, without HTTP: handlers are called through their rows, in the words of the wire.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { fileNameIn } from '#contract/http/file-answer.ts'
import type { WireRequest, WireResponse } from '#contract/http/wire-message.ts'
import { type JsonObject, parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { type FilePart, isFilePart } from '#contract/http/file-part.ts'
import { createKeyRing } from '#crypto/vault/key-ring.ts'
import { newPassphraseKey } from '#crypto/vault/master-key.ts'
import { Vault } from '#crypto/vault/vault.ts'
import { createCryptoWork } from '#crypto/workers/crypto-work.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createArchives } from '#services/archive-tables.ts'
import { createAnswers } from '#services/keys/answer-tables.ts'
import { addPublication, createAcmeClient, createAcmeRenewal } from '#services/keys/acme-client/tables.ts'
import { createAcme } from '#services/keys/acme/tables.ts'
import { createReload } from '#services/keys/deployment/reload-tables.ts'
import { createForeignStatus } from '#services/keys/foreign-status/tables.ts'
import { createHostChecks } from '#services/keys/hosts/check-tables.ts'
import { createTlsHosts } from '#services/keys/hosts/tables.ts'
import { createProfiles } from '#services/keys/profiles/tables.ts'
import { auditTrail } from '#services/keys/audit.ts'
import { createKeyTables } from '#services/keys/create-tables.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { tlsScanner } from '#services/keys/discovery/scanner.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { problemOf } from '#services/keys/refused.ts'
import { createLoadBalancers } from '#services/keys/load-balancers/tables.ts'
import { createRightsAndSharing } from '#services/keys/rights-and-sharing-tables.ts'
import { createHostIdentities } from '#services/keys/ssh/identity/tables.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { type Handlers, implement } from '#services/router.ts'

export type KeyWorld = Awaited<ReturnType<typeof startKeyWorld>>
/** Fields of Details as they are on the wire, and file parts. */
export type WireInput = Record<string, unknown>
export const caller = { username: 'admin', address: '127.0.0.1', peer: '127.0.0.1', keyId: 1 }

/** `url`: of an empty PostgreSQL database; SQLite without it. */
export async function startKeyWorld({ url }: { url?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-keys-'))
  const database = await openDatabase({
    url,
    folder,
    migrations: {
      keys: { up: createKeyTables },
      keys_rights: { up: createRightsAndSharing },
      load_balancers: { up: createLoadBalancers },
      keys_archives: { up: createArchives },
      keys_answers: { up: createAnswers },
      keys_profiles: { up: createProfiles },
      keys_host_identities: { up: createHostIdentities },
      keys_server_reload: { up: createReload },
      keys_acme: { up: createAcme },
      keys_acme_client: { up: createAcmeClient },
      keys_acme_publication: { up: addPublication },
      keys_tls_hosts: { up: createTlsHosts },
      keys_host_checks: { up: createHostChecks },
      keys_foreign_status: { up: createForeignStatus },
      keys_acme_renewal: { up: createAcmeRenewal },
    },
  })
  const db = database.db.$extendTables<KeyTables>()
  const master = await newPassphraseKey('correct horse battery staple')
  const ring = createKeyRing(master)
  const vault = new Vault()
  const unlock = () => vault.unlock(ring, master)
  unlock()
  const work = createCryptoWork({ threads: 2 })
  const parts: KeyManagement = {
    db,
    vault,
    work,
    audit: auditTrail(db, vault),
    scanner: tlsScanner(addressRules(['127.0.0.0/8', '::1/128'])),
    statusAddresses: (issuer) => ({ crlUrl: `http://localhost/crl/${issuer}`, ocspUrl: 'http://localhost/ocsp' }),
    sharedPath: join(folder, 'shared'),
  }
  return {
    parts,
    folder,
    unlock,
    /** Call handlers by name. What they refuse is thrown as a `Problem`, as the edge would answer it. */
    serve,
    /** What the audit says, oldest first. */
    audit: () => db.selectFrom('key_audit').selectAll().orderBy('id').execute(),
    /** Every byte that is in the data folder: database, WAL and all. */
    stored: async () => {
      const names = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile())
      return Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))))
    },
    stop: async () => {
      await work.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function serve<const R extends Endpoints>(rows: R, handlers: Handlers<R, KeyCall>, by: Partial<KeyCall> = {}) {
  const names = Object.keys(rows)
  const routes = new Map(implement<R, KeyCall>(rows)(handlers).map((route, at) => [names[at], route]))
  async function answer(name: string, input: WireInput): Promise<WireResponse> {
    const route = routes.get(name)
    if (!route) throw new Error(`There is no handler ${name}`)
    const operation = route.endpoint.path.slice(route.endpoint.path.lastIndexOf('/') + 1)
    const call = { ...caller, operation, origin: 'https://localhost:6565', speaks: defaultDialect, ...by }
    try {
      return await route.answer(wireRequest(route.endpoint, input), call)
    } catch (error) {
      throw problemOf(error)
    }
  }
  return {
    /** The answer as JSON. */
    call: async (name: keyof R & string, input: WireInput = {}): Promise<JsonObject> =>
      parseJson((await answer(name, input)).body) as JsonObject,
    /** The answer as a sentence. */
    ask: async (name: keyof R & string, input: WireInput = {}): Promise<string> => (await answer(name, input)).body,
    /** The answer as a file. */
    download: async (name: keyof R & string, input: WireInput = {}) => {
      const { headers, bytes = new Uint8Array() } = await answer(name, input)
      return {
        name: fileNameIn(headers['content-disposition']),
        type: headers['content-type'],
        bytes: Buffer.from(bytes),
      }
    },
  }
}

function wireRequest({ encoding, method, path }: Endpoints[string], input: WireInput): WireRequest {
  const entries = Object.entries(input)
  const files = Object.fromEntries(entries.filter((entry): entry is [string, FilePart] => isFilePart(entry[1])))
  const details = Object.fromEntries(entries.filter(([, value]) => !isFilePart(value)))
  const data = stringifyJson({ operation: { Details: details } })
  const request: WireRequest = { method, target: path, headers: {} }
  if (encoding === 'multipart') return { ...request, form: { fields: { INPUT_DATA: data }, files } }
  if (encoding === 'json') return { ...request, body: stringifyJson(details) }
  const type = 'application/x-www-form-urlencoded'
  return { ...request, headers: { 'content-type': type }, body: String(new URLSearchParams({ INPUT_DATA: data })) }
}

/** A file as a caller sends it. */
export const fileOf = (content: string | Uint8Array, name = 'file'): FilePart => ({ name, bytes: Buffer.from(content) })

/** With which words the call is refused. A call that succeeds, or fails in another way, fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof Problem)) throw new Error('It was not refused', { cause: error })
  expect(error.message).not.toMatch(/[\r\n]/)
  return error.message
}

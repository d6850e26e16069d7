import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { resolveHost, systemResolver } from '#services/network/resolve.ts'
import { addressRules } from '#services/network/address-rules.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { opened, sealed } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { AcmeRefusal, acmeSession, type AcmeServer, type AcmeSession } from './acme-session.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault' | 'addressOfHost'>
type Row = KeyTables['key_acme_server']

const placeOf = ({ name, version }: Pick<Row, 'name' | 'version'>) =>
  ({ table: 'key_acme_server', row: name, column: 'sealed_key', version }) as const

const onlyPublic = (name: string) => resolveHost(name, addressRules([]), systemResolver)

/** Runs an operation in a session with an external authority; its errors refer to the given field. */
export async function overSession<T>(
  { addressOfHost = onlyPublic }: Parts,
  server: AcmeServer,
  field: string,
  work: (session: AcmeSession) => Promise<T>,
): Promise<T> {
  const session = acmeSession(server, addressOfHost)
  try {
    return await work(session)
  } catch (error) {
    if (error instanceof AcmeRefusal) throw refused(field, `The authority answered: ${error.message}`)
    throw error
  } finally {
    await session.close()
  }
}

export async function findServer({ db }: Parts, name: string): Promise<Row | undefined> {
  return db.selectFrom('key_acme_server').selectAll().where('name', '=', name).executeTakeFirst()
}

export const serverOf = ({ vault }: Parts, row: Row): AcmeServer => ({
  directory: row.directory,
  account: row.account,
  accountKey: opened(vault, placeOf(row), row.sealed_key).toString(),
  ca: row.ca ?? undefined,
})

export async function newAccountKey(): Promise<string> {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 } as never)
  return writePem('PRIVATE KEY', privateKey)
}

export const sealedKey = ({ vault }: Parts, name: string, key: string) =>
  sealed(vault, placeOf({ name, version: 1 }), key)

import type { Der } from '#crypto/der.ts'
import { readPem, writePem } from '#crypto/pem.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { opened, sealed } from '#services/keys/sealed.ts'

export type IdentityName = 'own-authority' | 'tls-server' | 'external-root' | 'external-authority' | 'lab-authority'

/** A certificate of the service itself with its issuers and private key. */
export type Identity = {
  /** The certificate, followed by its issuers. */
  chain: [Der, ...Der[]]
  /** PKCS#8. */
  privateKey: Der
}

type Parts = Pick<KeyManagement, 'db' | 'vault'>

/** Certificates only, which are readable while the vault is sealed. */
export async function findChain({ db }: Pick<Parts, 'db'>, name: IdentityName): Promise<[Der, ...Der[]] | undefined> {
  const row = await db.selectFrom('key_identity').select('certificates').where('name', '=', name).executeTakeFirst()
  return row && chainIn(row.certificates)
}

export async function findIdentity({ db, vault }: Parts, name: IdentityName): Promise<Identity | undefined> {
  const row = await db.selectFrom('key_identity').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return undefined
  const secret = opened(vault, placeOf(name, row.version), row.sealed_key)
  return { chain: chainIn(row.certificates), privateKey: Uint8Array.from(secret) }
}

/** Reads the identity, or creates it. If two processes create one, both use the first. */
export async function openIdentity(parts: Parts, name: IdentityName, make: () => Promise<Identity>): Promise<Identity> {
  const found = await findIdentity(parts, name)
  if (found) return found
  const row = { name, version: 1, ...columnsOf(parts, name, 1, await make()) }
  await parts.db
    .insertInto('key_identity')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return requireIdentity(parts, name)
}

/** Replaces an identity, unless it was replaced concurrently. */
export async function renewIdentity(
  parts: Parts,
  name: IdentityName,
  make: () => Promise<Identity>,
): Promise<Identity> {
  const known = await parts.db
    .selectFrom('key_identity')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const version = known.version + 1
  await parts.db
    .updateTable('key_identity')
    .set({ version, ...columnsOf(parts, name, version, await make()) })
    .where('name', '=', name)
    .where('version', '=', known.version)
    .execute()
  return requireIdentity(parts, name)
}

async function requireIdentity(parts: Parts, name: IdentityName): Promise<Identity> {
  const found = await findIdentity(parts, name)
  if (!found) throw new Error(`The identity ${name} is gone`)
  return found
}

const columnsOf = ({ vault }: Parts, name: IdentityName, version: number, { chain, privateKey }: Identity) => ({
  certificates: pemOf(chain),
  sealed_key: sealed(vault, placeOf(name, version), privateKey),
})

const placeOf = (name: IdentityName, version: number) =>
  ({ table: 'key_identity', row: name, column: 'sealed_key', version }) as const

export const pemOf = (chain: readonly Der[]): string => chain.map((der) => writePem('CERTIFICATE', der)).join('')

function chainIn(text: string): [Der, ...Der[]] {
  const [own, ...above] = readPem(text).map(({ bytes }) => bytes)
  if (!own) throw new Error('A stored authority has no certificate')
  return [own, ...above]
}

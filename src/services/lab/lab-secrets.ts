import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { opened, sealed } from '#services/keys/sealed.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault'>

/** Password of all accounts on lab hosts; that of the first run is kept. */
export const labPassword = (parts: Parts, first: string): Promise<string> =>
  keptSecret(parts, 'lab-password', () => Buffer.from(first)).then((secret) => secret.toString())

/** Encrypts the disks of lab hosts. Separate from the vault's keys, which can be rotated without rewriting them. */
export const labDiskKey = async (parts: Parts): Promise<KeyObject> =>
  createSecretKey(await keptSecret(parts, 'lab-disk', () => randomBytes(32)))

/**
 * Persistent host key, independent of process and folder.
 * @param first creates it
 */
export const labHostKey = (parts: Parts, host: string, first: () => Promise<string>): Promise<string> =>
  keptSecret(parts, `lab-host-key ${host}`, async () => Buffer.from(await first())).then((secret) => secret.toString())

/** Created once; if two processes do, both use the first. */
async function keptSecret({ db, vault }: Parts, name: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  const placeOf = (version: number) => ({ table: 'key_setting', row: name, column: 'sealed_value', version }) as const
  const find = () => db.selectFrom('key_setting').selectAll().where('name', '=', name).executeTakeFirst()
  if (!(await find())) {
    const row = { name, sealed_value: sealed(vault, placeOf(1), await make()), version: 1 }
    await db
      .insertInto('key_setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  const stored = await find()
  if (!stored) throw new Error(`The setting ${name} is missing`)
  return opened(vault, placeOf(stored.version), stored.sealed_value)
}

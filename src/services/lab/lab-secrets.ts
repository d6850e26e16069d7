import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { opened, sealed } from '#services/keys/sealed.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault'>

/** The password of every account on the lab's hosts: that of the first run, whatever a later one is told. */
export const labPassword = (parts: Parts, first: string): Promise<string> =>
  keptSecret(parts, 'lab-password', () => Buffer.from(first)).then((secret) => secret.toString())

/** Seals the disks of the lab's hosts. A key of its own, so that the vault can change its own without rewriting them. */
export const labDiskKey = async (parts: Parts): Promise<KeyObject> =>
  createSecretKey(await keptSecret(parts, 'lab-disk', () => randomBytes(32)))

/**
 * The private key of a host: whichever process runs it, and in whichever folder, clients know it again.
 * @param first where there is none yet
 */
export const labHostKey = (parts: Parts, host: string, first: () => Promise<string>): Promise<string> =>
  keptSecret(parts, `lab-host-key ${host}`, async () => Buffer.from(await first())).then((secret) => secret.toString())

/** Made once; of two processes that make it, the first is right for both. */
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

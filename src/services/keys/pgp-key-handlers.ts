import type { sshKeyRows } from '#contract/keys/ssh.ts'
import { type PgpUser, pgpUser } from '#crypto/pgp/pgp-user.ts'
import { oneAtATime } from '#services/one-at-a-time.ts'
import type { Handlers } from '#services/router.ts'
import { downloadName } from './download-name.ts'
import type { KeyCall, KeyManagement } from './key-management.ts'
import { inWireWords, refused } from './refused.ts'
import { opened, sealed } from './sealed.ts'
import type { KeyTables } from './tables.ts'

type PgpKey = KeyTables['key_pgp_key']

/** getPGPKey: creates a user's key on first request. */
export function pgpKeyHandlers(parts: KeyManagement): Handlers<Pick<typeof sshKeyRows, 'getPgpKey'>, KeyCall> {
  const { vault, audit } = parts
  const inTurn = oneAtATime()
  return {
    getPgpKey: async ({ User, keyExportType }, call) => {
      if (!User.isWellFormed()) throw refused('User', 'The name is not well-formed text')
      const user = await inWireWords({ user: 'User' }, () => pgpUser(User))
      const id = idOf(user)
      const key = (await findPgpKey(parts, id)) ?? (await inTurn(id, () => makePgpKey(parts, call, id)))
      const name = user.email ?? id
      if (keyExportType === 'public') {
        await audit.note(call, `Public half of the PGP key of “${id}” exported`)
        return { name: downloadName(name, '.asc'), bytes: Buffer.from(key.public_key) }
      }
      await audit.reveal(call, `Private half of the PGP key of “${id}” exported`)
      return { name: downloadName(name, '.private.asc'), bytes: opened(vault, placeOf(key), key.sealed_private_key) }
    },
  }
}

/** OpenPGP user ID, so that blanks do not distinguish users. */
const idOf = ({ name, email }: PgpUser) => [name, email && (name ? `<${email}>` : email)].filter(Boolean).join(' ')

const placeOf = ({ user_id, version }: Pick<PgpKey, 'user_id' | 'version'>) =>
  ({ table: 'key_pgp_key', row: user_id, column: 'sealed_private_key', version }) as const

const findPgpKey = ({ db }: Pick<KeyManagement, 'db'>, id: string): Promise<PgpKey | undefined> =>
  db.selectFrom('key_pgp_key').selectAll().where('user_id', '=', id).executeTakeFirst()

async function makePgpKey({ db, vault, audit, work }: KeyManagement, call: KeyCall, id: string): Promise<PgpKey> {
  const known = await findPgpKey({ db }, id)
  if (known) return known
  const made = await inWireWords({ user: 'User' }, () => work.run('createPgpKey', [{ user: id }]))
  const key: PgpKey = {
    user_id: id,
    fingerprint: made.fingerprint,
    public_key: made.publicKey,
    sealed_private_key: sealed(vault, placeOf({ user_id: id, version: 1 }), made.privateKey),
    version: 1,
    created_by: call.username,
    created_at: Date.now(),
  }
  const isKept = await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('key_pgp_key')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) await audit.record(transaction, call, `PGP key of “${id}” created`)
    return numInsertedOrUpdatedRows === 1n
  })
  // If another process stored a key meanwhile, that one is used.
  return (isKept ? undefined : await findPgpKey({ db }, id)) ?? key
}

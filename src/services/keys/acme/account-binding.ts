import { createSecretKey } from 'node:crypto'
import { flattenedVerify, type JWK } from 'jose'
import type { Transaction } from 'kysely'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { opened } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { AcmeProblem } from './acme-problem.ts'
import { headerOf, isRecord, jsonIn, readSigned, thumbprintOf } from './signed-post.ts'

type Binding = KeyTables['key_acme_binding']
const refuse = (why: string) => new AcmeProblem('unauthorized', `External account binding: ${why}`)

export const bindingPlace = ({ id, version }: Pick<Binding, 'id' | 'version'>) =>
  ({ table: 'key_acme_binding', row: id, column: 'sealed_key', version }) as const

/**
 * External account binding (RFC 8555, 7.3.4): the account key, signed with a key issued by the authority. Each key
 * binds one account.
 */
export async function requireBinding(
  { db, vault }: Pick<KeyManagement, 'db' | 'vault'>,
  given: unknown,
  { issuer, url, jwk }: { issuer: string; url: string; jwk: JWK },
): Promise<Binding> {
  const signed = readSigned(given, 'externalAccountBinding')
  const { alg, kid, url: stated, nonce } = headerOf(signed)
  if (alg !== 'HS256') throw new AcmeProblem('badSignatureAlgorithm', 'External account binding requires HS256')
  if (nonce !== undefined) throw refuse('its header must not have a nonce')
  if (stated !== url) throw refuse(`its header url must be ${url}`)
  const binding =
    typeof kid === 'string'
      ? await db
          .selectFrom('key_acme_binding')
          .selectAll()
          .where('id', '=', kid)
          .where('issuer', '=', issuer)
          .executeTakeFirst()
      : undefined
  if (!binding) throw refuse('this key identifier is unknown; ask the administrator of this authority for one')
  const key = opened(vault, bindingPlace(binding), binding.sealed_key)
  const payload = await flattenedVerify(signed, createSecretKey(key), { algorithms: ['HS256'] }).then(
    (result) => result.payload,
    () => {
      throw refuse('the signature is not by the key of this key identifier')
    },
  )
  const bound = jsonIn(Buffer.from(payload).toString(), 'The payload of externalAccountBinding')
  if (!isRecord(bound) || (await thumbprintOf(bound)) !== (await thumbprintOf(jwk)))
    throw refuse('its payload must be the key of the account')
  if (binding.account_id !== null) throw refuse('this key identifier already belongs to an account; ask for another')
  return binding
}

/** If two accounts use the same key concurrently, one is rejected. */
export async function bindAccount(transaction: Transaction<KeyTables>, { id }: Binding, account: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('key_acme_binding')
    .set({ account_id: account })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('this key identifier already belongs to an account; ask for another')
}

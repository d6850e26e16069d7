import type { JWK } from 'jose'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import { bindAccount, requireBinding } from './account-binding.ts'
import {
  type AcmeAccount,
  type AcmeAnswer,
  type AcmeCall,
  actorOf,
  requireAccount,
  requirePayload,
  type SignedCall,
} from './acme-call.ts'
import { AcmeProblem, notFound, tooMany } from './acme-problem.ts'
import { headerOf, isRecord, jsonIn, publicKey, readSigned, thumbprintOf, verified } from './signed-post.ts'

const maxContacts = 5
const hourMs = 60 * 60_000
const maxNewAnHour = 100
const maxOrdersAPage = 100

const mail = /^mailto:[^\s@,?\p{Cc}]{1,64}@[^\s@,?\p{Cc}]{1,250}$/u

/** newAccount, account updates, key change and order lists (RFC 8555, 7.1.2.1 and 7.3). */
export function acmeAccounts({ db, vault, audit }: Pick<KeyManagement, 'db' | 'vault' | 'audit'>) {
  const byKey = async (issuer: string, jwk: JWK): Promise<AcmeAccount | undefined> =>
    db
      .selectFrom('key_acme_account')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('thumbprint', '=', await thumbprintOf(jwk))
      .executeTakeFirst()

  async function requireFewNew({ rules, address }: AcmeCall) {
    const { count } = await db
      .selectFrom('key_acme_account')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('issuer', '=', rules.issuer)
      .where('created_at', '>', Date.now() - hourMs)
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    if (count >= maxNewAnHour)
      throw tooMany(`At most ${maxNewAnHour} accounts an hour can be made from one address`, 3600)
  }

  return {
    byKey,

    newAccount: async (call: SignedCall): Promise<AcmeAnswer> => {
      const { rules, base, url, jwk, address } = call
      if (!jwk) throw new AcmeProblem('malformed', 'A new account needs jwk in the protected header')
      const payload = requirePayload(call)
      const known = await byKey(rules.issuer, jwk)
      if (known) {
        requireValid(known)
        return { status: 200, body: viewOf(base, known), headers: { location: accountUrl(base, known.id) } }
      }
      if (payload.onlyReturnExisting === true)
        throw new AcmeProblem('accountDoesNotExist', 'There is no account with this key')
      const contact = contactsIn(payload.contact)
      const given = payload.externalAccountBinding
      if (given === undefined && rules.bindingRequired)
        throw new AcmeProblem(
          'externalAccountRequired',
          'This authority requires external account binding; ask its administrator for a key identifier and a key',
        )
      const binding =
        given === undefined ? undefined : await requireBinding({ db, vault }, given, { issuer: rules.issuer, url, jwk })
      await requireFewNew(call)
      const thumbprint = await thumbprintOf(jwk)
      const account = await db.transaction().execute(async (transaction) => {
        const row = {
          id: await nextNumber(transaction, 'acme-account'),
          issuer: rules.issuer,
          thumbprint,
          jwk: JSON.stringify(jwk),
          contact: JSON.stringify(contact),
          status: 'valid',
          address,
          created_at: Date.now(),
        }
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('key_acme_account')
          .values(row)
          .onConflict((conflict) => conflict.columns(['issuer', 'thumbprint']).doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) return undefined
        if (binding) await bindAccount(transaction, binding, row.id)
        const how = binding ? `, bound by the key “${binding.name}”` : ''
        await audit.record(transaction, actorOf(row, 'newAccount'), `ACME account ${row.id} registered${how}`)
        return row
      })
      const kept = account ?? (await byKey(rules.issuer, jwk))
      if (!kept) throw new Error('The account is gone')
      return {
        status: account ? 201 : 200,
        body: viewOf(base, kept),
        headers: { location: accountUrl(base, kept.id) },
      }
    },

    /** Returns or updates an account: contacts, or deactivation. */
    account: async (call: SignedCall): Promise<AcmeAnswer> => {
      const account = requireOwn(call)
      const { contact, status } = call.payload ?? {}
      if (status !== undefined && status !== 'deactivated')
        throw new AcmeProblem('malformed', 'The status of an account can only become deactivated')
      if (status !== undefined || contact !== undefined) {
        const change = {
          ...(status !== undefined && { status: 'deactivated' }),
          ...(contact !== undefined && { contact: JSON.stringify(contactsIn(contact)) }),
        }
        await db.transaction().execute(async (transaction) => {
          const what = status === undefined ? 'changed its contacts' : 'deactivated by its owner'
          await audit.record(
            transaction,
            actorOf(account, 'account', call.address),
            `ACME account ${account.id} ${what}`,
          )
          await transaction.updateTable('key_acme_account').set(change).where('id', '=', account.id).execute()
        })
        return { status: 200, body: viewOf(call.base, { ...account, ...change }) }
      }
      return { status: 200, body: viewOf(call.base, account) }
    },

    /** Paginated; `cursor` is the ID of the last order of the previous page. */
    orders: async (call: SignedCall, cursor: string | null): Promise<AcmeAnswer> => {
      const { id } = requireOwn(call)
      const last = /^\d{1,9}$/.test(cursor ?? '') ? Number(cursor) : 0
      const rows = await db
        .selectFrom('key_acme_order')
        .select('id')
        .where('account_id', '=', id)
        .where('id', '>', last)
        .where('status', '!=', 'invalid')
        .orderBy('id')
        .limit(maxOrdersAPage)
        .execute()
      const next = rows.length === maxOrdersAPage ? rows.at(-1) : undefined
      return {
        status: 200,
        body: { orders: rows.map((row) => `${call.base}/order/${row.id}`) },
        ...(next && { headers: { link: `<${accountUrl(call.base, id)}/orders?cursor=${next.id}>;rel="next"` } }),
      }
    },

    /** RFC 8555, 7.3.5: the inner JWS is signed with the new key, the outer with the old one. */
    keyChange: async (call: SignedCall): Promise<AcmeAnswer> => {
      const account = requireAccount(call)
      const inner = readSigned(requirePayload(call), 'The payload')
      const { alg, url, jwk: given } = headerOf(inner)
      if (url !== call.url) throw new AcmeProblem('malformed', 'The inner JWS must have the url of the outer one')
      const jwk = publicKey(given)
      const payload = jsonIn(Buffer.from(await verified(inner, jwk, String(alg))).toString(), 'The inner payload')
      const { account: named, oldKey } = isRecord(payload) ? payload : {}
      if (named !== accountUrl(call.base, account.id))
        throw new AcmeProblem('malformed', 'The inner payload must name the account')
      if ((await thumbprintOf(publicKey(oldKey))) !== account.thumbprint)
        throw new AcmeProblem('malformed', 'oldKey is not the key of the account')
      const thumbprint = await thumbprintOf(jwk)
      const other = await byKey(call.rules.issuer, jwk)
      if (other)
        throw new AcmeProblem('malformed', 'The new key already belongs to an account', {
          status: 409,
          headers: { location: accountUrl(call.base, other.id) },
        })
      await db.transaction().execute(async (transaction) => {
        await audit.record(
          transaction,
          actorOf(account, 'keyChange', call.address),
          `ACME account ${account.id} changed its key`,
        )
        await transaction
          .updateTable('key_acme_account')
          .set({ thumbprint, jwk: JSON.stringify(jwk) })
          .where('id', '=', account.id)
          .execute()
      })
      return { status: 200, body: viewOf(call.base, account) }
    },
  }
}

export function requireValid({ status }: Pick<AcmeAccount, 'status'>) {
  if (status !== 'valid') throw new AcmeProblem('unauthorized', 'The account is deactivated')
}

function requireOwn(call: SignedCall): AcmeAccount {
  const account = requireAccount(call)
  if (String(account.id) !== call.id) throw notFound()
  return account
}

const accountUrl = (base: string, id: number) => `${base}/account/${id}`

const viewOf = (base: string, { id, status, contact }: Pick<AcmeAccount, 'id' | 'status' | 'contact'>) => ({
  status,
  contact: JSON.parse(contact) as string[],
  orders: `${accountUrl(base, id)}/orders`,
})

function contactsIn(value: unknown): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > maxContacts || value.some((one) => typeof one !== 'string'))
    throw new AcmeProblem('malformed', `contact must be a list of at most ${maxContacts} addresses`)
  const texts = value as string[]
  const other = texts.find((text) => !text.startsWith('mailto:'))
  if (other !== undefined) throw new AcmeProblem('unsupportedContact', 'Contacts must be mailto: addresses')
  if (texts.some((text) => !mail.test(text)))
    throw new AcmeProblem('invalidContact', 'A contact is not one email address')
  return texts
}

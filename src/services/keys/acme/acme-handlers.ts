import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { acmeRows } from '#contract/keys/acme.ts'
import { acmePageSize } from '#contract/keys/rules/acme.ts'
import { counted } from '#contract/words/counted.ts'
import { readFingerprint } from '#services/keys/issuing/fingerprint.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { profilesOfAuthority, requireProfile } from '#services/keys/profiles/profile-store.ts'
import { refused } from '#services/keys/refused.ts'
import { sealed } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { bindingPlace } from './account-binding.ts'
import { directoryAt } from './acme-router.ts'
import { findAuthority, hostName, isNetwork, rulesIn } from './acme-rules.ts'
import { listOrders } from './order-list.ts'

const maxBindings = 1000
const maxAuthorities = 500

/** Extension: ACME settings of authorities, with accounts and orders. */
export function acmeHandlers({ db, vault, audit, acmeOrigin }: KeyManagement): Handlers<typeof acmeRows, KeyCall> {
  const changing = (call: KeyCall, text: string, work: (transaction: Transaction<KeyTables>) => Promise<unknown>) =>
    db.transaction().execute(async (transaction) => {
      await audit.record(transaction, call, text)
      await work(transaction)
    })

  async function requireAuthority(text: string) {
    const issuer = readFingerprint(text)
    const found = issuer && (await findAuthority(db, issuer))
    if (!found) throw refused('sha256', 'There is no internal authority with this fingerprint')
    return found
  }

  return {
    listAcmeAuthorities: async (_, { origin }) => {
      const authorities = await db
        .selectFrom('key_certificate')
        .select(['id', 'sha256', 'common_name'])
        .where('is_authority', '=', 1)
        .where('sealed_key', 'is not', null)
        .orderBy('id')
        .limit(maxAuthorities)
        .execute()
      const rows = await db.selectFrom('key_acme_authority').selectAll().execute()
      const kept = new Map(rows.map((row) => [row.issuer, settingsOf(row)]))
      const accounts = await countsOf('key_acme_account')
      const orders = await countsOf('key_acme_order')
      return {
        rows: authorities.map(({ id, sha256, common_name }) => ({
          sha256,
          CertID: id,
          commonName: common_name,
          directory: directoryAt(acmeOrigin?.() ?? origin, sha256),
          accounts: accounts.get(sha256) ?? 0,
          orders: orders.get(sha256) ?? 0,
          enabled: kept.get(sha256)?.enabled === 1,
          profile: kept.get(sha256)?.profile,
          days: kept.get(sha256)?.days,
          domains: kept.get(sha256)?.domains,
          bindingRequired: kept.get(sha256)?.bindingRequired,
        })),
      }
    },

    setAcme: async ({ sha256, enabled, profile, days, domains, bindingRequired }, call) => {
      const authority = await requireAuthority(sha256)
      const found = await requireProfile(db, profile)
      if (found.isAuthority) throw refused('profile', `“${found.name}” is for certificate authorities; choose another`)
      const limits = await profilesOfAuthority(db, authority.sha256)
      if (limits && !limits.includes(found.name))
        throw refused('profile', `This authority does not issue “${found.name}”; it issues ${limits.join(', ')}`)
      if (days > found.maxDays)
        throw refused('days', `The profile “${found.name}” allows ${counted(found.maxDays, 'day', 'days')} at most`)
      const names = domainsIn(domains)
      if (names.some(isNetwork) && !found.names.includes('ip'))
        throw refused('profile', `“${found.name}” does not allow IP addresses`)
      if (!names.every(isNetwork) && !found.names.includes('dns'))
        throw refused('profile', `“${found.name}” does not allow host names`)
      if (enabled && names.length === 0)
        throw refused('domains', 'Enter at least one domain or IP network in which names may be ordered')
      const row = {
        issuer: authority.sha256,
        enabled: Number(enabled),
        profile: found.name,
        days,
        domains: JSON.stringify(names),
        binding_required: Number(bindingRequired),
      }
      const what = enabled
        ? `ACME enabled: profile ${found.name}, ${days} days, ${names.join(', ')}${bindingRequired ? ', external account binding required' : ''}`
        : 'ACME disabled'
      await changing(call, `Authority “${authority.common_name}”: ${what}`.slice(0, 2000), async (transaction) => {
        await transaction
          .insertInto('key_acme_authority')
          .values(row)
          .onConflict((conflict) => conflict.column('issuer').doUpdateSet(row))
          .execute()
      })
      return { message: enabled ? 'The authority answers ACME' : 'The authority does not answer ACME' }
    },

    listAcmeBindings: async ({ sha256 }) => {
      const { sha256: issuer } = await requireAuthority(sha256)
      const rows = await db
        .selectFrom('key_acme_binding')
        .select(['id', 'name', 'created_by', 'created_at', 'account_id'])
        .where('issuer', '=', issuer)
        .orderBy('created_at', 'desc')
        .execute()
      return {
        rows: rows.map(({ id, name, created_by, created_at, account_id }) => ({
          keyId: id,
          name,
          createdBy: created_by,
          CreationTime: wireTime(created_at),
          account: account_id ?? undefined,
        })),
      }
    },

    addAcmeBinding: async ({ sha256, name }, call) => {
      requireName('name', name)
      const authority = await requireAuthority(sha256)
      const key = randomBytes(32)
      const id = randomUUID()
      const place = { id, version: 1 }
      await changing(
        call,
        `Key “${name}” (${id}) of external account binding created for “${authority.common_name}”`,
        async (transaction) => {
          const { count } = await transaction
            .selectFrom('key_acme_binding')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('issuer', '=', authority.sha256)
            .executeTakeFirstOrThrow()
          if (count >= maxBindings) throw refused('name', `At most ${maxBindings} keys are kept; delete old ones`)
          await transaction
            .insertInto('key_acme_binding')
            .values({
              ...place,
              issuer: authority.sha256,
              name,
              sealed_key: sealed(vault, bindingPlace(place), key),
              created_by: call.username,
              created_at: Date.now(),
              account_id: null,
            })
            .execute()
        },
      )
      return { keyId: id, hmacKey: key.toString('base64url') }
    },

    removeAcmeBinding: async ({ keyId }, call) => {
      await changing(call, `Key ${keyId.slice(0, 100)} of external account binding deleted`, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('key_acme_binding')
          .where('id', '=', keyId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) throw refused('keyId', 'There is no key with this identifier')
      })
      return { message: 'The key is deleted' }
    },

    listAcmeOrders: async ({ sha256, page = 0, status }) =>
      listOrders(db, (await requireAuthority(sha256)).sha256, page, status),

    listAcmeAccounts: async ({ sha256, page = 0 }) => {
      const { sha256: issuer } = await requireAuthority(sha256)
      const rows = await db
        .selectFrom('key_acme_account as account')
        .leftJoin('key_acme_binding as binding', 'binding.account_id', 'account.id')
        .selectAll('account')
        .select('binding.name as binding')
        .select((query) =>
          query
            .selectFrom('key_acme_order as order')
            .select(({ fn }) => fn.countAll<number>().as('orders'))
            .whereRef('order.account_id', '=', 'account.id')
            .as('orders'),
        )
        .where('account.issuer', '=', issuer)
        .orderBy('account.id', 'desc')
        .offset(page * acmePageSize)
        .limit(acmePageSize)
        .execute()
      return {
        total: (await countsOf('key_acme_account')).get(issuer) ?? 0,
        rows: rows.map((row) => ({
          account: row.id,
          contact: JSON.parse(row.contact) as string[],
          status: row.status,
          address: row.address,
          CreationTime: wireTime(row.created_at),
          binding: row.binding ?? undefined,
          thumbprint: row.thumbprint,
          orders: row.orders ?? 0,
        })),
      }
    },

    deactivateAcmeAccount: async ({ account }, call) => {
      await changing(call, `ACME account ${account} deactivated`, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('key_acme_account')
          .set({ status: 'revoked' })
          .where('id', '=', account)
          .where('status', '=', 'valid')
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw refused('account', 'There is no active account with this number')
      })
      return { message: 'The account is deactivated' }
    },
  }

  async function countsOf(table: 'key_acme_account' | 'key_acme_order'): Promise<Map<string, number>> {
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => ['issuer', fn.countAll<number>().as('count')])
      .groupBy('issuer')
      .execute()
    return new Map(rows.map(({ issuer, count }) => [issuer, count]))
  }
}

const settingsOf = (row: KeyTables['key_acme_authority']) => {
  const { profile, days, domains, bindingRequired } = rulesIn(row)
  return { enabled: row.enabled, profile, days, domains: [...domains], bindingRequired }
}

function domainsIn(domains: readonly string[]): string[] {
  const names = domains.map((domain) => {
    if (isNetwork(domain)) return domain.toLowerCase()
    const found = hostName(domain)
    if (found && !found.isWildcard) return found.name
    throw refused(
      'domains',
      `${JSON.stringify(domain.slice(0, 80))} is neither a domain nor an IP network; enter it as in example.com or 10.0.0.0/8`,
    )
  })
  return [...new Set(names)]
}

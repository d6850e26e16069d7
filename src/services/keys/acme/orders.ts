import { randomBytes } from 'node:crypto'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { nextNumber } from '#services/keys/sequence.ts'
import { requireValid } from './accounts.ts'
import {
  type AcmeAccount,
  type AcmeAnswer,
  type AcmeAuthorization,
  type AcmeOrder,
  type AcmeRules,
  requireAccount,
  requirePayload,
  type SignedCall,
} from './acme-call.ts'
import { type AcmeIdentifier, AcmeProblem, notFound, subproblem, tooMany } from './acme-problem.ts'
import { isAllowedName, nameText, orderedName, type OrderedName } from './acme-rules.ts'
import { authorizationView, orderView } from './order-view.ts'
import { requireReplaceable } from './renewal-info.ts'

const maxNames = 100
const hourMs = 60 * 60_000
const lifeMs = 7 * 24 * hourMs
const maxOrdersAnHour = 300
const maxFailuresAnHour = 20

const ofAccount = ({ id: account_id }: AcmeAccount, id: string) => ({ id: numberIn(id), account_id })

function found<T>(row: T | undefined): T {
  if (!row) throw notFound()
  return row
}

/** newOrder, orders and authorizations (RFC 8555, 7.4 and 7.5). */
export function acmeOrders({ db }: Pick<KeyManagement, 'db'>) {
  async function requireFewOrders({ id }: AcmeAccount) {
    const { count } = await db
      .selectFrom('key_acme_order')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', id)
      .where('created_at', '>', Date.now() - hourMs)
      .executeTakeFirstOrThrow()
    if (count >= maxOrdersAnHour) throw tooMany(`At most ${maxOrdersAnHour} orders an hour are accepted`, 600)
  }

  /** Limits failed attempts, since each one sends requests to the named hosts. */
  async function requireFewFailures({ id }: AcmeAccount, names: readonly OrderedName[]) {
    const rows = await db
      .selectFrom('key_acme_authorization')
      .select(({ fn }) => ['name', fn.countAll<number>().as('count')])
      .where('account_id', '=', id)
      .where('status', '=', 'invalid')
      .where('changed_at', '>', Date.now() - hourMs)
      .where(
        'name',
        'in',
        names.map(({ name }) => name),
      )
      .groupBy('name')
      .execute()
    const failing = rows.find(({ count }) => count >= maxFailuresAnHour)
    if (failing)
      throw tooMany(`${failing.name} failed ${maxFailuresAnHour} times within an hour; correct the cause first`, 3600)
  }

  const requireOrder = async (account: AcmeAccount, id: string): Promise<AcmeOrder> => {
    const orders = db.selectFrom('key_acme_order').selectAll()
    return found(await orders.where((eb) => eb.and(ofAccount(account, id))).executeTakeFirst())
  }

  const authorizationsOf = ({ id }: Pick<AcmeOrder, 'id'>) =>
    db.selectFrom('key_acme_authorization').selectAll().where('order_id', '=', id).orderBy('id').execute()

  const challengesOf = ({ id }: Pick<AcmeAuthorization, 'id'>) =>
    db.selectFrom('key_acme_challenge').selectAll().where('authorization_id', '=', id).orderBy('id').execute()

  const requireAuthorization = async (account: AcmeAccount, id: string): Promise<AcmeAuthorization> => {
    const authorizations = db.selectFrom('key_acme_authorization').selectAll()
    return found(await authorizations.where((eb) => eb.and(ofAccount(account, id))).executeTakeFirst())
  }

  return {
    requireOrder,
    authorizationsOf,
    requireAuthorization,

    newOrder: async (call: SignedCall): Promise<AcmeAnswer> => {
      const account = requireAccount(call)
      requireValid(account)
      const { identifiers, notBefore, notAfter, replaces } = requirePayload(call)
      if (notBefore !== undefined || notAfter !== undefined)
        throw new AcmeProblem('malformed', 'notBefore and notAfter are not supported; the authority decides')
      const names = namesIn(call.rules, identifiers)
      await requireFewOrders(account)
      await requireFewFailures(account, names)
      const replaced =
        replaces === undefined ? null : await requireReplaceable({ db }, call.rules.issuer, account, replaces, names)
      const now = Date.now()
      const made = await db.transaction().execute(async (transaction) => {
        const order: AcmeOrder = {
          id: await nextNumber(transaction, 'acme-order'),
          account_id: account.id,
          issuer: call.rules.issuer,
          status: 'pending',
          identifiers: JSON.stringify(names.map((name) => ({ type: name.type, value: nameText(name) }))),
          expires: now + lifeMs,
          error: null,
          certificate: null,
          replaces: replaced,
          created_at: now,
        }
        await transaction.insertInto('key_acme_order').values(order).execute()
        const authorizations = []
        for (const { type: kind, name, isWildcard } of names) {
          const authorization = {
            id: await nextNumber(transaction, 'acme-authorization'),
            order_id: order.id,
            account_id: account.id,
            name,
            is_wildcard: Number(isWildcard),
            status: 'pending',
            changed_at: now,
          }
          authorizations.push(authorization)
          await transaction.insertInto('key_acme_authorization').values(authorization).execute()
          for (const type of challengeTypes[isWildcard ? 'wildcard' : kind]) {
            const challenge = {
              id: await nextNumber(transaction, 'acme-challenge'),
              authorization_id: authorization.id,
              type,
              token: randomBytes(32).toString('base64url'),
              status: 'pending',
              error: null,
              attempts: 0,
              next_at: 0,
              validated_at: null,
            }
            await transaction.insertInto('key_acme_challenge').values(challenge).execute()
          }
        }
        return { order, authorizations }
      })
      return {
        status: 201,
        body: orderView(call.base, made.order, made.authorizations),
        headers: { location: `${call.base}/order/${made.order.id}` },
      }
    },

    order: async (call: SignedCall): Promise<AcmeAnswer> => {
      const order = await requireOrder(requireAccount(call), call.id)
      return { status: 200, body: orderView(call.base, order, await authorizationsOf(order)) }
    },

    /** Status of an authorization, or its deactivation (RFC 8555, 7.5.2). */
    authorization: async (call: SignedCall): Promise<AcmeAnswer> => {
      const account = requireAccount(call)
      let authorization = await requireAuthorization(account, call.id)
      const order = await requireOrder(account, String(authorization.order_id))
      const status = call.payload?.status
      if (status !== undefined && status !== 'deactivated')
        throw new AcmeProblem('malformed', 'The status of an authorization can only become deactivated')
      if (status === 'deactivated' && authorization.status !== 'deactivated') {
        const { id, order_id } = authorization
        await db.transaction().execute(async (transaction) => {
          await transaction
            .updateTable('key_acme_authorization')
            .set({ status: 'deactivated', changed_at: Date.now() })
            .where('id', '=', id)
            .execute()
          await transaction
            .updateTable('key_acme_order')
            .set({ status: 'invalid' })
            .where('id', '=', order_id)
            .where('status', 'in', ['pending', 'ready'])
            .execute()
        })
        authorization = { ...authorization, status: 'deactivated' }
      }
      return {
        status: 200,
        body: authorizationView(call.base, authorization, order, await challengesOf(authorization)),
      }
    },
  }
}

const kinds = { dns: 'a host name', ip: 'an IP address in its canonical form' }

export const numberIn = (id: string) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)

/** Wildcards require dns-01 (RFC 8555, 7.1.3), which is not possible for IP addresses (RFC 8738, 7). */
const challengeTypes = {
  dns: ['http-01', 'dns-01', 'tls-alpn-01'],
  ip: ['http-01', 'tls-alpn-01'],
  wildcard: ['dns-01'],
} as const

/** Distinct identifiers of an order; throws with a subproblem for each that cannot be issued. */
function namesIn(rules: AcmeRules, value: unknown): OrderedName[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxNames)
    throw new AcmeProblem('malformed', `identifiers must be a list of 1 to ${maxNames} names`)
  const names = new Map<string, OrderedName>()
  const wrong: ReturnType<typeof subproblem>[] = []
  for (const one of value as unknown[]) {
    const { type, value: text } = (one ?? {}) as Record<string, unknown>
    const identifier: AcmeIdentifier = { type: String(type).slice(0, 20), value: String(text).slice(0, 253) }
    const found = orderedName(type, text)
    if (type !== 'dns' && type !== 'ip')
      wrong.push(subproblem('unsupportedIdentifier', 'Only identifiers of type dns and ip are issued', identifier))
    else if (!found) wrong.push(subproblem('malformed', `This is not ${kinds[type]}`, identifier))
    else if (!isAllowedName(rules, found))
      wrong.push(
        subproblem('rejectedIdentifier', `This authority issues for ${rules.domains.join(', ')} only`, identifier),
      )
    else names.set(`${type} ${nameText(found)}`, found)
  }
  const [first] = wrong
  if (!first) return [...names.values()]
  const type = first.type.slice(first.type.lastIndexOf(':') + 1) as 'malformed' | 'rejectedIdentifier'
  throw new AcmeProblem(type, `${first.identifier.value}: ${first.detail}`, {
    ...(wrong.length > 1 && { subproblems: wrong }),
  })
}

import type { Kysely } from 'kysely'
import { acmePageSize } from '#contract/keys/rules/acme.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { AcmeChallenge } from './acme-call.ts'
import type { ProblemDocument } from './acme-problem.ts'
import { identifiersOf, isExpired, orderStatus } from './order-view.ts'

type Status = 'pending' | 'ready' | 'valid' | 'invalid'
const expired = 'The order expired before it was finished'

/** A page of an authority's orders with their authorizations. */
export async function listOrders(db: Kysely<KeyTables>, issuer: string, page: number, status: Status | undefined) {
  const now = Date.now()
  const all = db
    .selectFrom('key_acme_order as order')
    .where('order.issuer', '=', issuer)
    .$if(status === 'valid', (query) => query.where('order.status', '=', 'valid'))
    .$if(status === 'pending' || status === 'ready', (query) =>
      query.where('order.status', '=', status ?? '').where('order.expires', '>', now),
    )
    .$if(status === 'invalid', (query) =>
      query.where((where) =>
        where.or([
          where('order.status', '=', 'invalid'),
          where.and([where('order.status', 'in', ['pending', 'ready']), where('order.expires', '<=', now)]),
        ]),
      ),
    )
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const orders = await all
    .innerJoin('key_acme_account as account', 'account.id', 'order.account_id')
    .leftJoin('key_certificate as certificate', 'certificate.sha256', 'order.certificate')
    .selectAll('order')
    .select(['account.contact', 'certificate.id as certificate_id', 'certificate.serial_number'])
    .orderBy('order.id', 'desc')
    .offset(page * acmePageSize)
    .limit(acmePageSize)
    .execute()
  const ids = orders.map(({ id }) => id)
  const authorizations =
    ids.length === 0
      ? []
      : await db.selectFrom('key_acme_authorization').selectAll().where('order_id', 'in', ids).orderBy('id').execute()
  const challenges =
    authorizations.length === 0
      ? []
      : await db
          .selectFrom('key_acme_challenge as challenge')
          .innerJoin('key_acme_authorization as authorization', 'authorization.id', 'challenge.authorization_id')
          .selectAll('challenge')
          .where('authorization.order_id', 'in', ids)
          .orderBy('challenge.id')
          .execute()
  const byOrder = Map.groupBy(authorizations, ({ order_id }) => order_id)
  const byAuthorization = Map.groupBy(challenges, ({ authorization_id }) => authorization_id)

  return {
    total,
    rows: orders.map(rowOf),
  }

  function rowOf(order: (typeof orders)[number]) {
    return {
      order: order.id,
      account: order.account_id,
      contact: JSON.parse(order.contact) as string[],
      names: identifiersOf(order).map(({ value }) => value),
      status: orderStatus(order, now),
      ...problemOf(order.error),
      ...(isExpired(order) && { problem: expired }),
      CreationTime: wireTime(order.created_at),
      ExpiryTime: wireTime(order.expires),
      ...(order.certificate_id !== null && { CertID: order.certificate_id }),
      ...(order.serial_number !== null && { serialNumber: order.serial_number }),
      renews: order.replaces !== null,
      validations: (byOrder.get(order.id) ?? []).map(({ id, name, is_wildcard, status }) => ({
        name: is_wildcard === 1 ? `*.${name}` : name,
        status,
        challenges: (byAuthorization.get(id) ?? []).map(challengeRow),
      })),
    }
  }
}

const challengeRow = ({ type, status, error, attempts, next_at, validated_at }: AcmeChallenge) => ({
  type,
  status,
  ...problemOf(error),
  attempts,
  ...(status === 'processing' && { NextTime: wireTime(next_at) }),
  ...(validated_at !== null && { ValidatedTime: wireTime(validated_at) }),
})

const problemOf = (error: string | null) =>
  error === null ? {} : { problem: (JSON.parse(error) as ProblemDocument).detail }

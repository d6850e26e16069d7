import { isIP } from 'node:net'
import { acmeTime, type AcmeAuthorization, type AcmeChallenge, type AcmeOrder } from './acme-call.ts'
import type { AcmeIdentifier } from './acme-problem.ts'

// ACME objects of orders, authorizations and challenges (RFC 8555, 7.1.3 to 7.1.5).

export const identifiersOf = ({ identifiers }: Pick<AcmeOrder, 'identifiers'>) =>
  JSON.parse(identifiers) as AcmeIdentifier[]

/** Expired pending orders count as invalid, regardless of the stored status. */
export const orderStatus = ({ status, expires }: Pick<AcmeOrder, 'status' | 'expires'>, now = Date.now()) =>
  (status === 'pending' || status === 'ready') && expires <= now ? 'invalid' : status

export const isExpired = (order: Pick<AcmeOrder, 'status' | 'expires'>) => orderStatus(order) !== order.status

const expired = {
  type: 'urn:ietf:params:acme:error:malformed',
  detail: 'The order expired before it was finished; place a new one',
}

export function orderView(base: string, order: AcmeOrder, authorizations: readonly Pick<AcmeAuthorization, 'id'>[]) {
  const status = orderStatus(order)
  return {
    status,
    expires: acmeTime(order.expires),
    identifiers: identifiersOf(order),
    authorizations: authorizations.map(({ id }) => `${base}/authorization/${id}`),
    finalize: `${base}/order/${order.id}/finalize`,
    ...(order.error !== null && { error: JSON.parse(order.error) as unknown }),
    ...(isExpired(order) && { error: expired }),
    ...(order.replaces !== null && { replaces: order.replaces }),
    ...(status === 'valid' && { certificate: `${base}/certificate/${order.id}` }),
  }
}

export const authorizationStatus = (
  { status }: Pick<AcmeAuthorization, 'status'>,
  { expires }: Pick<AcmeOrder, 'expires'>,
) => (expires <= Date.now() && (status === 'pending' || status === 'valid') ? 'expired' : status)

export function authorizationView(
  base: string,
  authorization: AcmeAuthorization,
  order: Pick<AcmeOrder, 'expires'>,
  challenges: readonly AcmeChallenge[],
) {
  const { name, is_wildcard } = authorization
  const tried = challenges.filter(({ status }) => status !== 'pending')
  const isOpen = authorization.status === 'pending'
  return {
    identifier: { type: isIP(name) === 0 ? 'dns' : 'ip', value: name },
    status: authorizationStatus(authorization, order),
    expires: acmeTime(order.expires),
    ...(is_wildcard === 1 && { wildcard: true }),
    challenges: (isOpen || tried.length === 0 ? challenges : tried).map((challenge) => challengeView(base, challenge)),
  }
}

export const challengeView = (base: string, { id, type, token, status, error, validated_at }: AcmeChallenge) => ({
  type,
  url: `${base}/challenge/${id}`,
  status,
  token,
  ...(validated_at !== null && { validated: acmeTime(validated_at) }),
  ...(error !== null && { error: JSON.parse(error) as unknown }),
})

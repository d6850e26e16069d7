import { isIPv6 } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { existing } from '#contract/time.ts'
import type { Der } from '#crypto/der.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { summarizeRequest } from '#crypto/x509/request.ts'
import { challengePath } from '#services/keys/acme/validation/http-01.ts'
import { textRecordName, textRecordValue } from '#services/keys/acme/validation/check-challenge.ts'
import { requestBytes, type StoredRequest } from '#services/keys/issuing/request-store.ts'
import { refused } from '#services/keys/refused.ts'
import { renewalName } from './renewal-name.ts'
import { AcmeRefusal, type AcmeSession, type ServerProblem } from './acme-session.ts'

export type Identifier = { type: 'dns' | 'ip'; value: string }
export type ChallengeRecord = { name: string; place: string; value: string; isDone: boolean }
type Order = {
  status: string
  authorizations: string[]
  finalize: string
  certificate?: string
  error?: ServerProblem
}
type Authorization = {
  status: string
  wildcard?: boolean
  identifier: { value: string }
  challenges: { type: string; url: string; token: string; status: string; error?: ServerProblem }[]
}

export type RenewalWindow = { start: number; end: number }

/** Error types for an order with an invalid `replaces` (RFC 9773, 5). */
const unknownReplaced: ReadonlySet<string> = new Set(['alreadyReplaced', 'malformed', 'conflict'])

const slowestMs = 5 * 60_000
const maxWaitMs = 10_000

/** Host names and addresses of the certificate for this request. */
export function namesOf(request: StoredRequest): Identifier[] {
  const { alternativeNames, subject } = summarizeRequest(requestBytes(request))
  const names = alternativeNames.map(({ type, value }): Identifier => {
    if (type === 'dns') return { type, value: value.toLowerCase() }
    if (type === 'ip') return { type, value }
    throw refused('CSR_ID', `ACME issues for host names and IP addresses only; the request has ${value}`)
  })
  if (names.length === 0 && subject.commonName) return [{ type: 'dns', value: subject.commonName.toLowerCase() }]
  if (names.length === 0) throw refused('CSR_ID', 'The request has no host name')
  return [...new Map(names.map((name) => [`${name.type} ${name.value}`, name])).values()]
}

const read = async <T>(session: AcmeSession, url: string) => session.json(await session.post(url, undefined)) as T

type OrderInput = {
  names: readonly Identifier[]
  /** Type of the challenges. */
  type: string
  /** DER of the certificate to be renewed. */
  replaced?: Der | undefined
}

/** Places an order and returns the challenges of each name. */
export async function placeOrder(session: AcmeSession, { names, type, replaced }: OrderInput) {
  const { newOrder, renewalInfo } = await session.directory()
  const replaces = renewalInfo === undefined || !replaced ? undefined : renewalName(readCertificate(replaced))
  const place = (more: object) => session.post(newOrder, { identifiers: names, ...more })
  const answer = await place(replaces === undefined ? {} : { replaces }).catch((error: unknown) => {
    // The replaced certificate is unknown or replaced already: orders without naming it.
    if (error instanceof AcmeRefusal && replaces !== undefined && unknownReplaced.has(error.type)) return place({})
    throw error
  })
  const order = session.json(answer) as Order
  if (answer.location === undefined || !Array.isArray(order.authorizations))
    throw refused('server', 'The answer of the authority is not an order')
  const challenges: ChallengeRecord[] = []
  for (const url of order.authorizations)
    challenges.push(await shownOf(session, await read<Authorization>(session, url), type))
  return { url: answer.location, status: order.status, challenges }
}

async function shownOf(session: AcmeSession, authorization: Authorization, type: string): Promise<ChallengeRecord> {
  const { identifier, wildcard, status, challenges } = authorization
  const name = identifier.value
  const found = challenges.find((challenge) => challenge.type === type)
  const shownName = wildcard ? `*.${name}` : name
  if (!found) throw refused('challenge', `The authority does not offer ${type} for ${shownName}`)
  const expected = `${found.token}.${await session.thumbprint()}`
  const isDone = status === 'valid'
  if (type === 'dns-01')
    return { name: shownName, place: textRecordName(name), value: textRecordValue(expected), isDone }
  const host = isIPv6(name) ? `[${name}]` : name
  return { name: shownName, place: `http://${host}${challengePath(found.token)}`, value: expected, isDone }
}

/** Requests validation, waits for it, and downloads the certificate as PEM. */
export async function finishOrder(
  session: AcmeSession,
  {
    url,
    type,
    request,
    signal,
  }: { url: string; type: string; request: StoredRequest; signal?: AbortSignal | undefined },
): Promise<string> {
  const until = Date.now() + slowestMs
  let order = await read<Order>(session, url)
  const authorizations = await Promise.all(order.authorizations.map((one) => read<Authorization>(session, one)))
  for (const { status, challenges } of authorizations) {
    const challenge = challenges.find((one) => one.type === type)
    if (status === 'pending' && challenge?.status === 'pending') await session.post(challenge.url, {})
  }
  for (let isFinalized = false; ;) {
    const answer = await session.post(url, undefined)
    order = session.json(answer) as Order
    if (order.status === 'invalid') throw refused('CSR_ID', await whyInvalid(session, order))
    if (order.status === 'valid' && order.certificate !== undefined)
      return (await session.post(order.certificate, undefined)).text
    if (order.status === 'ready' && !isFinalized) {
      isFinalized = true
      await session.post(order.finalize, { csr: Buffer.from(requestBytes(request)).toString('base64url') })
      continue
    }
    if (Date.now() > until) throw refused('CSR_ID', 'The authority has not decided in time; check again later')
    await delay(Math.min((answer.retryAfter ?? 1) * 1000, maxWaitMs), undefined, { ...(signal && { signal }) })
  }
}

async function whyInvalid(session: AcmeSession, order: Order): Promise<string> {
  const why: string[] = []
  for (const url of order.authorizations) {
    const { identifier, challenges } = await read<Authorization>(session, url)
    for (const { type, error } of challenges)
      if (error?.detail) why.push(`${identifier.value} (${type}): ${error.detail}`)
  }
  if (why.length === 0 && order.error?.detail) why.push(order.error.detail)
  return `The authority could not validate the names. ${why.join('; ') || 'No reason was reported.'}`.slice(0, 2000)
}

/** Suggested renewal window (RFC 9773); undefined if the authority provides none. */
export async function renewalWindow(session: AcmeSession, der: Der): Promise<RenewalWindow | undefined> {
  const { renewalInfo } = await session.directory()
  const id = renewalName(readCertificate(der))
  if (renewalInfo === undefined || id === undefined) return undefined
  const answer = await session.get(`${renewalInfo}/${id}`)
  const { suggestedWindow } = session.json(answer) as { suggestedWindow?: { start: string; end: string } }
  const [start, end] = [existing(suggestedWindow?.start ?? ''), existing(suggestedWindow?.end ?? '')]
  return Number.isFinite(start) && end >= start ? { start, end } : undefined
}

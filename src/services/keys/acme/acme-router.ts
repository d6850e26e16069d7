import { partsOf } from '#contract/http/target.ts'
import type { WireResponse } from '#contract/http/wire-message.ts'
import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { KeyRequest } from '#services/keys/edge/key-request.ts'
import { readBody } from '#services/keys/edge/read-body.ts'
import { nameInAddress, readFingerprint } from '#services/keys/issuing/fingerprint.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { acmeAccounts, requireValid } from './accounts.ts'
import type { AcmeAccount, AcmeAnswer, AcmeCall, AcmeRules, SignedCall } from './acme-call.ts'
import { AcmeProblem, notFound } from './acme-problem.ts'
import { findRules } from './acme-rules.ts'
import { challengeQueue } from './challenge-queue.ts'
import { acmeChallenges } from './challenges.ts'
import { acmeIssuing } from './finalize.ts'
import { acmeNonces } from './nonces.ts'
import { acmeOrders } from './orders.ts'
import { renewalInfo } from './renewal-info.ts'
import { acmeRevocation } from './revoke-cert.ts'
import { isRecord, jsonIn, readSigned, requestHeader, verified } from './signed-post.ts'
import type { ChallengeNetwork } from './validation/network.ts'

export const acmePath = '/acme'
/** Directory URL of an authority. */
export const directoryAt = (origin: string, issuer: string) => `${origin}${acmePath}/${nameInAddress(issuer)}/directory`

const maxBytes = 64 * 1024
const address = /^\/acme\/([0-9a-f]{64})\/([a-z-]+)(?:\/([\w.-]+))?(?:\/([a-z]+))?$/
const jose = /^application\/jose\+json\s*(;|$)/i

type Options = { network: ChallengeNetwork; isSealed: () => boolean; log: Log }

/** ACME servers of internal authorities (RFC 8555, RFC 9773), each with its own base URL. */
export function acmeRouter(parts: KeyManagement, { network, isSealed, log }: Options) {
  const { db } = parts
  const nonces = acmeNonces(parts)
  const queue = challengeQueue({ ...parts, network, log, isSealed })
  const accounts = acmeAccounts(parts)
  const orders = acmeOrders(parts)
  const { finalize, certificate } = acmeIssuing(parts, orders)
  const challenge = acmeChallenges(parts, orders, queue)
  const revoke = acmeRevocation(parts)

  const posts: Record<string, (call: SignedCall, search: URLSearchParams) => Promise<AcmeAnswer>> = {
    'new-account': accounts.newAccount,
    'new-order': orders.newOrder,
    'revoke-cert': revoke,
    'key-change': accounts.keyChange,
    account: accounts.account,
    'account/orders': (call, search) => accounts.orders(call, search.get('cursor')),
    order: orders.order,
    'order/finalize': finalize,
    authorization: orders.authorization,
    challenge,
    certificate,
  }

  async function accountOf({ issuer }: AcmeRules, kid: string): Promise<AcmeAccount> {
    const [, of, id] = /\/acme\/([0-9a-f]{64})\/account\/([1-9]\d{0,8})$/.exec(kid) ?? []
    const found =
      of === nameInAddress(issuer)
        ? await db.selectFrom('key_acme_account').selectAll().where('id', '=', Number(id)).executeTakeFirst()
        : undefined
    if (found?.issuer === issuer) return found
    throw new AcmeProblem('accountDoesNotExist', 'The header kid does not identify an account of this authority')
  }

  /** Verifies signature and nonce. Only validly signed requests consume a nonce. */
  async function signedCall(request: KeyRequest, call: AcmeCall, resource: string): Promise<SignedCall> {
    if (!jose.test(request.headers['content-type'] ?? ''))
      throw new AcmeProblem('malformed', 'The content type must be application/jose+json', { status: 415 })
    const signed = readSigned(jsonIn((await readBody(request.body, maxBytes)).toString(), 'The body'))
    const header = requestHeader(signed, call.url)
    const account = header.kid === undefined ? undefined : await accountOf(call.rules, header.kid)
    if (!account && resource !== 'new-account' && resource !== 'revoke-cert')
      throw new AcmeProblem('malformed', 'This request must name its account (kid)')
    const key = account ? (JSON.parse(account.jwk) as NonNullable<typeof header.jwk>) : header.jwk
    if (!key) throw new AcmeProblem('malformed', 'The protected header needs either jwk or kid')
    const bytes = await verified(signed, key, header.alg)
    await nonces.take(header.nonce)
    if (account) requireValid(account)
    const payload = bytes.length === 0 ? undefined : jsonIn(Buffer.from(bytes).toString(), 'The payload')
    if (payload !== undefined && !isRecord(payload)) throw new AcmeProblem('malformed', 'The payload must be an object')
    return { ...call, payload, ...(account ? { account } : { jwk: key }) }
  }

  async function respond(request: KeyRequest, base: string): Promise<AcmeAnswer> {
    const { path, search } = partsOf(request.target)
    const [, fingerprint = '', resource = '', id = '', under] = address.exec(path) ?? []
    const issuer = readFingerprint(fingerprint)
    const rules = issuer === undefined ? undefined : await findRules(db, issuer)
    if (!rules) throw notFound()
    const own = `${base}${acmePath}/${fingerprint}`
    const call = { rules, base: own, url: base + request.target, id, address: request.address }
    const { method } = request
    if (resource === 'directory' && id === '') return get(method, directory(own, rules))
    if (resource === 'new-nonce' && id === '') return get(method, { status: method === 'HEAD' ? 200 : 204 })
    if (resource === 'renewal-info') return get(method, await renewalInfo(parts, call))
    const name = under === undefined ? resource : `${resource}/${under}`
    const handler = Object.hasOwn(posts, name) ? posts[name] : undefined
    if (!handler) throw notFound()
    if (method !== 'POST') throw new AcmeProblem('malformed', 'This address accepts only POST', wrongMethod('POST'))
    return handler(await signedCall(request, call, name), new URLSearchParams(search))
  }

  async function answer(request: KeyRequest, base: string): Promise<AcmeAnswer> {
    try {
      if (isSealed()) throw sealed()
      return await respond(request, base)
    } catch (error) {
      return failed(error, (event, facts) => request.signal.aborted || log(event, facts))
    }
  }

  return {
    /** `base` is the origin of the request. */
    answer: async (request: KeyRequest, base: string): Promise<WireResponse> => {
      const { path } = partsOf(request.target)
      const root = path.split('/').slice(0, 3).join('/')
      const { status, body, text, headers = {} } = await answer(request, base)
      const wantsNonce = request.method === 'POST' || path.endsWith('/new-nonce')
      // Without a nonce, the client requests one; a failure here must not lose the response.
      const fresh = wantsNonce && !isSealed() ? await nonces.issue().catch(() => undefined) : undefined
      const nonce: Record<string, string> = fresh === undefined ? {} : { 'replay-nonce': fresh }
      const isProblem = status >= 400
      const type = text?.type ?? (isProblem ? 'application/problem+json' : 'application/json')
      const links = [`<${base}${root}/directory>;rel="index"`, ...(headers.link === undefined ? [] : [headers.link])]
      const content = text?.content ?? (body === undefined ? '' : JSON.stringify(body))
      return {
        status,
        headers: { ...headers, ...nonce, link: links.join(', '), ...(content && { 'content-type': type }) },
        body: content,
      }
    },
    close: queue.close,
  }
}

export type AcmeRouter = ReturnType<typeof acmeRouter>

const wrongMethod = (allow: string) => ({ status: 405, headers: { allow } })
const sealed = () =>
  new AcmeProblem('serverInternal', 'The authority is not available at the moment: its keys are locked', {
    status: 503,
    headers: { 'retry-after': '60' },
  })

function get(method: string, answer: AcmeAnswer): AcmeAnswer {
  if (method === 'GET' || method === 'HEAD') return answer
  throw new AcmeProblem('malformed', 'This address accepts only GET', wrongMethod('GET, HEAD'))
}

const directory = (base: string, { bindingRequired }: AcmeRules): AcmeAnswer => ({
  status: 200,
  body: {
    newNonce: `${base}/new-nonce`,
    newAccount: `${base}/new-account`,
    newOrder: `${base}/new-order`,
    revokeCert: `${base}/revoke-cert`,
    keyChange: `${base}/key-change`,
    renewalInfo: `${base}/renewal-info`,
    meta: { externalAccountRequired: bindingRequired },
  },
})

function failed(error: unknown, log: Log): AcmeAnswer {
  if (error instanceof AcmeProblem)
    return { status: error.document.status, body: error.document, headers: error.headers }
  if (error instanceof Problem && error.code === 'TOO_LARGE_INPUT')
    return failed(new AcmeProblem('malformed', error.message, { status: 413 }), log)
  if (error instanceof Refusal && error.reason === 'sealed') return failed(sealed(), log)
  log('failed', { service: 'keys', operation: 'acme', ...traceOf(error) })
  return failed(new AcmeProblem('serverInternal', 'The request could not be processed; try again later'), log)
}

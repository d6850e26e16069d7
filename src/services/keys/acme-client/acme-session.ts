import { createSecretKey } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, importPKCS8, type JWK } from 'jose'
import { Agent, request as ask } from 'undici'
import { Refusal } from '#crypto/refusal.ts'
import { AcmeProblem } from '#services/keys/acme/acme-problem.ts'
import { type AddressOf, checkAddressIn, checkedLookup } from '#services/network/resolve.ts'

/** An external ACME server and the account there. */
export type AcmeServer = {
  directory: string
  /** PKCS#8 in PEM, P-256. */
  accountKey: string
  /** Account URL, once known. */
  account?: string | undefined
  /** PEM of authorities trusted for its TLS server, in addition to the public ones. */
  ca?: string | undefined
}
type Directory = {
  newNonce: string
  newAccount: string
  newOrder: string
  revokeCert: string
  renewalInfo?: string
  meta?: { termsOfService?: string; website?: string; externalAccountRequired?: boolean }
}
export type Answered = { status: number; location: string | undefined; retryAfter: number | undefined; text: string }
export type ServerProblem = {
  type?: string
  detail?: string
  subproblems?: ServerProblem[]
  identifier?: { value?: string }
}
const timeoutMs = 20_000
const maxBytes = 1024 * 1024
const maxNonces = 10
const attempts = 3

/** An error of the authority, with its message. */
export class AcmeRefusal extends Error {
  override readonly name = 'AcmeRefusal'
  readonly type: string
  constructor({ type = '', detail, subproblems = [] }: ServerProblem, status: number) {
    const more = subproblems
      .map(({ identifier, detail: why }) => `${identifier?.value ?? ''}: ${why ?? ''}`)
      .slice(0, 5)
    super(printable([detail ?? `The authority answered with status ${status}`, ...more].join('; ')))
    this.type = type.slice(type.lastIndexOf(':') + 1)
  }
}

/** An ACME client (RFC 8555): signed requests, nonces, and problem documents. */
export function acmeSession(server: AcmeServer, addressOf: AddressOf) {
  const agent = new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      ...(server.ca !== undefined && { ca: server.ca }),
      lookup: checkedLookup(addressOf),
    },
  })
  const nonces: string[] = []
  let directory: Promise<Directory> | undefined
  let key: Promise<{ sign: Awaited<ReturnType<typeof importPKCS8>>; jwk: JWK; thumbprint: string }> | undefined
  let account = server.account

  async function read(url: string, init: { method: 'GET' | 'POST' | 'HEAD'; body?: string }): Promise<Answered> {
    if (!url.startsWith('https://')) throw new Refusal('not-allowed', `ACME needs https: ${url.slice(0, 200)}`)
    await checkAddressIn(new URL(url), addressOf)
    const { statusCode, headers, body } = await ask(url, {
      ...init,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'user-agent': 'triptych',
        ...(init.body !== undefined && { 'content-type': 'application/jose+json' }),
      },
    }).catch((error: unknown) => {
      throw new Refusal('too-slow', `${new URL(url).host}: ${reasonOf(error)}`)
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Refusal('too-large', `${new URL(url).host} answered with too much`)
      chunks.push(chunk)
    }
    const nonce = one(headers['replay-nonce'])
    if (nonce !== undefined && nonces.length < maxNonces) nonces.push(nonce)
    const retry = Number(one(headers['retry-after']))
    return {
      status: statusCode,
      location: one(headers.location),
      retryAfter: Number.isFinite(retry) ? retry : undefined,
      text: Buffer.concat(chunks).toString(),
    }
  }

  const open = () =>
    (directory ??= read(server.directory, { method: 'GET' }).then((answer) => {
      const found = json(answer) as Partial<Directory>
      if (answer.status !== 200 || !found.newNonce || !found.newAccount || !found.newOrder || !found.revokeCert)
        throw new Refusal('not-recognized', 'There is no ACME directory at this address')
      return found as Directory
    }))

  const ownKey = () =>
    (key ??= (async () => {
      const sign = await importPKCS8(server.accountKey, 'ES256', { extractable: true })
      const { kty, crv, x, y } = await exportJWK(sign)
      const jwk = { kty, crv, x, y } as JWK
      return { sign, jwk, thumbprint: await calculateJwkThumbprint(jwk) }
    })())

  async function nonce(): Promise<string> {
    if (nonces.length === 0) await read((await open()).newNonce, { method: 'HEAD' })
    const found = nonces.pop()
    if (found === undefined) throw new Refusal('not-recognized', 'The authority gave no nonce')
    return found
  }

  /** An undefined payload is a POST-as-GET. Retries with a new nonce if it is rejected. */
  async function post(url: string, payload: object | undefined, byKey = false): Promise<Answered> {
    const { sign, jwk } = await ownKey()
    for (let attempt = 1; ; attempt += 1) {
      const head = { alg: 'ES256', nonce: await nonce(), url, ...(byKey ? { jwk } : { kid: account }) }
      const content = payload === undefined ? '' : JSON.stringify(payload)
      const jws = await new FlattenedSign(Buffer.from(content)).setProtectedHeader(head).sign(sign)
      const answer = await read(url, { method: 'POST', body: JSON.stringify(jws) })
      if (answer.status < 400) return answer
      const refusal = new AcmeRefusal(json(answer) as ServerProblem, answer.status)
      if (refusal.type !== 'badNonce' || attempt === attempts) throw refusal
    }
  }

  async function bindingOf(url: string, binding: { keyId: string; hmacKey: string }) {
    const { jwk } = await ownKey()
    return new FlattenedSign(Buffer.from(JSON.stringify(jwk)))
      .setProtectedHeader({ alg: 'HS256', kid: binding.keyId, url })
      .sign(createSecretKey(Buffer.from(binding.hmacKey, 'base64url')))
  }

  return {
    directory: open,
    post,
    json,
    thumbprint: async () => (await ownKey()).thumbprint,
    get: (url: string) => read(url, { method: 'GET' }),

    /** Registers the account, or finds it by its key. */
    register: async (wish: {
      contact: readonly string[]
      binding?: { keyId: string; hmacKey: string } | undefined
    }) => {
      const { newAccount } = await open()
      const { contact, binding } = wish
      const payload = {
        termsOfServiceAgreed: true,
        contact,
        ...(binding && { externalAccountBinding: await bindingOf(newAccount, binding) }),
      }
      const { location } = await post(newAccount, payload, true)
      if (location === undefined) throw new Refusal('not-recognized', 'The authority did not return the account')
      account = location
      return location
    },
    close: () => agent.close(),
  }
}

export type AcmeSession = ReturnType<typeof acmeSession>

function json({ text }: Answered): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function reasonOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof AcmeProblem) return error.message
  const { code, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (cause instanceof Refusal || cause instanceof AcmeProblem) return cause.message
  if (name === 'TimeoutError') return 'no answer in time'
  return reasons[code ?? ''] ?? `the connection failed (${code ?? name})`
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the name is not known in the DNS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted; add the certificate of its authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted; add the certificate of its authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted; add its certificate',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
}

/** Text from an external server, limited to a single line. */
const printable = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 1000)

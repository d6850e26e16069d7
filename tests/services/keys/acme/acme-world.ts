// An authority that answers ACME over real TLS sockets, with hosts that answer its challenges.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import type { JsonObject } from '#contract/json.ts'
import { acmeRows } from '#contract/keys/acme.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { writePem } from '#crypto/pem.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { acmeSession, type AcmeSession } from '#services/keys/acme-client/acme-session.ts'
import { acmeHandlers } from '#services/keys/acme/acme-handlers.ts'
import { acmeRouter } from '#services/keys/acme/acme-router.ts'
import { type ChallengeNetwork, challengeNetwork } from '#services/keys/acme/validation/network.ts'
import { keyRouter } from '#services/keys/edge/key-router.ts'
import { startKeyServer } from '#services/keys/edge/key-server.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { selfSignedIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { startIssuingWorld } from '../issuing-world.ts'
import type { WireInput } from '../key-world.ts'
import { type Exchange, listening } from './transcript.ts'

export type AcmeWorld = Awaited<ReturnType<typeof startAcmeWorld>>
export type Order = {
  status: string
  authorizations: string[]
  finalize: string
  certificate?: string
  error?: { type: string; detail: string }
}
export type Authorization = {
  status: string
  identifier: { value: string }
  wildcard?: boolean
  challenges: { type: string; url: string; token: string; status: string; error?: { type: string; detail: string } }[]
}

/**
 * `network` changes how challenges are checked; names are on this machine unless it says otherwise. `heard` is told what
 * clients say.
 */
export async function startAcmeWorld(network: Partial<ChallengeNetwork> = {}, heard?: Exchange[]) {
  const world = await startIssuingWorld()
  /** What the web server answers, by path; the value is the content or where it redirects. */
  const web = new Map<string, string | { to: string }>()
  const asked: string[] = []
  const texts = new Map<string, string[]>()
  /** What it serves beside that, from a folder of a host. */
  const folder: { read?: (url: string) => Promise<string | undefined> } = {}
  const serve = async ({ headers, url = '' }: IncomingMessage, outgoing: ServerResponse) => {
    asked.push(`${headers.host}${url}`)
    const found = web.get(url) ?? (await folder.read?.(url))
    if (found === undefined) outgoing.writeHead(404).end()
    else if (typeof found === 'string') outgoing.writeHead(200).end(found)
    else outgoing.writeHead(302, { location: found.to }).end()
  }
  const webServer = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  webServer.listen(0, '127.0.0.1')
  await once(webServer, 'listening')
  const httpPort = (webServer.address() as AddressInfo).port

  const identity = await selfSignedIdentity({
    commonName: 'localhost',
    names: 'localhost,127.0.0.1',
    key: { algorithm: 'EC', bits: 256 } as never,
    validity: { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) },
  })
  const tls = { cert: writePem('CERTIFICATE', identity.chain[0]), key: writePem('PRIVATE KEY', identity.privateKey) }
  let origin = ''
  const parts = { ...world.parts, acmeOrigin: () => origin }
  const usual = challengeNetwork({ networks: ['127.0.0.0/8'], httpPort })
  const acme = acmeRouter(parts, {
    network: {
      ...usual,
      addressOf: () => Promise.resolve('127.0.0.1'),
      textsOf: (name) => Promise.resolve(texts.get(name) ?? []),
      retryMs: [20],
      ...network,
    },
    isSealed: () => parts.vault.isSealed,
    log: () => undefined,
  })
  const answer = keyRouter({
    acme: heard ? listening(acme, heard) : acme,
    endpoints: [],
    holderOf: () => Promise.reject(new Error('no keys here')),
    isSealed: () => parts.vault.isSealed,
    keyInUrl: false,
    log: () => undefined,
  })
  const server = await startKeyServer({
    port: 0,
    identity: tls,
    answer,
    clientHeader: clientHeader(randomBytes(32)),
    log: () => undefined,
  })
  origin = server.origin
  const admin = world.serve(acmeRows, acmeHandlers(parts))
  const sessions: AcmeSession[] = []

  async function directoryOf({ sha256 }: Certificate): Promise<string> {
    const { details } = await admin.call('listAcmeAuthorities')
    const found = (details as JsonObject[]).find((row) => row.sha256 === sha256)
    return found?.directory as string
  }
  const enable = async (authority: Certificate, more: WireInput = {}) => {
    const rules = { profile: 'Server', days: 90, domains: ['acme.test'], bindingRequired: false }
    await admin.call('setAcme', { sha256: authority.sha256, enabled: true, ...rules, ...more })
    return directoryOf(authority)
  }
  function session(directory: string): AcmeSession {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const accountKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const made = acmeSession({ directory, accountKey, ca: tls.cert }, () => Promise.resolve('127.0.0.1'))
    sessions.push(made)
    return made
  }

  return {
    ...world,
    admin,
    origin,
    tls,
    web,
    folder,
    asked,
    texts,
    httpPort,
    enable,
    directoryOf,
    session,
    account: async (directory: string) => {
      const made = session(directory)
      await made.register({ contact: ['mailto:ops@acme.test'] })
      return made
    },
    stop: async () => {
      await Promise.all(sessions.map((one) => one.close()))
      await acme.close()
      await server.close()
      webServer.close()
      await world.stop()
    },
  }
}

export async function requestFor(names: readonly string[], subject = {}): Promise<string> {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 } as never)
  const alternativeNames = names.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }))
  return Buffer.from(createRequest({ subject, alternativeNames, privateKey })).toString('base64url')
}

export async function newOrder(session: AcmeSession, names: readonly string[], more: object = {}) {
  const { newOrder: address } = await session.directory()
  const identifiers = names.map((value) => ({ type: 'dns', value }))
  const answer = await session.post(address, { identifiers, ...more })
  return { url: answer.location ?? '', order: session.json(answer) as Order }
}

export const readOrder = async (session: AcmeSession, url: string) =>
  session.json(await session.post(url, undefined)) as Order

export const readAuthorization = async (session: AcmeSession, url = '') =>
  session.json(await session.post(url, undefined)) as Authorization

/** The challenge of a type, and what a host must show for it. */
export async function challengeOf(session: AcmeSession, authorization: string | undefined, type: string) {
  const { challenges } = await readAuthorization(session, authorization)
  const found = challenges.find((challenge) => challenge.type === type)
  if (!found) throw new Error(`There is no challenge ${type}`)
  return { ...found, expected: `${found.token}.${await session.thumbprint()}` }
}

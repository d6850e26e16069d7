import { connect, createSecureContext, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { alertText, isFinal } from '#crypto/tls-probe/alert.ts'
import { readCertificateList, tooMany, maxCertificates } from '#crypto/tls-probe/certificate-list.ts'
import { authenticatedSuites } from '#crypto/tls-probe/cipher-suite.ts'
import { clientHello } from '#crypto/tls-probe/client-hello.ts'
import { type ProtocolVersion, versionName } from '#crypto/tls-probe/protocol-version.ts'
import { readServerHello } from '#crypto/tls-probe/server-hello.ts'
import { handshakeTypes } from '#crypto/tls-probe/wire.ts'
import { Conversation, type Endpoint } from './conversation.ts'
import { hungUp } from './failure.ts'

export interface FetchedChain {
  /** As sent by the server, leaf first. Possession of the private key is not verified. */
  certificates: Der[]
  protocol: ProtocolVersion
}

/**
 * Reads the certificates of a server without validating them. Up to TLS 1.2 they are unencrypted, so a ClientHello is
 * enough, which supports servers too old for current libraries. For TLS 1.3, Node is used.
 */
export async function fetchChain(to: Endpoint, signal: AbortSignal): Promise<FetchedChain> {
  const answer = await readOpenChain(to, signal)
  if ('certificates' in answer) return answer
  const sealed = await readSealedChain(to, signal)
  if (sealed) return sealed
  throw new Refusal('unsupported', answer.declined)
}

/** Key types of server certificates; a server may have one of each. */
export const keyKinds = ['ECDSA', 'RSA'] as const
export type KeyKind = (typeof keyKinds)[number]

/** The chain for clients with this key type only; undefined if the server has none. */
export async function fetchChainOf(
  kind: KeyKind,
  to: Endpoint,
  signal: AbortSignal,
): Promise<FetchedChain | undefined> {
  const answer = await readOpenChain(to, signal, suitesOf[kind])
  if ('certificates' in answer) return answer
  return readSealedChain(to, signal, tls13With[kind])
}

async function readOpenChain(
  to: Endpoint,
  signal: AbortSignal,
  suites = suiteCodes,
): Promise<FetchedChain | { declined: string }> {
  const conversation = new Conversation(to, signal)
  conversation.say(clientHello({ version: 'TLS 1.2', suites, serverName: to.serverName }))
  let protocol: ProtocolVersion | undefined
  try {
    for await (const message of conversation) {
      if (message.kind === 'alert' && isFinal(message.alert)) {
        return { declined: `The server rejects the handshake: ${alertText(message.alert)}` }
      }
      if (message.kind !== 'handshake') continue
      if (message.type === handshakeTypes.serverHello) protocol = versionName(readServerHello(message.body).version)
      if (message.type === handshakeTypes.certificate && protocol) {
        return { protocol, certificates: readCertificateList(message.body) }
      }
      if (message.type === handshakeTypes.serverHelloDone) break
    }
  } catch (error) {
    if (!hungUp(error)) throw error
  }
  return {
    declined: protocol ? 'The server sends no certificate' : 'The host closes the connection during the TLS handshake',
  }
}

const suiteCodes = authenticatedSuites.map(({ code }) => code)
const suitesOf = {
  ECDSA: authenticatedSuites.filter(({ name }) => name.includes('_ECDSA_')).map(({ code }) => code),
  RSA: authenticatedSuites.filter(({ name }) => /_RSA_/.test(name)).map(({ code }) => code),
}

/** Without trusted authorities, since OpenSSL would add missing certificates. */
const tls13Only = createSecureContext({ minVersion: 'TLSv1.3', ca: [] })
const tls13With = {
  ECDSA: createSecureContext({
    minVersion: 'TLSv1.3',
    ca: [],
    sigalgs: 'ecdsa_secp256r1_sha256:ecdsa_secp384r1_sha384:ecdsa_secp521r1_sha512:ed25519:ed448',
  }),
  RSA: createSecureContext({
    minVersion: 'TLSv1.3',
    ca: [],
    sigalgs: ['rsae', 'pss'].flatMap((form) => [256, 384, 512].map((bits) => `rsa_pss_${form}_sha${bits}`)).join(':'),
  }),
}

/** Undefined if it fails; timeouts are handled by the caller. */
async function readSealedChain(
  to: Endpoint,
  signal: AbortSignal,
  secureContext = tls13Only,
): Promise<FetchedChain | undefined> {
  signal.throwIfAborted()
  const socket = connect({
    host: to.address,
    port: to.port,
    servername: to.serverName ?? '',
    secureContext,
    // Invalid certificates are to be discovered as well. No data is sent over this connection.
    rejectUnauthorized: false,
  })
  const hangUp = () => socket.destroy()
  signal.addEventListener('abort', hangUp)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject).once('close', reject)
    })
    return { protocol: 'TLS 1.3', certificates: sentBy(socket) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Refusal) throw error
    return undefined
  } finally {
    signal.removeEventListener('abort', hangUp)
    socket.destroy()
  }
}

/**
 * Node returns a linked chain that ends with a self-reference; OpenSSL limits its size to 100 kB.
 * `getPeerX509Certificate` is avoided, since each call leaks some 7 kB outside the heap (Node 24.21).
 */
function sentBy(socket: TLSSocket): Der[] {
  const certificates: Der[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  while (next?.raw) {
    if (certificates.length === maxCertificates) throw tooMany()
    certificates.push(Uint8Array.from(next.raw))
    const issuer: DetailedPeerCertificate | undefined = next.issuerCertificate
    next = issuer === next ? undefined : issuer
  }
  return certificates
}

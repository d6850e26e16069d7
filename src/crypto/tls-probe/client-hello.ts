import { randomBytes } from 'node:crypto'
import { type ProtocolVersion, protocolVersions } from './protocol-version.ts'
import { extensionTypes, handshakeMessage, number, record, vector } from './wire.ts'

export interface HelloOptions {
  /** The highest offered version. TLS 1.3 is offered alone; otherwise, servers may choose lower versions. */
  version: ProtocolVersion
  suites: readonly number[]
  /** A DNS name. IP addresses are not sent (RFC 6066, 3). */
  serverName?: string
  /** Offers the heartbeat extension (RFC 6520). */
  heartbeat?: boolean
}

/** The ClientHello record. */
export function clientHello(options: HelloOptions): Buffer {
  const { version, suites } = options
  const hello = handshakeMessage(
    'clientHello',
    number(2, Math.min(protocolVersions[version], protocolVersions['TLS 1.2'])), // RFC 8446, 4.1.2: 1.3 is an extension
    randomBytes(32),
    vector(1), // no session to resume
    vector(2, ...[...suites, secureRenegotiation].map((suite) => number(2, suite))),
    vector(1, number(1, 0)), // no compression
    ...extensions(options),
  )
  // RFC 5246, E.1: the record has the lowest version for compatibility with old servers.
  const recordVersion = version === 'SSLv3' ? protocolVersions.SSLv3 : protocolVersions['TLS 1.0']
  return record('handshake', recordVersion, hello)
}

const secureRenegotiation = 0x00ff // RFC 5746, 3.3: a signaling value; some servers require it

/** Extensions are omitted in SSL 3.0, whose servers may fail on them. */
function extensions({ version, serverName, heartbeat }: HelloOptions): Buffer[] {
  if (version === 'SSLv3') return []
  const list = [
    ...(serverName ? [extension('serverName', vector(2, number(1, 0), vector(2, Buffer.from(serverName))))] : []),
    extension('supportedGroups', numbers(groups)),
    extension('pointFormats', vector(1, number(1, 0))), // uncompressed
    extension('signatureAlgorithms', numbers(signatureAlgorithms)),
    ...(heartbeat ? [extension('heartbeat', number(1, 1))] : []),
    ...(version === 'TLS 1.3' ? tls13Extensions : []),
  ]
  return [vector(2, ...list)]
}

const extension = (type: keyof typeof extensionTypes, content: Uint8Array): Buffer =>
  Buffer.concat([number(2, extensionTypes[type]), vector(2, content)])

const numbers = (values: readonly number[]): Buffer => vector(2, ...values.map((value) => number(2, value)))

// x25519, secp256r1, secp384r1, secp521r1, x448, ffdhe2048, ffdhe3072 (RFC 8446, 4.2.7)
const groups = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e, 0x0100, 0x0101]

// ECDSA, Ed25519, Ed448, PSS and PKCS#1 with SHA-2; then SHA-1, DSA and SHA-224 for old servers (RFC 8446, 4.2.3)
const signatureAlgorithms = [
  [0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601],
  [0x0203, 0x0201, 0x0202, 0x0303, 0x0301, 0x0302, 0x0402, 0x0502, 0x0602],
].flat()

// Without a key share, the server replies with its preferred group (RFC 8446, 4.2.8), which reveals its version.
const tls13Extensions = [
  extension('supportedVersions', vector(1, number(2, protocolVersions['TLS 1.3']))),
  extension('keyShare', vector(2)),
]

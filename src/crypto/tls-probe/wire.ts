import { ByteReader } from '#crypto/byte-reader.ts'
import { Refusal } from '#crypto/refusal.ts'

type Size = 1 | 2 | 3

/** Reads the presentation language of TLS (RFC 8446, 3): numbers, and vectors with a length prefix in bytes. */
export class TlsReader extends ByteReader {
  constructor(bytes: Uint8Array) {
    super(bytes, () => new Refusal('damaged', 'A handshake message is truncated'))
  }

  number(size: Size): number {
    return this.bytes(size).readUIntBE(0, size)
  }

  vector(lengthSize: Size): Buffer {
    return this.bytes(this.number(lengthSize))
  }
}

export function number(size: Size, value: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

export function vector(lengthSize: Size, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([number(lengthSize, content.length), content])
}

export const recordTypes = {
  changeCipherSpec: 20,
  alert: 21,
  handshake: 22,
  applicationData: 23,
  heartbeat: 24,
} as const

export const handshakeTypes = { clientHello: 1, serverHello: 2, certificate: 11, serverHelloDone: 14 } as const

export const extensionTypes = {
  serverName: 0,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  heartbeat: 15,
  supportedVersions: 43,
  keyShare: 51,
} as const

/** An unencrypted record. Sent messages always fit into one. */
export const record = (type: keyof typeof recordTypes, version: number, content: Uint8Array): Buffer =>
  Buffer.concat([number(1, recordTypes[type]), number(2, version), vector(2, content)])

export const handshakeMessage = (type: keyof typeof handshakeTypes, ...body: Uint8Array[]): Buffer =>
  Buffer.concat([number(1, handshakeTypes[type]), vector(3, ...body)])

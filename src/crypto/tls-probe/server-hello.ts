import { extensionTypes, TlsReader } from './wire.ts'

/** The server's choices. */
export interface ServerHello {
  version: number
  suite: number
  /** Whether it supports heartbeats (RFC 6520). */
  heartbeat: boolean
}

/** Parses a ServerHello, or a TLS 1.3 HelloRetryRequest, which has the same structure. */
export function readServerHello(body: Uint8Array): ServerHello {
  const reader = new TlsReader(body)
  const legacyVersion = reader.number(2)
  reader.bytes(32) // random
  reader.vector(1) // session ID
  const suite = reader.number(2)
  reader.number(1) // compression
  const extensions = readExtensions(reader)
  const supported = extensions.get(extensionTypes.supportedVersions)
  return {
    version: supported ? new TlsReader(supported).number(2) : legacyVersion,
    suite,
    heartbeat: extensions.has(extensionTypes.heartbeat),
  }
}

function readExtensions(reader: TlsReader): Map<number, Buffer> {
  const extensions = new Map<number, Buffer>()
  if (reader.remaining === 0) return extensions // optional up to TLS 1.2
  const list = new TlsReader(reader.vector(2))
  while (list.remaining > 0) extensions.set(list.number(2), list.vector(2))
  return extensions
}

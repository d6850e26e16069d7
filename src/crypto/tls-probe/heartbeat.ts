import { randomBytes } from 'node:crypto'
import { number, record, TlsReader, vector } from './wire.ts'

const [request, response] = [1, 2]
const padding = 16 // minimum of RFC 6520, 4

/**
 * Detects whether a server checks the length of heartbeats (Heartbleed, CVE-2014-0160) without reading its memory,
 * unlike the usual test. The first request has an empty payload and lacks the padding: a correct server discards it
 * silently, a vulnerable one responds with an empty payload. The second request is valid: a server that responds to it
 * only supports heartbeats and checks them.
 */
export const heartbeatRequests = (version: number): Buffer =>
  Buffer.concat([
    record('heartbeat', version, Buffer.concat([number(1, request), vector(2)])),
    record('heartbeat', version, Buffer.concat([number(1, request), vector(2, payload), randomBytes(padding)])),
  ])

const payload = Buffer.from('?')

/** Result by the first response; undefined if it matches neither request. */
export function readHeartbeat(body: Uint8Array): 'unchecked' | 'checked' | undefined {
  const reader = new TlsReader(body)
  if (reader.number(1) !== response) return undefined
  const length = reader.number(2)
  if (length === 0) return 'unchecked'
  return length === payload.length ? 'checked' : undefined
}

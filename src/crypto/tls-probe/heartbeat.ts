import { randomBytes } from 'node:crypto'
import { number, record, TlsReader, vector } from './wire.ts'

const [request, response] = [1, 2]
const padding = 16 // the least that RFC 6520, 4 allows

/**
 * Tells whether a server checks the length of heartbeats (Heartbleed, CVE-2014-0160) without reading a byte of its
 * memory. The first request asks for nothing back and leaves out the padding: who checks has to drop it silently, who
 * does not answers with a payload of no bytes. The usual test asks for bytes that it did not send, and gets them.
 * The second request is without fault: who answers that one alone takes heartbeats and checks them.
 */
export const heartbeatRequests = (version: number): Buffer =>
  Buffer.concat([
    record('heartbeat', version, Buffer.concat([number(1, request), vector(2)])),
    record('heartbeat', version, Buffer.concat([number(1, request), vector(2, payload), randomBytes(padding)])),
  ])

const payload = Buffer.from('?')

/** What the first answer shows; undefined when it is no answer to either request. */
export function readHeartbeat(body: Uint8Array): 'unchecked' | 'checked' | undefined {
  const reader = new TlsReader(body)
  if (reader.number(1) !== response) return undefined
  const length = reader.number(2)
  if (length === 0) return 'unchecked'
  return length === payload.length ? 'checked' : undefined
}

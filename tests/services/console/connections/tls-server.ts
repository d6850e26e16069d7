// A server of the tests behind TLS, with whatever certificate a test wants it to have.
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { onTestFinished } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { issueIdentity, selfSignedIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { contextOf } from '#services/lab/tls-hosts/web-host.ts'
import { newRoot } from '../../../crypto/x509/authorities.ts'
import { type Answer, json } from '../../../support/upstream.ts'

const authority = await newRoot({ algorithm: 'RSA', bits: 2048 })
/** PEM of who issues the certificates of these servers. */
export const authorityPem = writePem('CERTIFICATE', authority.certificate)

type Options = { names?: string; days?: number; selfSigned?: boolean; tls?: SecureContextOptions; answer?: Answer }

const nothing: Answer = (_request, response) => json(response, {})

export async function startTlsServer({
  names = 'localhost,127.0.0.1',
  days = 90,
  selfSigned,
  tls,
  answer = nothing,
}: Options = {}) {
  const dayMs = 86_400_000
  // One that has run out began two days before it ended.
  const from = new Date(Date.now() + Math.min(0, days - 2) * dayMs)
  const order = {
    commonName: 'test.example',
    names,
    key: { algorithm: 'EC', bits: 256 } as const,
    validity: validityOf(days > 0 ? days : 2, 'days', from),
  }
  const identity = await (selfSigned ? selfSignedIdentity(order) : issueIdentity(authority, order))
  const server = createServer({ ...contextOf(identity), ...tls }, (request, response) => {
    const { method = '', url = '', headers } = request
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const bytes = Buffer.concat(parts)
      answer({ method, url, headers, body: bytes.toString(), bytes }, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return {
    url: new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
    pem: writePem('CERTIFICATE', identity.chain[0]),
  }
}

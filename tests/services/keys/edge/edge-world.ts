// The HTTP edge of key management over real TLS sockets, in front of operations that say what reached them.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:tls'
import * as fc from 'fast-check'
import { defaultDialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fromRequest } from '#contract/http/from-request.ts'
import { toResponse } from '#contract/http/to-response.ts'
import { type JsonObject, stringifyJson } from '#contract/json.ts'
import { keys } from '#contract/keys/operations.ts'
import { writePem } from '#crypto/pem.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { holderOf, issueKey } from '#services/keys/api-keys.ts'
import { keyRouter } from '#services/keys/edge/key-router.ts'
import { startKeyServer } from '#services/keys/edge/key-server.ts'
import type { KeyCall } from '#services/keys/key-management.ts'
import { selfSignedIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import type { Route } from '#services/router.ts'
import { anyOf } from '../../../contract/arbitrary.ts'
import { startKeyWorld } from '../key-world.ts'
import { tlsClient } from '../tls-client.ts'

export type EdgeWorld = Awaited<ReturnType<typeof startEdge>>
export type Reached = { endpoint: Endpoint; input: JsonObject; call: KeyCall }
type Options = {
  keyInUrl?: boolean
  endpoints?: (reached: Reached[]) => Route<KeyCall>[]
}

/** Each row, answered with some value of its own form. */
export const anyAnswers = (reached: Reached[]): Route<KeyCall>[] =>
  Object.values<Endpoint>(keys).map((endpoint) => {
    const [output] = fc.sample(anyOf(endpoint.output), { numRuns: 1, seed: 7 })
    return {
      endpoint,
      answer: (request, call) => {
        reached.push({ endpoint, input: fromRequest(endpoint, request, defaultDialect) as JsonObject, call })
        return Promise.resolve(toResponse(endpoint, output as never))
      },
    }
  })

export async function startEdge({ keyInUrl = true, endpoints = anyAnswers }: Options = {}) {
  const world = await startKeyWorld()
  const { db, vault } = world.parts
  const reached: Reached[] = []
  const logged: string[] = []
  const log = (event: string, facts?: object) => void logged.push(JSON.stringify({ event, ...facts }))
  const { id, key } = await db
    .transaction()
    .execute((transaction) => issueKey(transaction, { name: 'test', address: '127.0.0.1', username: 'admin' }))
  const { chain, privateKey } = await selfSignedIdentity({
    commonName: 'localhost',
    names: 'localhost,127.0.0.1',
    key: { algorithm: 'EC', bits: 256 } as never,
    validity: { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) },
  })
  const identity = { cert: writePem('CERTIFICATE', chain[0]), key: writePem('PRIVATE KEY', privateKey) }
  const answer = keyRouter({
    endpoints: endpoints(reached),
    holderOf: (token, host) => holderOf(db, token, host),
    isSealed: () => vault.isSealed,
    keyInUrl,
    log,
  })
  const server = await startKeyServer({ port: 0, identity, answer, clientHeader: clientHeader(randomBytes(32)), log })
  const client = tlsClient(server.origin, { ca: identity.cert, key })

  return {
    ...world,
    server,
    identity,
    key,
    keyId: id,
    reached,
    logged,
    ask: client.ask,
    /** Bytes as they are; what came back until the server closed, or said nothing for a while. */
    raw: (text: string) => rawAnswer(server.origin, identity.cert, text),
    stop: async () => {
      client.close()
      await server.close()
      await world.stop()
    },
  }
}

const quietMs = 400

function rawAnswer(origin: string, ca: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port), ca }, () => socket.write(text))
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

export const documentOf = (details: object) => stringifyJson({ operation: { Details: details } })
export const inQuery = (document: string) => `?INPUT_DATA=${encodeURIComponent(document)}`
export const inForm = (document: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `INPUT_DATA=${encodeURIComponent(document)}`,
})

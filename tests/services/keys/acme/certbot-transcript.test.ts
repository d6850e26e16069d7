// What certbot of Debian said, said again: it obtains, renews and revokes, also where no certbot is installed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, generateKeyPair } from 'jose'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { type AcmeWorld, startAcmeWorld } from './acme-world.ts'
import { answered, type Exchange } from './transcript.ts'

const patience = { timeout: 30_000, interval: 50 }
let world: AcmeWorld
let agent: Agent
beforeAll(async () => {
  world = await startAcmeWorld()
  agent = new Agent({ connect: { ca: world.tls.cert } })
})
afterAll(async () => {
  await agent.close()
  await world.stop()
})

test('the authority answers each message of certbot as it answered certbot', async () => {
  const file = await readFile(join(import.meta.dirname, 'certbot-transcript.json'), 'utf8')
  const said = JSON.parse(file) as Exchange[]
  expect(said.filter(({ resource }) => resource.endsWith('/finalize'))).toHaveLength(2)
  const root = await world.root({ CNAME: 'Certbot Root' })
  const issuing = await world.root({ CNAME: 'Certbot Issuing', issuer: root.sha256 })
  const base = (await world.enable(issuing)).replace(/directory$/, '')
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  const thumbprint = await calculateJwkThumbprint(jwk)
  let [nonce, account] = ['', '']
  const issued: X509Certificate[] = []

  /** With our key, and for our certificate, in place of those of certbot. */
  function ours({ resource, payload }: Exchange): JsonObject | null | undefined {
    if (!payload) return payload
    const { externalAccountBinding: _, ...rest } = payload
    if (resource !== 'revoke-cert') return rest
    return { ...rest, certificate: issued.at(-1)?.raw.toString('base64url') ?? '' }
  }
  async function say(exchange: Exchange) {
    const url = base + exchange.resource
    const payload = ours(exchange)
    let body: string | undefined
    if (payload !== undefined) {
      const head = { alg: 'RS256', nonce, url, ...(exchange.names === 'jwk' ? { jwk } : { kid: account }) }
      const content = Buffer.from(payload === null ? '' : JSON.stringify(payload))
      body = JSON.stringify(await new FlattenedSign(content).setProtectedHeader(head).sign(privateKey))
    }
    const headers = { ...(body && { 'content-type': 'application/jose+json' }) }
    const { method } = exchange
    const answer = await fetch(url, { method, dispatcher: agent, headers, ...(body && { body }) })
    nonce = answer.headers.get('replay-nonce') ?? nonce
    if (exchange.resource === 'new-account') account = answer.headers.get('location') ?? ''
    const text = await answer.text()
    if (exchange.resource.startsWith('certificate/')) issued.push(new X509Certificate(text))
    return { text, told: answered(answer.status, answer.headers.get('content-type') ?? '', text) }
  }

  for (const exchange of said) {
    const { resource, answer } = exchange
    // Whoever asks again and again until it is so, does that here, too.
    if (exchange.payload === null) await expect.poll(async () => (await say(exchange)).told, patience).toEqual(answer)
    else if (resource.startsWith('challenge/')) expect((await say(exchange)).told).toMatchObject({ status: 200 })
    else expect((await say(exchange)).told, resource).toEqual(answer)
    if (!resource.startsWith('authorization/')) continue
    const { challenges } = JSON.parse((await say(exchange)).text) as { challenges: { token: string }[] }
    for (const { token } of challenges) world.web.set(`/.well-known/acme-challenge/${token}`, `${token}.${thumbprint}`)
  }
  expect(new Set(issued.map(({ serialNumber }) => serialNumber)).size).toBeGreaterThanOrEqual(2)
  expect(issued.every(({ subjectAltName }) => subjectAltName === 'DNS:web.acme.test')).toBe(true)
})

// Two processes answer ACME on one PostgreSQL: nonces and challenges belong to both.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { challengeQueue } from '#services/keys/acme/challenge-queue.ts'
import { acmeNonces } from '#services/keys/acme/nonces.ts'
import { challengeNetwork } from '#services/keys/acme/validation/network.ts'
import { auditTrail } from '#services/keys/audit.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type KeyWorld, startKeyWorld } from '../key-world.ts'

describe.skipIf(noPostgres)('of two processes on one PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let worlds: [KeyWorld, KeyWorld]
  let processes: [KeyManagement, KeyManagement]
  beforeAll(async () => {
    postgres = await startPostgres()
    const url = await postgres.createDatabase('acme_processes')
    const first = await startKeyWorld({ url })
    const second = await startKeyWorld({ url })
    worlds = [first, second]
    // One vault, as two processes with the same master key have it, and a pool of connections for each.
    const { vault } = first.parts
    processes = [first.parts, { ...second.parts, vault, audit: auditTrail(second.parts.db, vault) }]
  })
  afterAll(async () => {
    for (const world of worlds) await world.stop()
    await postgres.stop()
  })
  afterEach(() => vi.useRealTimers())

  test('each accepts a nonce of the other, and both together accept it once', async () => {
    const [one, other] = [acmeNonces(processes[0]), acmeNonces(processes[1])]
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const nonce = await from.issue()
      const taken = await Promise.allSettled([to.take(nonce), from.take(nonce), to.take(nonce)])
      expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(from.take(nonce)).rejects.toThrow('The nonce was used before')
    }
  })

  /** A host that answers challenges as the test says, and a challenge for it. */
  async function startChallenge(id: number, answer: (response: ServerResponse, content: string) => void) {
    let asked = 0
    const [token, thumbprint] = [`token-${id}`, `thumb-${id}`]
    const server = createServer((_, response) => {
      asked += 1
      answer(response, `${token}.${thumbprint}`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { db } = processes[0]
    const now = Date.now()
    const account = {
      issuer: 'AA',
      thumbprint,
      jwk: '{}',
      contact: '[]',
      status: 'valid',
      address: '',
      created_at: now,
    }
    const order = { account_id: id, issuer: 'AA', status: 'pending', identifiers: '[]', expires: now + 3_600_000 }
    const authorization = { order_id: id, account_id: id, name: 'www.acme.test', is_wildcard: 0, status: 'pending' }
    const challenge = { authorization_id: id, type: 'http-01', token, status: 'processing', attempts: 0, next_at: now }
    await db
      .insertInto('key_acme_account')
      .values({ id, ...account })
      .execute()
    await db
      .insertInto('key_acme_order')
      .values({ id, ...order, error: null, certificate: null, replaces: null, created_at: now })
      .execute()
    await db
      .insertInto('key_acme_authorization')
      .values({ id, ...authorization, changed_at: now })
      .execute()
    await db
      .insertInto('key_acme_challenge')
      .values({ id, ...challenge, error: null, validated_at: null })
      .execute()
    const httpPort = (server.address() as AddressInfo).port
    const network = {
      ...challengeNetwork({ networks: ['127.0.0.0/8'], httpPort }),
      addressOf: () => Promise.resolve('127.0.0.1'),
      timeoutMs: 120_000,
    }
    const queues = processes.map(({ db, audit }) =>
      challengeQueue({ db, audit, network, log: () => undefined, isSealed: () => false }),
    )
    const stateOf = async () =>
      (await db.selectFrom('key_acme_order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    const stop = async () => {
      await Promise.all(queues.map((queue) => queue.close()))
      server.closeAllConnections()
      server.close()
    }
    return { queues, asked: () => asked, stateOf, stop }
  }
  const inTime = { timeout: 60_000 }

  test('one checks a challenge, although both are told of it', async () => {
    const { queues, asked, stateOf, stop } = await startChallenge(1, (response, content) => void response.end(content))
    for (const queue of [...queues, ...queues]) queue.kick(1)
    await expect.poll(stateOf, inTime).toBe('ready')
    await stop()
    expect(asked()).toBe(1)
    const told = (await worlds[0].audit()).filter(({ description }) => description.includes('validated by http-01'))
    expect(told).toHaveLength(1)
  }, 90_000)

  test('the other checks a challenge that the first has left, once its hold is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let isFirstThere = true
    const { queues, asked, stateOf, stop } = await startChallenge(2, (response, content) => {
      if (!isFirstThere) response.end(content) // the first one never gets an answer
    })
    const [first, second] = queues
    first?.kick(2)
    await expect.poll(asked, inTime).toBe(1)
    isFirstThere = false
    await first?.close()
    expect(await stateOf()).toBe('pending')
    vi.setSystemTime(Date.now() + 61_000)
    second?.kick(2)
    await expect.poll(stateOf, inTime).toBe('ready')
    expect(asked()).toBe(2)
    await stop()
  }, 120_000)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { columnsOf } from '#services/keys/certificate-store.ts'
import { longestStall } from '../../crypto/longest-stall.ts'
import { newIntermediate, newRoot } from '../../crypto/x509/authorities.ts'
import { certificateWorld, issued, pemOf } from './certificate-world.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

const many = 10_000
let world: KeyWorld
let inventory: ReturnType<typeof certificateWorld>
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = certificateWorld(world)
  const root = await newRoot()
  const intermediate = await newIntermediate(root)
  const { certificate, pem } = await issued(intermediate, {
    subject: { commonName: 'one.example' },
    names: 'one.example',
  })
  await inventory.add('CERTFILE', pem + pemOf(intermediate.certificate, root.certificate))
  await fill(certificate)
}, 120_000)
afterAll(() => world.stop())

/** Copies of one certificate under other names: what a list reads, without ten thousand signatures. */
async function fill(certificate: Uint8Array<ArrayBuffer>) {
  const { db } = world.parts
  const columns = columnsOf(summarizeCertificate(certificate))
  const der = Buffer.from(certificate).toString('base64')
  const secrets = { sealed_key: null, sealed_passphrase: null, version: 1, store_type: '', template: '', email: '' }
  const others = { ...columns, ...secrets, der, source: 'imported', created_by: 'admin', created_at: 0 } as const
  for (let from = 1000; from < 1000 + many; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const id = from + index
      return { ...others, id, sha256: String(id), common_name: `host-${id}.example` }
    })
    await db.insertInto('key_certificate').values(rows).execute()
  }
}

/** What the best of some takes of this thread: the machine has other things to do as well. */
async function fastest(work: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const start = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(start)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

test('ten thousand certificates are listed fast, and others are answered meanwhile', async () => {
  const list = () => inventory.call('listCertificates')
  expect((await list()).totalRows).toBe(many + 3)
  expect(await fastest(list)).toBeLessThan(300)
  expect(await longestStall(list)).toBeLessThan(200)
})

test('and the details of one need no look at all others', async () => {
  expect(await fastest(() => inventory.details('one.example'))).toBeLessThan(30)
})

test('a trust store of two hundred certificates is taken while others are answered', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `trusted-${index}.example`)
  const all = await Promise.all(names.map((commonName) => issued(undefined, { subject: { commonName } })))
  const file = pemOf(...all.map(({ certificate }) => certificate))
  const stall = await longestStall(async () => {
    const { Message } = await inventory.add('CERTFILE', file)
    expect(Message).toMatch(/“trusted-0.example” .*; also added: “trusted-1.example”.* and 194 more\.$/)
  })
  expect(stall).toBeLessThan(200)
  const again = await inventory.add('CERTFILE', file)
  expect(again.Message).toMatch(/was there already; there already: .* and 194 more\.$/)
})

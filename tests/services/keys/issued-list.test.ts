import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestStall } from '../../crypto/longest-stall.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { certificateWorld } from './certificate-world.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'

type Issued = Record<string, unknown>

describe.each(noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'])('the list of what was issued, with %s', (kind) => {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  let world: IssuingWorld
  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const url = await postgres?.createDatabase('issued')
    world = await startIssuingWorld(url === undefined ? {} : { url })
  }, 120_000)
  afterAll(async () => {
    await world.stop()
    await postgres?.stop()
  })

  const list = async () => (await world.call('listIssued')).details as Issued[]
  const entryOf = async ({ serial_number }: { serial_number: string }) =>
    (await list()).find(({ serialNumber }) => serialNumber === serial_number)

  test('says of each certificate who issued it, which it is in the inventory, and until when', async () => {
    const root = await world.root({ CNAME: 'Telling Root' })
    const leaf = await world.signBy(root, await world.request({ CNAME: 'told.example.com' }))
    const issuedAt = expect.stringMatching(/^20\d\d-.+Z$/) as string
    expect(await entryOf(leaf)).toEqual({
      CertID: leaf.id,
      commonName: 'told.example.com',
      issuer: root.sha256,
      issuerName: 'Telling Root',
      serialNumber: leaf.serial_number,
      sha256: leaf.sha256,
      ExpiryDate: new Date(leaf.not_after).toISOString().replace('.000Z', 'Z'),
      issuedAt,
    })
    expect(await entryOf(root)).toBeUndefined()
  })

  test('tells a hold from a revocation, and forgets a hold that was released', async () => {
    const root = await world.root({ CNAME: 'Holding Root' })
    const leaf = await world.signBy(root, await world.request({ CNAME: 'held.example.com' }))
    const states = []
    for (const reason of [6, 7, 6, 4]) {
      await world.revoke(leaf, reason)
      const { revokedAt, revoke_reason } = (await entryOf(leaf)) ?? {}
      states.push([typeof revokedAt, revoke_reason])
    }
    expect(states).toEqual([
      ['string', 6],
      ['undefined', undefined],
      ['string', 6],
      ['string', 4],
    ])
    const { details } = await world.call('listAuthorities')
    const authority = (details as Issued[]).find(({ commonName }) => commonName === 'Holding Root')
    expect(authority).toMatchObject({ sha256: root.sha256, issued: 1, revoked: 1 })
  })

  test('has what was deleted here, for it can still be in use; its authority may be gone as well', async () => {
    const root = await world.root({ CNAME: 'Gone Root' })
    const [leaf, other] = [
      await world.signBy(root, await world.request({ CNAME: 'gone.example.com' })),
      await world.signBy(root, await world.request({ CNAME: 'stays.example.com' })),
    ]
    await world.revoke(leaf, 1)
    const { call } = certificateWorld(world)
    const remove = ({ common_name, serial_number }: typeof leaf) =>
      call('deleteCertificate', { common_name, serial_number })
    await remove(leaf)
    const entry = await entryOf(leaf)
    expect(entry).toMatchObject({ issuerName: 'Gone Root', revoke_reason: 1, serialNumber: leaf.serial_number })
    expect(entry).not.toHaveProperty('CertID')
    expect(entry).not.toHaveProperty('commonName')
    await remove(root)
    expect(await entryOf(leaf)).toMatchObject({ issuerName: 'Gone Root' }) // the other one still names it
    await remove(other)
    expect(await entryOf(leaf)).not.toHaveProperty('issuerName')
    expect(await entryOf(leaf)).toMatchObject({ issuer: root.sha256, revoke_reason: 1 })
  })

  test('has what the external authority issued, and the authority itself below its root', async () => {
    const leaf = await world.signByExternal(await world.request({ CNAME: 'outside.example.com' }))
    const entry = await entryOf(leaf)
    expect(entry).toMatchObject({ CertID: leaf.id, issuerName: 'EXTCA' })
    const authority = (await list()).find(({ sha256 }) => sha256 === entry?.issuer)
    expect(authority).toMatchObject({ issuerName: 'EXTCA Root', commonName: 'EXTCA' })
    await world.revoke(leaf, 5)
    expect(await entryOf(leaf)).toMatchObject({ revoke_reason: 5 })
  })

  test('of 6,000 is whole, and holds nobody up', async () => {
    const root = await world.root({ CNAME: 'Crowd' })
    const now = Date.now()
    const rows = Array.from({ length: 6000 }, (_, at) => ({
      issuer: root.sha256,
      serial_number: `40${at.toString(16).toUpperCase().padStart(30, '0')}`,
      sha256: `no certificate ${at}`,
      not_after: now,
      issued_at: now,
      ...(at % 3 === 0 ? { revoked_at: now, reason: 1 } : { revoked_at: null, reason: null }),
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await world.parts.db
        .insertInto('key_issued')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    let found: Issued[] = []
    const stall = await longestStall(async () => {
      found = (await list()).filter(({ issuer }) => issuer === root.sha256)
    })
    expect(new Set(found.map(({ serialNumber }) => serialNumber)).size).toBe(6000)
    expect(found.filter(({ revoke_reason }) => revoke_reason === 1)).toHaveLength(2000)
    expect(stall).toBeLessThan(200)
  })
})

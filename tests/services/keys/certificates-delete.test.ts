import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateWorld, issued } from './certificate-world.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let inventory: ReturnType<typeof certificateWorld>
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = certificateWorld(world)
})
afterAll(() => world.stop())

test('deleting takes key and places along, and says what goes on without it', async () => {
  const authority = await issued(undefined, { subject: { commonName: 'issuer' } })
  await inventory.add('CERTFILE', authority.pem)
  const { db } = world.parts
  const { id } = await db.selectFrom('key_certificate').select('id').executeTakeFirstOrThrow()
  const place = { certificate_id: id, host: 'a.example', port: 443, address: '127.0.0.1', seen_at: 0 }
  await db.insertInto('key_certificate_place').values(place).execute()
  const sha256 = new X509Certificate(authority.certificate).fingerprint256
  const ledger = { issuer: sha256, sha256: 'x', issued_at: 0, revoked_at: null, reason: null }
  const [past, future] = [Date.now() - 1000, Date.now() + 100_000]
  await db
    .insertInto('key_issued')
    .values([
      { ...ledger, serial_number: '1', not_after: future },
      { ...ledger, serial_number: '2', not_after: past },
      { ...ledger, serial_number: '3', not_after: future, revoked_at: past, reason: 1 },
    ])
    .execute()
  const said = `The certificate “issuer” (serial number ${authority.which.serial_number})`
  expect(await inventory.call('deleteCertificate', { common_name: 'issuer' })).toEqual({
    name: 'DeleteCertificate',
    result: {
      status: 'Success',
      message: `${said} was deleted with its private key. Certificates that it issued and that are still valid: 1. It was last seen at a.example:443.`,
    },
  })
  expect(await db.selectFrom('key_certificate_place').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('key_issued').selectAll().execute()).toHaveLength(3)
  const last = (await world.audit()).at(-1)
  expect(last).toMatchObject({ operation: 'deleteCertificate', revealed_to: null })
  expect(last?.description).toContain(`${said} deleted with its private key`)
})

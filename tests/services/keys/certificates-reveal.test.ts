import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRoot } from '../../crypto/x509/authorities.ts'
import { certificateWorld, issued } from './certificate-world.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let inventory: ReturnType<typeof certificateWorld>
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = certificateWorld(world)
})
afterAll(() => world.stop())

const root = await newRoot()
const lastAudit = async () => (await world.audit()).at(-1)

test('every file with a private key, and the passphrase, is a reveal that the audit names; others are not', async () => {
  const { pem, which } = await issued(root, { subject: { commonName: 'secret' } })
  await inventory.add('CERTFILE', pem)
  const name = `certificate “secret” (serial number ${which.serial_number})`
  for (const [fileType, spoken] of [
    ['PKCS', 'PKCS#12'],
    ['JKS', 'JKS'],
    ['KEY', 'a key file'],
  ] as const) {
    await inventory.download('getCertificate', { ...which, fileType })
    expect(await lastAudit()).toMatchObject({
      operation: 'getCertificate',
      description: `Private key of the ${name} exported as ${spoken}`,
      revealed_to: 1,
    })
  }
  await inventory.download('getCertificateKeyStore', which)
  expect(await lastAudit()).toMatchObject({ operation: 'getCertificateKeyStore', revealed_to: 1 })
  await inventory.passphrase(which)
  expect(await lastAudit()).toMatchObject({ description: `Passphrase of the ${name} shown`, revealed_to: 1 })
  const count = (await world.audit()).length
  for (const fileType of ['CER', 'CRT', 'DER', 'P7B', 'PEM', undefined]) {
    await inventory.download('getCertificate', { ...which, ...(fileType && { fileType }) })
  }
  expect(await world.audit()).toHaveLength(count)
  expect(await world.parts.audit.verify()).toBeUndefined()
})

test('without a private key there is no key file, key store or passphrase, and nobody asked for a reveal', async () => {
  const { certificate, which } = await issued(root, { subject: { commonName: 'public' } })
  await inventory.add('CERTFILE', certificate)
  const count = (await world.audit()).length
  for (const fileType of ['PKCS', 'JKS', 'KEY']) {
    expect(await refusalOf(inventory.download('getCertificate', { ...which, fileType }))).toBe(
      `fileType: ${fileType} needs the private key of public, which is not kept here`,
    )
  }
  expect(await refusalOf(inventory.download('getCertificateKeyStore', which))).toMatch(
    /^common_name: No private key of public/,
  )
  expect(await refusalOf(inventory.passphrase(which))).toMatch(/^common_name: No private key of public/)
  expect(await world.audit()).toHaveLength(count)
})

test('a sealed vault gives certificates and lists, but no key', async () => {
  const { pem, which } = await issued(root, { subject: { commonName: 'locked' } })
  await inventory.add('CERTFILE', pem)
  world.parts.vault.lock()
  try {
    expect(await inventory.details('locked')).toHaveLength(1)
    await expect(inventory.passphrase(which)).rejects.toMatchObject({ code: 'SEALED' })
    await expect(inventory.add('CERTFILE', pem)).rejects.toMatchObject({ code: 'SEALED' })
  } finally {
    world.unlock()
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AttributeTypeAndValue, AttributeValue, Name, RelativeDistinguishedName } from '@peculiar/asn1-x509'
import { privateKeyObject } from '#crypto/private-key/key-object.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readSpki } from '#crypto/x509/certificate.ts'
import { summarizeRevocationList } from '#crypto/x509/revocation-list.ts'
import { signingWith } from '#crypto/x509/signature.ts'
import { signObject } from '#crypto/x509/signed-object.ts'
import { openOwnAuthority } from '#services/keys/authorities/own-authority.ts'
import { statusAnswers } from '#services/keys/issuing/status-answers.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'
import { fileOf, refusalOf } from './key-world.ts'

describe.skipIf(noPostgres)('on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let world: IssuingWorld
  beforeAll(async () => {
    postgres = await startPostgres()
    world = await startIssuingWorld({ url: await postgres.createDatabase('issuing') })
  })
  afterAll(async () => {
    await world.stop()
    await postgres.stop()
  })

  test('many are signed, revoked and listed at once, and every list holds what was revoked before it', async () => {
    const root = await world.root()
    const id = await world.request({ CNAME: 'www.example.com', VALIDITY: '30' })
    const leaves = await Promise.all(Array.from({ length: 16 }, () => world.signBy(root, id)))
    expect(new Set(leaves.map(({ serial_number }) => serial_number)).size).toBe(16)
    const processes = [statusAnswers(world.parts), statusAnswers(world.parts)]
    const numbers = await Promise.all(
      leaves.map(async (leaf, at) => {
        await world.revoke(leaf, 6)
        const list = await processes[at % 2]?.revocationListOf(root.sha256)
        const { revoked, number } = summarizeRevocationList(list?.der ?? new Uint8Array())
        expect(revoked.map(({ serialNumber }) => serialNumber)).toContain(leaf.serial_number)
        return Number(number)
      }),
    )
    const last = await processes[0]?.revocationListOf(root.sha256)
    expect(last?.number).toBeGreaterThanOrEqual(Math.max(...numbers))
    expect(summarizeRevocationList(last?.der ?? new Uint8Array()).revoked).toHaveLength(16)
    expect(await world.parts.audit.verify()).toBeUndefined()
  })

  test('of two who revoke the same certificate at once, one is refused', async () => {
    const leaf = await world.signBy(await world.root(), await world.request({ CNAME: 'race.example.com' }))
    const outcomes = await Promise.allSettled([1, 4, 5].map((reason) => world.revoke(leaf, reason)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusalOf(world.revoke(leaf, 1))).toMatch(/^revoke_reason: The certificate is already revoked/)
  })

  test('no character of a stranger’s name breaks it', async () => {
    const name = new Name([
      new RelativeDistinguishedName([
        new AttributeTypeAndValue({ type: '2.5.4.3', value: new AttributeValue({ utf8String: 'a\0b\nc' }) }),
      ]),
    ])
    const { privateKey, publicKey } = await generatePair({ algorithm: 'EC', bits: 256 })
    const info = new CertificationRequestInfo({ subject: name, subjectPKInfo: readSpki(publicKey) })
    const request = signObject(info, signingWith(privateKeyObject(privateKey)))
    await world.call('importRequest', { CSR: fileOf(request) })
    const leaf = await world.signBy(await world.root(), await world.newestRequest())
    expect(leaf.common_name).toBe('a\\00b\\0ac')
    expect(await world.revoke({ ...leaf, common_name: 'a\0b\nc' }, 1)).toContain('is revoked')
    expect(await refusalOf(world.revoke({ ...leaf, serial_number: '\0' }, 1))).toMatch(/^serial_number: /)
  })

  test('the external and the own authority are made once, and the list tells them', async () => {
    const ids = [await world.request({ CNAME: 'a.example.com' }), await world.request({ CNAME: 'b.example.com' })]
    const leaves = await Promise.all(ids.map((id) => world.signByExternal(id)))
    expect(new Set(leaves.map(({ issuer_name }) => issuer_name))).toEqual(new Set(['EXTCA']))
    const [one, other] = await Promise.all([openOwnAuthority(world.parts), openOwnAuthority(world.parts)])
    expect(await one.authorityPem()).toBe(await other.authorityPem())
    const { details, totalRows } = await world.call('listAuthorities')
    expect((details as { issued: number }[])[0]).toMatchObject({ commonName: 'EXTCA', issued: 2, revoked: 0 })
    expect(totalRows).toBe(4)
    expect((await world.call('listRequests')).totalRows).toBe(5)
  })
})

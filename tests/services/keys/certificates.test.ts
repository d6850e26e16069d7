import { X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { newIntermediate, newRoot } from '../../crypto/x509/authorities.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { certificateWorld, issued, p256, pemOf } from './certificate-world.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  if (!noPostgres) postgres = await startPostgres()
}, 120_000)
afterAll(() => postgres?.stop())
afterEach(() => vi.useRealTimers())

const root = await newRoot()
const intermediate = await newIntermediate(root)
const databases = ['SQLite', ...(noPostgres ? [] : ['PostgreSQL'])]

describe.each(databases)('the inventory of certificates on %s', (kind) => {
  let world: KeyWorld
  let inventory: ReturnType<typeof certificateWorld>
  beforeAll(async () => {
    const url = kind === 'PostgreSQL' ? await postgres?.createDatabase('certificates') : undefined
    world = await startKeyWorld(url ? { url } : {})
    inventory = certificateWorld(world)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    await world.parts.db.deleteFrom('key_certificate_place').execute()
    await world.parts.db.deleteFrom('key_certificate').execute()
  })
  const idOf = async (common_name: string) =>
    (
      await world.parts.db.selectFrom('key_certificate').select('id').where('common_name', '=', common_name).execute()
    )[0]?.id ?? 0
  const seenAt = async (common_name: string, host: string, port = 443) => {
    const certificate_id = await idOf(common_name)
    const place = { certificate_id, host, port, address: '127.0.0.1', seen_at: Date.now() }
    await world.parts.db.insertInto('key_certificate_place').values(place).execute()
  }

  test('a row says what the reference states', async () => {
    const { certificate, pem } = await issued(intermediate, {
      subject: { commonName: 'www.example.com', organization: 'Acme' },
      names: 'www.example.com,IP:192.0.2.1,example.com',
    })
    await inventory.add('CERTFILE', pem)
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    const wire = (date: Date) => date.toISOString().replace('.000Z', 'Z')
    expect(await inventory.call('listCertificates')).toEqual({
      name: 'getAllSSLCertificates',
      result: { status: 'Success', message: '1 found' },
      totalRows: 1,
      details: [
        {
          CertID: await idOf('www.example.com'),
          'DNS Name/FQDN': 'www.example.com',
          Port: 0,
          'Common Name': 'www.example.com',
          Issuer: 'Intermediate EC',
          FromDate: wire(validFromDate),
          ExpiryDate: wire(validToDate),
          KeyStrength: '256',
          SignatureAlgorithm: 'SHA256withECDSA',
          'Created By': 'admin',
          'Expiry Notification Email': '',
        },
      ],
    })
  })

  test('a certificate has a row for each place where it was seen', async () => {
    await inventory.add('CERTFILE', (await issued(intermediate, { subject: { commonName: 'a.example' } })).pem)
    await seenAt('a.example', 'b.example', 8443)
    await seenAt('a.example', 'a.example')
    const rows = await inventory.list()
    expect(rows.map((row) => [row['DNS Name/FQDN'], row.Port])).toEqual([
      ['a.example', 443],
      ['b.example', 8443],
    ])
    const [detail] = await inventory.details('a.example')
    expect(detail?.isCertInstalledMulipleServers).toBe(true)
    expect(detail?.ipaddress).toBe('127.0.0.1')
  })

  test('filters are combined', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const add = async (by: typeof root | undefined, commonName: string, days: number, key: KeyChoice = p256) => {
      const { pem } = await issued(by, { subject: { commonName }, key, validity: validityOf(days, 'days') })
      await inventory.add('CERTFILE', pem)
    }
    await add(root, 'soon', 5)
    await add(root, 'later', 50)
    await add(undefined, 'soon with RSA', 5, { algorithm: 'RSA', bits: 1024 })
    await add(undefined, 'soon with P-384', 5, { algorithm: 'EC', bits: 384 })
    const names = async (filters: object) => (await inventory.list(filters)).map((row) => row['Common Name'])
    expect(await names({ withExpiryDaysLessThan: '4' })).toEqual([])
    expect(await names({ withExpiryDaysLessThan: '6' })).toEqual(['soon', 'soon with RSA', 'soon with P-384'])
    expect(await names({ withExpiryDaysLessThan: '0' })).toEqual([])
    expect(await names({ withExpiryDaysLessThan: '9'.repeat(400) })).toHaveLength(4)
    expect(await names({ withKeyLength: '1024' })).toEqual(['soon with RSA'])
    expect(await names({ withKeyLength: '9'.repeat(400) })).toEqual([])
    expect(await names({ withSignatureAlgorithm: 'ecdsa-with-SHA256' })).toEqual(['soon', 'later'])
    expect(await names({ withSignatureAlgorithm: 'sha256' })).toEqual(['soon', 'later', 'soon with RSA'])
    expect(await names({ withSignatureAlgorithm: 'nonsense' })).toEqual([])
    expect(await names({ withSignatureAlgorithm: 'SHA256withECDSA', withExpiryDaysLessThan: '6' })).toEqual(['soon'])
    vi.setSystemTime(Date.now() + 6 * 86_400_000)
    expect(await names({ withExpiryDaysLessThan: '0' })).toEqual(['soon', 'soon with RSA', 'soon with P-384'])
    await expect(names({ withKeyLength: 'long' })).rejects.toThrow(/withKeyLength.*must be a number of bits/)
  })

  test('the next to expire comes first', async () => {
    for (const [commonName, days] of [
      ['b', 50],
      ['a', 100],
      ['c', 5],
    ] as const) {
      const { pem } = await issued(root, { subject: { commonName }, validity: validityOf(days, 'days') })
      await inventory.add('CERTFILE', pem)
    }
    const { details, totalRows } = await inventory.call('listCertificateExpiry')
    expect((details as Record<string, unknown>[]).map((row) => row['Common Name'])).toEqual(['c', 'b', 'a'])
    expect(details).toContainEqual({
      'Common Name': 'a',
      ExpiryDate: expect.stringMatching(/^\d{4}-.*T.*:\d\dZ$/) as unknown,
    })
    expect(totalRows).toBe(3)
  })

  test('details say what the certificate says', async () => {
    const { certificate, pem, which } = await issued(intermediate, {
      subject: { commonName: 'www.example.com', organization: 'Acme, Inc.', organizationalUnit: 'IT' },
      names: 'www.example.com,IP:192.0.2.1,ops@example.com',
      key: { algorithm: 'RSA', bits: 2048 },
    })
    await inventory.add('CERTFILE', pem + pemOf(intermediate.certificate, root.certificate))
    const [detail, ...others] = await inventory.details('www.example.com')
    const node = new X509Certificate(certificate)
    expect(others).toEqual([])
    expect(detail).toEqual({
      certtype: 'End entity',
      certificateTemplate: '',
      endpoint: {
        hostName: 'www.example.com',
        port: '',
        expiry_date: node.validToDate.toISOString().replace('.000', ''),
        from_date: node.validFromDate.toISOString().replace('.000', ''),
        certSignAlg: 'SHA256withECDSA',
        Sans: 'www.example.com,192.0.2.1,ops@example.com',
        serial: which.serial_number,
        fingerPrint: node.fingerprint256,
        keyalg: 'RSA',
        PublicKeyLength: 2048,
        PrivateKey: true,
        isCloudProvider: false,
        extensions: expect.arrayContaining([
          { oid: '2.5.29.19', name: 'basicConstraints', critical: true, lines: ['no certificate authority'] },
        ]) as unknown,
      },
      isCertInstalledMulipleServers: false,
      issuer: { cname: 'Intermediate EC', org: '', orgunit: '' },
      issuedto: { cname: 'www.example.com', org: 'Acme, Inc.', orgunit: 'IT' },
      intermediate: {
        cname: 'Intermediate EC',
        org: '',
        orgunit: '',
        serial: new X509Certificate(intermediate.certificate).serialNumber,
        expiry_date: new X509Certificate(intermediate.certificate).validToDate.toISOString().replace('.000', ''),
      },
      ipaddress: '',
      CertificateId: String(await idOf('www.example.com')),
    })
    expect((await inventory.details('Intermediate EC'))[0]).toMatchObject({
      certtype: 'Intermediate',
      intermediate: {},
    })
    expect((await inventory.details('Root EC'))[0]).toMatchObject({ certtype: 'Root', endpoint: { PrivateKey: false } })
  })

  test('a common name that several have: details give all, everything else wants a serial number', async () => {
    const first = await issued(root, { subject: { commonName: 'twice' } })
    const second = await issued(root, { subject: { commonName: 'twice' } })
    await inventory.add('CERTFILE', first.pem)
    await inventory.add('CERTFILE', second.pem)
    const [one, other] = [first.which.serial_number, second.which.serial_number]
    expect((await inventory.details('twice')).map(({ endpoint }) => endpoint.serial)).toEqual([other, one])
    expect((await inventory.details('twice', one)).map(({ endpoint }) => endpoint.serial)).toEqual([one])
    expect(await refusalOf(inventory.call('deleteCertificate', { common_name: 'twice' }))).toBe(
      `serial_number: Several certificates match twice; specify one of ${other}, ${one}`,
    )
    const withColons = one.toLowerCase().replace(/..(?=.)/g, '$&:')
    await inventory.call('deleteCertificate', { common_name: 'twice', serial_number: withColons })
    expect(await inventory.list()).toHaveLength(1)
    await inventory.call('deleteCertificate', { common_name: 'twice' })
    expect(await inventory.list()).toEqual([])
  })

  test('what is not there is refused, by the name of the field that is wrong', async () => {
    await inventory.add('CERTFILE', (await issued(root, { subject: { commonName: 'here' } })).pem)
    const no = (serial: string) => ({ common_name: 'here', serial_number: serial })
    for (const name of [
      'getCertificate',
      'getCertificateKeyStore',
      'getCertificatePassphrase',
      'deleteCertificate',
    ] as const) {
      expect(await refusalOf(inventory.call(name, no('12')))).toBe(
        'serial_number: There is no certificate of here with the serial number 12',
      )
    }
    expect(await refusalOf(inventory.details('HERE'))).toBe('common_name: There is no certificate of HERE')
    for (const odd of ['\u0000', '__proto__', "' or 1=1 --", '\ud800', '%', '\u202e']) {
      expect(await refusalOf(inventory.details(odd))).toMatch(/^common_name: There is no certificate of /)
      expect(await refusalOf(inventory.details('here', odd))).toMatch(/^serial_number: There is no certificate of here/)
    }
  })

  test('names of strangers survive as data', async () => {
    const names = [
      '__proto__',
      'مثال.إختبار',
      '‮rtl',
      '💥',
      "Robert'); DROP TABLE",
      '../../etc/passwd',
      '*.example.com',
      '.hidden',
    ]
    for (const commonName of names) {
      const { pem, which } = await issued(root, { subject: { commonName } })
      await inventory.add('CERTFILE', pem)
      expect((await inventory.details(commonName))[0]?.issuedto.cname).toBe(commonName)
      const { name } = await inventory.download('getCertificate', which)
      expect(name).toMatch(/^[^./\\*\u202e-][^/\\*\u202e]*\.pem$/)
    }
    expect((await inventory.list()).map((row) => row['Common Name'])).toEqual(names)
  })

  test('two who add the same certificate at once make one', async () => {
    const { pem } = await issued(root, { subject: { commonName: 'one' } })
    await Promise.all([1, 2, 3, 4].map(() => inventory.add('CERTFILE', pem)))
    expect(await inventory.list()).toHaveLength(1)
  })
})

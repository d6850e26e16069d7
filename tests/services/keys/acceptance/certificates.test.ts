// getCertificate to deleteCertificate, addCertificate and getCertificatePassphrase: what comes in and what goes out is read by openssl and keytool.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask as run, isInstalled } from '../../../crypto/x509/tools.ts'
import { passwords, vector } from '../../../crypto/x509/vectors.ts'
import { done } from './wire-calls.ts'
import { startWire, type Wire } from './wire.ts'

let wire: Wire
beforeAll(async () => {
  wire = await startWire()
  for (const [file, password] of [['chain.p7b'], ['default.p12', passwords.usual]] as const) {
    const fileType = password === undefined ? 'CERTFILE' : 'KEYSTORE'
    const added = await wire.upload('addCertificate', { fileType, PASSWORD: password }, { File: vector(file) })
    expect(added.json()).toEqual({ Status: 'Success', Message: expect.stringMatching(/added/) as unknown })
  }
})
afterAll(() => wire.stop())

const leaf = { common_name: 'host.example.com', serial_number: '77' }
const sign = isInstalled('openssl')
const openssl = (args: string, files: Record<string, Uint8Array | string>) => run('openssl', args.split(' '), files)
const get = (fileType?: string, of = leaf) => wire.get('getCertificate', { ...of, fileType })

describe('getCertificate', () => {
  const formats: [fileType: string | undefined, openssl: string][] = [
    [undefined, 'x509 -in f -noout -subject -serial'],
    ['CER', 'x509 -in f -noout -subject -serial'],
    ['CRT', 'x509 -in f -noout -subject -serial'],
    ['PEM', 'x509 -in f -noout -subject -serial'],
    ['DER', 'x509 -in f -inform DER -noout -subject -serial'],
    ['P7B', 'pkcs7 -in f -inform DER -print_certs -noout'],
    ['KEY', `pkey -in f -passin pass:${passwords.usual} -noout -check`],
    ['PKCS', `pkcs12 -in f -passin pass:${passwords.usual} -passout pass:x`],
  ]
  test.each(formats)('as %s is what openssl reads', async (fileType, args) => {
    const { status, headers, bytes } = await get(fileType)
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment; filename="/)])
    if (!sign) return
    const { ok, text } = openssl(args, { f: bytes })
    expect([ok, text]).toEqual([true, expect.stringMatching(/host\.example\.com|Key is valid/)])
    const wrong = args.replace(passwords.usual, 'a wrong passphrase')
    if (wrong !== args) expect(openssl(wrong, { f: bytes })).toMatchObject({ ok: false })
  })

  test('as JKS is what keytool lists, with its chain, and a wrong passphrase lists nothing', async () => {
    const { bytes } = await get('JKS')
    expect(bytes.readUInt32BE()).toBe(0xfeedfeed)
    if (!isInstalled('keytool')) return
    const list = (password: string) =>
      run('keytool', ['-list', '-v', '-keystore', 'f', '-storetype', 'JKS', '-storepass', password], { f: bytes })
    expect(list(passwords.usual).text).toMatch(/PrivateKeyEntry[^]*chain length: 3[^]*CN=host\.example\.com/)
    expect(list('a wrong one')).toMatchObject({ ok: false })
  })

  test('the chain verifies, and the serial number may be written as people write it', async () => {
    const pem = (await get('PEM')).text
    const single = (await get('CER')).text
    for (const serial_number of ['0077', '00:77', '077']) {
      expect((await get('CER', { ...leaf, serial_number })).text).toBe(single)
    }
    if (!sign) return
    const root = vector('root.pem')
    expect(openssl('verify -x509_strict -CAfile r -untrusted c f', { r: root, c: pem, f: single })).toMatchObject({
      ok: true,
    })
  })

  test('what is not there is refused in the envelope', async () => {
    for (const [of, field] of [
      [{ ...leaf, serial_number: '78' }, 'serial_number'],
      [{ ...leaf, common_name: 'HOST.example.com' }, 'HOST.example.com'],
      [{ ...leaf, fileType: 'pem' }, 'fileType'],
      [{ common_name: leaf.common_name }, 'serial_number'],
      [
        { common_name: 'Acme Root', serial_number: '49283CCBE7C4504433569F2713195B651D28F890', fileType: 'KEY' },
        'fileType',
      ],
    ] as const) {
      const { status, json } = await wire.get('getCertificate', of)
      const result = { status: 'Failed', message: expect.stringContaining(field) as unknown }
      expect([status, json()]).toEqual([200, { name: 'getCertificate', result }])
    }
  })
})

test('getCertificateKeyStore is opened by what getCertificatePassphrase tells, and both are in the audit', async () => {
  const store = await wire.get('getCertificateKeyStore', leaf)
  const told = await wire.get('getCertificatePassphrase', leaf)
  const details = { Passphrase: passwords.usual }
  expect(told.json()).toEqual(done('getCertificatePassphrase', expect.any(String), { details }))
  if (sign) {
    expect(openssl(`pkcs12 -in f -noout -passin pass:${passwords.usual}`, { f: store.bytes })).toMatchObject({
      ok: true,
    })
    expect(openssl('pkcs12 -in f -noout -passin pass:wrong', { f: store.bytes })).toMatchObject({ ok: false })
  }
  for (const apiName of ['getCertificateKeyStore', 'getCertificatePassphrase', 'getCertificate']) {
    expect(await wire.audited(apiName)).toContainEqual(expect.stringMatching(/host\.example\.com.*77/))
  }
  expect((await wire.get('getAuditDetails')).text).not.toContain(passwords.usual)
})

describe('the lists', () => {
  test('getAllSSLCertificates and getAllSSLCertsExpiryDate spell each field as the reference', async () => {
    const rows = (await wire.get('getAllSSLCertificates')).json() as unknown as { details: object[]; totalRows: number }
    expect([rows.details.length, rows.totalRows]).toEqual([4, 4])
    const own = rows.details.find((row) => 'Common Name' in row && row['Common Name'] === leaf.common_name)
    expect(own).toEqual({
      CertID: expect.any(Number) as number,
      'DNS Name/FQDN': 'host.example.com',
      Port: 0,
      'Common Name': leaf.common_name,
      Issuer: 'Acme Intermediate',
      FromDate: expect.stringMatching(/Z$/) as string,
      ExpiryDate: expect.stringMatching(/Z$/) as string,
      KeyStrength: expect.stringMatching(/^\d+$/) as string,
      SignatureAlgorithm: expect.stringMatching(/with/) as string,
      'Created By': 'admin',
      'Expiry Notification Email': '',
    })
    const expiry = (await wire.get('getAllSSLCertsExpiryDate')).json() as unknown as { details: object[] }
    const { ExpiryDate } = own as { ExpiryDate: string }
    expect(expiry.details).toContainEqual({ 'Common Name': leaf.common_name, ExpiryDate })
    if (!sign) return
    const [, end = ''] = openssl('x509 -in f -noout -enddate', { f: (await get('CER')).text }).text.split('=')
    expect(new Date(ExpiryDate).getTime()).toBe(new Date(end).getTime())
  })

  test.each([
    [{ withKeyLength: '2048' }, 2],
    [{ withKeyLength: '4096' }, 0],
    [{ withKeyLength: '2048', withExpiryDaysLessThan: '1' }, 0],
    [{ withExpiryDaysLessThan: '99999' }, 4],
    [{ withSignatureAlgorithm: 'SHA1' }, 0],
    [{}, 4],
  ])('filters by all of %o', async (filters, count) => {
    expect((await wire.get('getAllSSLCertificates', filters)).json().totalRows).toBe(count)
  })

  test('getCertificateDetails has the nested fields, misspelt where the reference misspells', async () => {
    const { details } = (
      await wire.get('getCertificateDetails', { common_name: leaf.common_name })
    ).json() as unknown as {
      details: [Record<string, Record<string, unknown>>]
    }
    const [{ endpoint, ...detail }] = details
    expect(Object.keys(detail).toSorted()).toEqual(
      [
        'certtype',
        'certificateTemplate',
        'isCertInstalledMulipleServers',
        'issuer',
        'issuedto',
        'intermediate',
        'ipaddress',
        'CertificateId',
      ].toSorted(),
    )
    expect(detail).toMatchObject({
      issuer: { cname: 'Acme Intermediate', org: 'Acme' },
      isCertInstalledMulipleServers: false,
    })
    expect(endpoint).toMatchObject({
      serial: '77',
      PrivateKey: true,
      isCloudProvider: false,
    })
    expect(endpoint?.Sans).toContain('host.example.com,192.0.2.9')
    if (!sign) return
    const said = openssl('x509 -in f -noout -fingerprint -sha256', { f: (await get('CER')).text }).text
    expect(said.replaceAll(':', '').toLowerCase()).toContain(
      String(endpoint?.fingerPrint).replaceAll(':', '').toLowerCase(),
    )
  })
})

describe('addCertificate and deleteCertificate', () => {
  test('a store of keytool keeps its key; a wrong password names PASSWORD', async () => {
    const upload = (PASSWORD: string) =>
      wire.upload('addCertificate', { fileType: 'KEYSTORE', PASSWORD }, { File: vector('keytool.jks') })
    expect((await upload('wrong')).json()).toEqual({
      Status: 'Failed',
      Message: expect.stringMatching(/^PASSWORD: /) as unknown,
    })
    expect((await upload(passwords.usual)).json()).toMatchObject({ Status: 'Success' })
  })

  test('an ambiguous common name is not deleted, one with its serial number is', async () => {
    const made = { CNAME: 'twice.example.com', ALG: 'EC', LEN: '256' }
    for (const _ of [1, 2]) await wire.post('createCertificate', made)
    const common_name = made.CNAME
    const refused = (await wire.remove('deleteCertificate', { common_name })).json()
    const result = { status: 'Failed', message: expect.stringMatching(/serial_number/) as unknown }
    expect(refused).toEqual({ name: 'DeleteCertificate', result })
    const { details } = (await wire.get('getCertificateDetails', { common_name })).json() as unknown as {
      details: { endpoint: { serial: string } }[]
    }
    expect(details).toHaveLength(2)
    const gone = await wire.remove('deleteCertificate', { common_name, serial_number: details[0]?.endpoint.serial })
    expect(gone.json()).toEqual(done('DeleteCertificate', expect.stringMatching(/deleted/)))
    expect((await wire.remove('deleteCertificate', { common_name })).json()).toMatchObject({
      result: { status: 'Success' },
    })
    expect((await wire.get('getCertificateDetails', { common_name })).text).toContain('"Failed"')
    expect(await wire.audited('deleteCertificate')).toHaveLength(2)
  })
})

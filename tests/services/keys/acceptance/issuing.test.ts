// createCSR to createCertificate and revokeEXTCACertificate: what is issued and revoked is verified by openssl, online where it can be asked online.
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask as run, isInstalled } from '../../../crypto/x509/tools.ts'
import { passwords, vector } from '../../../crypto/x509/vectors.ts'
import { askOnline } from '../openssl-verify.ts'
import { type Details, done } from './wire-calls.ts'
import { startWire, type Wire } from './wire.ts'

type Issued = { commonName: string; Certificate_ID: number; serialNumber: string }
type Request = Record<string, unknown> & { CSR_ID: number; DOMAIN_NAME: string }

const subject = { ORGUNIT: 'IT & more', ORG: 'Bücher, Töne', LOCATION: 'Köln', STATE: 'NRW', COUNTRY: 'DE' }
const openssl = isInstalled('openssl')
let wire: Wire
let root: Issued
let intermediate: Issued
beforeAll(async () => {
  wire = await startWire()
  const made = await wire.own('createAuthority', { CNAME: 'A Root', ALG: 'EC', LEN: '384', Validity: 3650 })
  root = made.json().details as Issued
  intermediate = await issue('An Intermediate', by(root, { isIntermediate: 'true', Validity: 1000 }))
})
afterAll(() => wire.stop())

const requests = async () =>
  ((await wire.get('getCSRList')).json() as unknown as { GeneratedList: Request[] }).GeneratedList
const newest = async (CNAME: string) => (await requests()).find(({ DOMAIN_NAME }) => DOMAIN_NAME === CNAME)?.CSR_ID
const by = ({ commonName, serialNumber }: Issued, more: Details = {}): Details => ({
  signType: 'signWithRoot',
  rootCertificateCommonName: commonName,
  rootCertificateSerialNumber: serialNumber,
  ...more,
})
const sign = async (CSR_ID: number | undefined, how: Details): Promise<Issued> => {
  const signed = await wire.post('signCSR', { ...how, CSR_ID: String(CSR_ID) })
  const row = { commonName: expect.any(String) as string, Certificate_ID: expect.any(Number) as number }
  const details = [{ ...row, serialNumber: expect.stringMatching(/^[0-9A-F]+$/) as string }]
  expect(signed.json()).toEqual(done('SignCSR', expect.any(String), { details, totalRows: 1 }))
  return (signed.json() as unknown as { details: [Issued] }).details[0]
}
async function issue(CNAME: string, how: Details, more: Details = {}): Promise<Issued> {
  const wish = { CNAME, ...subject, ALG: 'EC', LEN: '256', ...more }
  expect((await wire.post('createCSR', wish)).json()).toEqual(done('createCSR', expect.stringMatching(/CSR.*saved/)))
  return sign(await newest(CNAME), how)
}
const fileOf = async ({ commonName, serialNumber }: Issued, fileType = 'CER') =>
  (await wire.get('getCertificate', { common_name: commonName, serial_number: serialNumber, fileType })).text
const verify = async (of: Issued, authority: Issued, more: string[] = []) => {
  const files = { leaf: await fileOf(of), above: await fileOf(of, 'PEM'), ca: await fileOf(authority) }
  return askOnline(
    'openssl',
    ['verify', '-x509_strict', '-CAfile', 'ca', '-untrusted', 'above', ...more, 'leaf'],
    files,
  )
}

describe('createCertificate and createCSR', () => {
  test.each([
    ['RSA', '2048', 'SHA256', 'days', 30],
    ['RSA', '3072', 'SHA512', 'hours', 12],
    ['EC', '384', 'SHA384', 'minutes', 90],
    ['Ed25519', undefined, undefined, 'days', 1],
  ] as const)(
    '%s %s %s, valid for %s, says all that was asked for',
    async (ALG, LEN, SIGALG, VALIDITY_TYPE, amount) => {
      const CNAME = `${ALG}-${VALIDITY_TYPE}.example.com`.toLowerCase()
      const ALT_NAMES = `${CNAME},*.example.org,192.0.2.7,2001:db8::7,ops@example.com,https://example.com/a`
      const VALIDITY = String(amount)
      const wish = { CNAME, ALT_NAMES, ...subject, PASSWORD: 'of the store', VALIDITY_TYPE, VALIDITY, ALG, LEN, SIGALG }
      const before = Math.floor(Date.now() / 1000) * 1000
      const made = (await wire.post('createCertificate', { ...wish, StoreType: 'PKCS12' })).json()
      expect(made).toEqual(done('createCertificate', expect.stringMatching(/Certificate .* saved/)))
      const { details } = (await wire.get('getCertificateDetails', { common_name: CNAME })).json() as unknown as {
        details: [{ endpoint: { serial: string } }]
      }
      const issued = { commonName: CNAME, Certificate_ID: 0, serialNumber: details[0].endpoint.serial }
      const pem = await fileOf(issued)
      const certificate = new X509Certificate(pem)
      expect(certificate.subjectAltName).toBe(
        `DNS:${CNAME}, DNS:*.example.org, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:7, email:ops@example.com, URI:https://example.com/a`,
      )
      for (const text of ['CN=', 'OU=IT & more', 'L=Köln', 'ST=NRW', 'C=DE'])
        expect(certificate.subject).toContain(text)
      const ms = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 }[VALIDITY_TYPE] * amount
      const end = certificate.validToDate.getTime()
      expect(Math.abs(end - (before + ms))).toBeLessThanOrEqual(65_000)
      if (!openssl) return
      const checked = run('openssl', ['verify', '-x509_strict', '-check_ss_sig', '-CAfile', 'a', 'a'], { a: pem })
      expect(checked.text).toContain('a: OK')
      const store = (
        await wire.get('getCertificateKeyStore', { common_name: CNAME, serial_number: issued.serialNumber })
      ).bytes
      const open = (password: string) =>
        run('openssl', ['pkcs12', '-in', 'f', '-noout', '-passin', `pass:${password}`], { f: store }).ok
      expect([open('of the store'), open('wrong')]).toEqual([true, false])
    },
  )

  test('getCSRList has a row in GeneratedList for each request', async () => {
    const wish = { CNAME: 'listed.example.com', ALG: 'RSA', LEN: '2048', SIGALG: 'SHA384', VALIDITY: '9' }
    await wire.post('createCSR', { ...wish, VALIDITY_TYPE: 'hours', StoreType: 'JKS', PASSWORD: 'of the store' })
    const { GeneratedList, totalRows, ...rest } = (await wire.get('getCSRList')).json() as unknown as {
      GeneratedList: object[]
      totalRows: number
    }
    expect([GeneratedList.length, Object.keys(rest)]).toEqual([totalRows, ['name', 'result']])
    expect(GeneratedList[0]).toEqual({
      CSR_ID: expect.any(Number) as number,
      DOMAIN_NAME: 'listed.example.com',
      CREATED_BY: 'admin',
      CREATED_DATE: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      LOGIN_ID: 0,
      KEYALGORITHM: 'RSA',
      KEY_STRENGTH: 2048,
      SIGNATURE_ALGORITHM: expect.stringMatching(/^SHA384/) as string,
      KEYSTORE_TYPE: 'JKS',
      isPassword: true,
      VALIDITY: '9 hours',
    })
  })
})

describe('signCSR', () => {
  test('a leaf below an intermediate below a root verifies strictly, and an impostor does not', async () => {
    const leaf = await issue('www.example.com', by(intermediate, { Validity: 10 }))
    expect(new X509Certificate(await fileOf(leaf)).issuer).toContain('CN=An Intermediate')
    const impostor = (await wire.own('createAuthority', { CNAME: 'A Root', ALG: 'EC', LEN: '384' })).json().details
    if (!openssl) return
    expect(await verify(leaf, root)).toContain('leaf: OK')
    expect(await verify(leaf, impostor as Issued)).toContain('verification failed')
  })

  test('the external CA signs unless another type is named, by each of its templates', async () => {
    const external = { serverName: 'localhost', caName: 'EXTCA' }
    const leaf = await issue('web.example.com', { ...external, templateName: 'WebServer' })
    const sub = await issue('Sub CA', { signType: 'EXTCA', ...external, templateName: 'SubCA' })
    expect([leaf, sub].map(({ commonName }) => commonName)).toEqual(['web.example.com', 'Sub CA'])
    expect(new X509Certificate(await fileOf(leaf)).ca).toBe(false)
    expect(new X509Certificate(await fileOf(sub)).ca).toBe(true)
    const { details } = (await wire.get('getCertificateDetails', { common_name: 'EXTCA Root' })).json() as unknown as {
      details: [{ endpoint: { serial: string } }]
    }
    const top = { commonName: 'EXTCA Root', Certificate_ID: 0, serialNumber: details[0].endpoint.serial }
    if (openssl) expect(await verify(leaf, top)).toContain('leaf: OK')
  })

  test('a request that openssl made, with its encrypted key, is signed and has that key and password', async () => {
    const files = { CSR: vector('rsa.csr'), Key: vector('rsa-pbes2.key') }
    const Email = 'ops@example.com'
    for (const password of ['wrong', undefined]) {
      const refused = (await wire.upload('importCSR', { password, Email }, files)).json()
      const result = { status: 'Failed', message: expect.stringMatching(/^password: /) as unknown }
      expect(refused).toEqual({ name: 'importCSR', result })
    }
    const imported = (await wire.upload('importCSR', { password: passwords.usual, Email }, files)).json()
    expect(imported).toEqual(done('importCSR', 'CSR host.example.com imported successfully.'))
    const signed = await sign(await newest('host.example.com'), by(root))
    const of = { common_name: signed.commonName, serial_number: signed.serialNumber }
    const told = (await wire.get('getCertificatePassphrase', of)).json()
    expect(told).toMatchObject({ details: { Passphrase: passwords.usual } })
    const key = (await wire.get('getCertificate', { ...of, fileType: 'KEY' })).bytes
    if (!openssl) return
    const publicOf = ['pkey', '-in', 'k', '-passin', `pass:${passwords.usual}`, '-pubout']
    expect(run('openssl', publicOf, { k: key }).text).toBe(run('openssl', publicOf, { k: vector('rsa.key') }).text)
    expect(run('openssl', ['x509', '-in', 'c', '-noout', '-email'], { c: await fileOf(signed) }).text).toContain('ops@')
  })

  test('a request without its key is signed, and has no key to export', async () => {
    const imported = await wire.upload('importCSR', { Email: 'ops@example.com' }, { CSR: vector('ec.csr') })
    expect(imported.json()).toEqual(done('importCSR', 'CSR host.example.com imported successfully.'))
    const { serialNumber: serial_number } = await sign(await newest('host.example.com'), by(intermediate))
    const of = { common_name: 'host.example.com', serial_number }
    const refused = { result: { status: 'Failed', message: expect.stringMatching(/private key/) as unknown } }
    expect((await wire.get('getCertificate', { ...of, fileType: 'KEY' })).json()).toMatchObject(refused)
    expect((await wire.get('getCertificatePassphrase', of)).json()).toMatchObject(refused)
    expect((await wire.upload('importCSR', {}, { CSR: 'no request' })).json()).toEqual({
      name: 'importCSR',
      result: { status: 'Failed', message: expect.stringMatching(/^CSR: /) as unknown },
    })
  })

  test('what is no authority, no number or not there is refused by name', async () => {
    const leaf = await issue('leaf.example.com', by(root))
    const CSR_ID = String(await newest('leaf.example.com'))
    for (const [wish, field] of [
      [{ ...by(leaf), CSR_ID }, 'rootCertificateCommonName'],
      [{ ...by(root), CSR_ID: '999999' }, 'CSR_ID'],
      [{ ...by(root), CSR_ID, Validity: 0 }, 'Validity'],
      [{ ...by(root), CSR_ID, Validity: 5000 }, 'Validity'],
      [{ ...by({ ...root, serialNumber: '01' }), CSR_ID }, 'rootCertificateSerialNumber'],
      [{ ...by(root), CSR_ID, signType: 'signwithroot' }, 'signType'],
      [{ CSR_ID, serverName: 'localhost', caName: 'EXTCA', templateName: 'webserver' }, 'templateName'],
      [{ CSR_ID }, 'serverName'],
    ] as const) {
      const result = { status: 'Failed', message: expect.stringContaining(field) as unknown }
      expect((await wire.post('signCSR', wish)).json()).toEqual({ name: 'SignCSR', result })
    }
  })
})

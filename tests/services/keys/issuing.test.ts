import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { passphraseOf, privateKeyOf } from '#services/keys/certificate-store.ts'
import { requestBytes, requireRequest } from '#services/keys/issuing/request-store.ts'
import { ask, isInstalled } from '../../crypto/x509/tools.ts'
import { type IssuingWorld, pemOf, startIssuingWorld } from './issuing-world.ts'
import { fileOf, refusalOf, type WireInput } from './key-world.ts'
import { textOf, verify } from './openssl-verify.ts'

const openssl = isInstalled('openssl')
let world: IssuingWorld

beforeAll(async () => {
  world = await startIssuingWorld()
})
afterAll(() => world.stop())

const keyTypes: WireInput[] = [
  { ALG: 'RSA', LEN: '1024' },
  { ALG: 'RSA', LEN: '2048', SIGALG: 'SHA512' },
  { ALG: 'EC', LEN: '256' },
  { ALG: 'EC', LEN: '384', SIGALG: 'SHA256' },
  { ALG: 'EC', LEN: '521' },
  { ALG: 'Ed25519' },
]
const subject = {
  CNAME: 'shop.example.com',
  ALT_NAMES: 'www.example.com, *.example.com,10.1.2.3,::1,mail@example.com,https://example.com/a',
  ORGUNIT: 'Einkauf',
  ORG: 'Müller & Söhne',
  LOCATION: 'Köln',
  STATE: 'NRW',
  COUNTRY: 'de',
}

describe('a request', () => {
  test.skipIf(!openssl).each(keyTypes)('of %o is one that openssl verifies, with all its names', async (key) => {
    const id = await world.request({ ...subject, ...key })
    const pem = writePem('CERTIFICATE REQUEST', requestBytes(await requireRequest(world.parts.db, String(id))))
    const { text, ok } = ask('openssl', ['req', '-verify', '-noout', '-text', '-nameopt', 'utf8', '-in', 'a.csr'], {
      'a.csr': pem,
    })
    expect(ok).toBe(true)
    expect(text).toContain('verify OK')
    expect(text).toMatch(/Subject: C=DE, ?ST=NRW, ?L=Köln, ?O=Müller & Söhne, ?OU=Einkauf, ?CN=shop\.example\.com/)
    expect(text).toContain('DNS:shop.example.com, DNS:www.example.com, DNS:*.example.com, IP Address:10.1.2.3')
    expect(text).toContain('email:mail@example.com, URI:https://example.com/a')
  })

  test('is in the list with what was asked for, and never with its password', async () => {
    const asked = { ...subject, ALG: 'RSA', LEN: '2048', VALIDITY: '12', VALIDITY_TYPE: 'hours', StoreType: 'JKS' }
    const answer = await world.call('createRequest', { ...asked, PASSWORD: 'a-canary-password' })
    expect(answer).toMatchObject({ name: 'createCSR', result: { status: 'Success' } })
    const { GeneratedList, totalRows } = await world.call('listRequests')
    const [first] = GeneratedList as unknown[]
    expect(first).toEqual({
      CSR_ID: expect.any(Number) as number,
      DOMAIN_NAME: 'shop.example.com',
      CREATED_BY: 'admin',
      CREATED_DATE: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/) as string,
      LOGIN_ID: 0,
      KEYALGORITHM: 'RSA',
      KEY_STRENGTH: 2048,
      SIGNATURE_ALGORITHM: 'SHA256withRSA',
      KEYSTORE_TYPE: 'JKS',
      isPassword: true,
      VALIDITY: '12 hours',
    })
    expect(totalRows).toBe((GeneratedList as unknown[]).length)
    expect((await world.stored()).includes('a-canary-password')).toBe(false)
  })

  test.each(['day', 'hour', 'minute'])('a validity of one %s is listed in the singular', async (unit) => {
    const id = await world.request({ CNAME: `one-${unit}.example.com`, VALIDITY: '1', VALIDITY_TYPE: `${unit}s` })
    const { GeneratedList } = await world.call('listRequests')
    expect((GeneratedList as unknown[])[0]).toMatchObject({ CSR_ID: id, VALIDITY: `1 ${unit}` })
  })

  test.each<[string, WireInput, RegExp]>([
    ['a length that is not in the table', { ALG: 'RSA', LEN: '2047' }, /^LEN: A key of type RSA has 1024, 2048/],
    ['a length of another kind of key', { ALG: 'EC', LEN: '2048' }, /^LEN: A key of type EC has 256, 384, 521/],
    ['a length for Ed25519', { ALG: 'Ed25519', LEN: '384' }, /^LEN: /],
    ['a digest for Ed25519', { ALG: 'Ed25519', SIGALG: 'SHA256' }, /^SIGALG: /],
    ['a kind of key that we do not make', { ALG: 'DSA' }, /^ALG: /],
    ['a kind of key in the wrong letter case', { ALG: 'rsa' }, /^ALG: /],
    ['a country of three letters', { COUNTRY: 'DEU' }, /^COUNTRY: .*a code of two letters/],
    ['a blank name', { CNAME: '   ' }, /^CNAME: /],
    ['a name of 65 characters', { CNAME: 'a'.repeat(65) }, /^CNAME: /],
    ['an organization of 65 characters', { ORG: 'ü'.repeat(65) }, /^ORG: The organization is longer than 64/],
    ['a line end in the town', { LOCATION: 'Köln\nBonn' }, /^LOCATION: /],
    ['an alternative name that is none', { ALT_NAMES: 'www.example.com,not a name' }, /^ALT_NAMES: "not a name"/],
    ['1,001 names', { ALT_NAMES: numbered(1001) }, /^ALT_NAMES: More than 1000/],
    ['1,000 names and one for CNAME', { ALT_NAMES: numbered(1000) }, /^ALT_NAMES: More than 1000/],
    ['36,501 days', { VALIDITY: '36501' }, /^VALIDITY: At most 36500 days/],
    ['too many minutes', { VALIDITY: '52560001', VALIDITY_TYPE: 'minutes' }, /^VALIDITY: At most 52560000 minutes/],
    ['no validity at all', { VALIDITY: '0' }, /^VALIDITY: /],
    ['weeks', { VALIDITY: '1', VALIDITY_TYPE: 'weeks' }, /^VALIDITY_TYPE: /],
    ['a password that no JKS takes', { PASSWORD: 'short', StoreType: 'JKS' }, /^PASSWORD: .*6 characters/],
  ])('is refused with %s, by the name of the field, and nothing is kept', async (_, wish, message) => {
    const before = await world.newestRequest()
    const refusal = await refusalOf(world.call('createRequest', { CNAME: 'a.example.com', ALG: 'EC', ...wish }))
    expect(refusal).toMatch(message)
    expect(await world.newestRequest()).toBe(before)
  })
})

function numbered(count: number) {
  return Array.from({ length: count }, (_, at) => `h${at}.example.com`).join(',')
}

describe('a certificate of its own', () => {
  test.skipIf(!openssl).each(keyTypes)('of %o stands in openssl and is no authority', async (key) => {
    await world.call('createCertificate', { ...subject, ...key, CNAME: 'own.example.com', VALIDITY: '30' })
    const certificate = await world.newest('own.example.com')
    const own = pemOf(certificate)
    expect(verify([own]).text).toContain('OK')
    expect(textOf(own)).toContain('CA:FALSE')
    expect(certificate).toMatchObject({ source: 'created', is_authority: 0, store_type: 'PKCS12' })
    expect(passphraseOf(world.parts.vault, certificate)).toHaveLength(43)
    expect(await refusalOf(world.signBy(certificate, await world.request({ CNAME: 'x.example.com' })))).toBe(
      'rootCertificateCommonName: The certificate of own.example.com is not a certificate authority',
    )
    expect(await refusalOf(world.revoke(certificate, 1))).toMatch(/self-signed/)
  })

  test('ends after the minutes that were asked for', async () => {
    await world.call('createCertificate', { CNAME: 'short', ALG: 'EC', VALIDITY: '3', VALIDITY_TYPE: 'minutes' })
    const { not_before, not_after } = await world.newest('short')
    expect(not_after - not_before).toBe(3 * 60_000)
  })
})

describe('an imported request', () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const plain = key.export({ format: 'pem', type: 'pkcs8' })
  const encrypted = key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'opens it' })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  /** By openssl, for this key. */
  const csr = () => {
    const args = 'req -new -key a.key -subj /C=DE/O=Acme/CN=imported.example.com -out a.csr'.split(' ')
    return fileOf(ask('openssl', args, { 'a.key': plain.toString() }).file('a.csr'), 'a.csr')
  }

  test.skipIf(!openssl)('comes without its key, is signed, and openssl says whose it is', async () => {
    expect(await world.call('importRequest', { CSR: csr(), Email: 'ops@example.com' })).toMatchObject({
      name: 'importCSR',
      result: { message: 'CSR imported.example.com imported successfully.' },
    })
    const certificate = await world.signBy(await world.root(), await world.newestRequest())
    expect(certificate).toMatchObject({
      email: 'ops@example.com',
      sealed_key: null,
      common_name: 'imported.example.com',
    })
    expect(textOf(pemOf(certificate))).toContain('Subject: C = DE, O = Acme, CN = imported.example.com')
  })

  test.skipIf(!openssl)('comes with its encrypted key, which the certificate takes over', async () => {
    await world.call('importRequest', { CSR: csr(), Key: fileOf(encrypted.toString()), password: 'opens it' })
    const certificate = await world.signBy(await world.root(), await world.newestRequest())
    const taken = privateKeyOf(world.parts.vault, certificate) ?? new Uint8Array()
    expect(Buffer.from(taken).equals(key.export({ format: 'der', type: 'pkcs8' }))).toBe(true)
    expect(passphraseOf(world.parts.vault, certificate)).toBe('opens it')
  })

  test.skipIf(!openssl)('is refused by the field that is wrong', async () => {
    const refusal = (input: WireInput) => refusalOf(world.call('importRequest', { CSR: csr(), ...input }))
    const before = await world.newestRequest()
    expect(await refusal({ Key: fileOf(encrypted.toString()) })).toBe('password: It is required when a key is given')
    expect(await refusal({ Key: fileOf(encrypted.toString()), password: 'wrong' })).toMatch(
      /^password: Incorrect passphrase/,
    )
    const foreign = fileOf(other.export({ format: 'pem', type: 'pkcs8' }).toString())
    expect(await refusal({ Key: foreign, password: 'x' })).toBe('Key: It is not the key of this request')
    expect(await refusal({ Key: fileOf('nonsense'), password: 'x' })).toMatch(/^Key: /)
    expect(await refusal({ CSR: fileOf('nonsense') })).toMatch(/^CSR: /)
    const cutShort = Buffer.from(csr().bytes)
      .toString()
      .replace(/.{4}(?=\n-----END)/, '')
    expect(await refusal({ CSR: fileOf(cutShort) })).toMatch(/^CSR: /)
    expect(await refusal({ CSR: fileOf(plain.toString()) })).toMatch(/^CSR: There is no certificate/)
    expect(await refusal({ Email: 'not an address' })).toMatch(/^Email: /)
    expect(await world.newestRequest()).toBe(before)
  })
})

describe('a signed certificate', () => {
  test.skipIf(!openssl).each(keyTypes)('verifies strictly below root and intermediate of %o', async (key) => {
    const root = await world.root({ CNAME: 'Deep Root', pathLength: 1, ...key })
    const above = key.LEN === '1024' ? { ...key, LEN: '2048' } : key // short keys are for old servers only
    const intermediate = await world.signBy(root, await world.request({ CNAME: 'Deep CA', ...above }), {
      isIntermediate: 'true',
    })
    const leaf = await world.signBy(intermediate, await world.request({ ...subject, ...key, VALIDITY: '90' }))
    const chain = await world.chainOf(leaf)
    expect(chain).toHaveLength(3)
    const { ok, text } = verify(chain, ['-purpose', 'sslserver', '-verify_hostname', 'shop.example.com'])
    expect([ok, text]).toEqual([true, expect.stringContaining('OK')])
    expect(textOf(pemOf(intermediate))).toContain('CA:TRUE, pathlen:0')
    const below = world.signBy(intermediate, await world.request({ CNAME: 'Too deep' }), { isIntermediate: 'true' })
    expect(await refusalOf(below)).toBe(
      'rootCertificateCommonName: The authority may sign certificates but not further authorities',
    )
  })

  test.skipIf(!isInstalled('keytool'))('is read by keytool', async () => {
    const leaf = await world.signBy(await world.root(), await world.request(subject))
    const { text } = ask('keytool', ['-printcert', '-file', 'a.pem'], { 'a.pem': pemOf(leaf) })
    expect(text).toContain('CN=shop.example.com')
    expect(text.replaceAll(':', '')).toContain(leaf.sha256.replaceAll(':', ''))
  })

  test('tells where its state can be asked for', async () => {
    const root = await world.root()
    const leaf = await world.signBy(root, await world.request({ CNAME: 'state.example.com' }))
    const name = root.sha256.replaceAll(':', '').toLowerCase()
    const { infoAccess } = new X509Certificate(pemOf(leaf))
    expect(infoAccess).toContain(`OCSP - URI:${world.base()}/ocsp`)
    expect(infoAccess).toContain(`CA Issuers - URI:${world.base()}/issuers/${name}.cer`)
  })

  test('takes over key and password; the same request can be signed again', async () => {
    const root = await world.root()
    const id = await world.request({ CNAME: 'renewed.example.com', PASSWORD: 'my store', StoreType: 'JKS' })
    const [first, second] = [await world.signBy(root, id), await world.signBy(root, id)]
    expect(first.serial_number).not.toBe(second.serial_number)
    for (const certificate of [first, second]) {
      expect(passphraseOf(world.parts.vault, certificate)).toBe('my store')
      expect(certificate).toMatchObject({ store_type: 'JKS', source: 'signed' })
    }
    const keys = [first, second].map((certificate) => privateKeyOf(world.parts.vault, certificate))
    expect(keys[0]).toEqual(keys[1])
  })

  test('is valid as long as the call says, else as the request says, else a year, always inside its issuer', async () => {
    const days = ({ not_before, not_after }: { not_before: number; not_after: number }) =>
      (not_after - not_before) / 86_400_000
    const root = await world.root({ Validity: 100 })
    const kept = await world.request({ CNAME: 'a.example.com', VALIDITY: '36', VALIDITY_TYPE: 'hours' })
    const none = await world.request({ CNAME: 'b.example.com' })
    expect(days(await world.signBy(root, kept, { Validity: 7 }))).toBe(7)
    expect(days(await world.signBy(root, kept))).toBe(1.5)
    expect(days(await world.signBy(root, none))).toBeCloseTo(100, 2)
    expect(days(await world.signBy(await world.root(), none))).toBe(365)
    expect(await refusalOf(world.signBy(root, none, { Validity: 200 }))).toMatch(
      /^Validity: The issuer's own .* ends on/,
    )
    expect(await refusalOf(world.signBy(root, none, { Validity: 36_501 }))).toMatch(/^Validity: /)
  })

  test('really is over when its minutes are', async () => {
    const id = await world.request({ CNAME: 'brief.example.com', VALIDITY: '5', VALIDITY_TYPE: 'minutes' })
    const leaf = await world.signBy(await world.root(), id)
    expect(leaf.not_after - leaf.not_before).toBe(300_000)
    if (!openssl) return
    const chain = await world.chainOf(leaf)
    const at = (ms: number) => verify(chain, ['-attime', String(Math.floor(ms / 1000))]).text
    expect(at(leaf.not_after - 1000)).toContain('OK')
    expect(at(leaf.not_after + 1000)).toContain('certificate has expired')
  })

  test('takes numbers as texts and texts as numbers, as callers write them', async () => {
    await world.call('createRequest', { CNAME: 'n.example.com', ALG: 'EC', LEN: 384, VALIDITY: 9 })
    const id = await world.newestRequest()
    const leaf = await world.signBy(await world.root(), id, { CSR_ID: id, Validity: '8', isIntermediate: false })
    expect(leaf).toMatchObject({ key_bits: 384, is_authority: 0, not_after: leaf.not_before + 8 * 86_400_000 })
  })

  test('is refused for what is not there, by field', async () => {
    const root = await world.root()
    const id = await world.request({ CNAME: 'c.example.com' })
    const refusal = (more: WireInput, number = id) => refusalOf(world.signBy(root, number, more))
    expect(await refusal({}, 999_999)).toBe('CSR_ID: There is no request with the number 999999')
    expect(await refusal({ CSR_ID: 'x' })).toMatch(/^CSR_ID: /)
    expect(await refusal({ rootCertificateCommonName: 'acme root' })).toMatch(/^rootCertificateCommonName: There is no/)
    expect(await refusal({ rootCertificateSerialNumber: '01' })).toMatch(/^rootCertificateSerialNumber: No certificate/)
    expect(await refusal({ rootCertificateSerialNumber: '' })).toMatch(/^rootCertificateSerialNumber: It is required/)
    expect(await refusal({ signType: 'signwithroot' })).toMatch(/^signType: /)
    await world.parts.db.updateTable('key_certificate').set({ sealed_key: null }).where('id', '=', root.id).execute()
    expect(await refusal({})).toMatch(/^rootCertificateCommonName: The private key of Acme Root is not stored/)
  })

  test('comes from no authority whose own time is over', async () => {
    const root = await world.root({ CNAME: 'Old Root', Validity: 1 })
    const id = await world.request({ CNAME: 'late.example.com' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    try {
      expect(await refusalOf(world.signBy(root, id))).toMatch(/^rootCertificateCommonName: .* ended on/)
    } finally {
      vi.useRealTimers()
    }
  })

  test('of a thousand names holds nobody up and loses none', async () => {
    const id = await world.request({ CNAME: 'h0.example.com', ALT_NAMES: numbered(1000) })
    const leaf = await world.signBy(await world.root(), id)
    const { subjectAltName } = new X509Certificate(pemOf(leaf))
    expect(subjectAltName?.split(', ')).toHaveLength(1000)
  })
})

describe('names that are meant to break things', () => {
  test.each(['__proto__', 'constructor', '<script>', "'; drop table key_request; --", '‮evil', 'a,b=c+d', '👩‍👩‍👧'])(
    '%s stays what it is, from request to certificate',
    async (CNAME) => {
      const leaf = await world.signBy(await world.root(), await world.request({ CNAME, ORG: CNAME }))
      expect(leaf.common_name).toBe(CNAME.normalize('NFC'))
    },
  )
})

test('each change has one row in the audit that names its object, and the chain holds', async () => {
  const before = (await world.audit()).length
  const root = await world.root({ CNAME: 'Audited Root' })
  const leaf = await world.signBy(root, await world.request({ CNAME: 'audited.example.com', PASSWORD: 'hush' }))
  const rows = (await world.audit()).slice(before).map(({ operation, description }) => `${operation}: ${description}`)
  expect(rows).toEqual([
    `createAuthority: Authority “Audited Root” (${root.serial_number}) created`,
    expect.stringMatching(/^createCSR: Request \d+ for “audited.example.com” created$/),
    expect.stringMatching(
      `^signCSR: Certificate “audited.example.com” .${leaf.serial_number}. issued by “Audited Root”`,
    ),
  ])
  expect(await world.parts.audit.verify()).toBeUndefined()
})

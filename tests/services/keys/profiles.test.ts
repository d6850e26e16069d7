// What a certificate may be used for is decided by its profile, at every way of issuing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { profileRows } from '#contract/keys/profiles.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { type Certificate, derOf } from '#services/keys/certificate-store.ts'
import { profileHandlers } from '#services/keys/profiles/profile-handlers.ts'
import { isInstalled } from '../../crypto/x509/tools.ts'
import { type IssuingWorld, startIssuingWorld } from './issuing-world.ts'
import { refusalOf, type WireInput } from './key-world.ts'
import { verify } from './openssl-verify.ts'

const openssl = isInstalled('openssl')
let world: IssuingWorld
let root: Certificate
beforeAll(async () => {
  world = await startIssuingWorld()
  root = await world.root({ CNAME: 'Profile Root' })
})
afterAll(() => world.stop())

const profiles = () => world.serve(profileRows, profileHandlers(world.parts))
const usesOf = (certificate: Certificate) => {
  const { keyUsages, purposes } = summarizeCertificate(derOf(certificate))
  return { keyUsages, purposes }
}
/** A request with this, signed by the root with that. */
const issued = async (wish: WireInput, more: WireInput = {}, by = root) =>
  world.signBy(by, await world.request(wish), more)
const purposeIs = async (certificate: Certificate, purpose: string) => {
  const { ok, text } = verify(await world.chainOf(certificate), ['-purpose', purpose])
  expect(text).toContain(ok ? 'OK' : 'error')
  return ok
}

const own: JsonObject = {
  name: 'Acme web',
  description: 'Web servers of Acme',
  isAuthority: false,
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: ['serverAuth', '1.3.6.1.4.1.99999.7'],
  optionalUsage: [],
  maxDays: 30,
  rsaBits: 0,
  curves: [384],
  ed25519: false,
  names: ['dns'],
  requiredNames: ['dns'],
  domains: ['acme.example'],
}

describe('the built-in profiles', () => {
  test('a person’s certificate is for email and no server, as openssl sees it', async () => {
    const person = await issued({ CNAME: 'Ada Example', ALT_NAMES: 'ada@acme.example' }, { profile: 'S/MIME' })
    expect(usesOf(person)).toEqual({
      keyUsages: ['digitalSignature', 'keyAgreement'],
      purposes: ['emailProtection'],
    })
    expect(person.template).toBe('S/MIME')
    if (!openssl) return
    expect(await purposeIs(person, 'smimesign')).toBe(true)
    expect(await purposeIs(person, 'sslserver')).toBe(false)
  })

  test.each([
    ['Server', { CNAME: 'a.acme.example' }, ['serverAuth'], 'sslserver', 'smimesign'],
    ['Client', { CNAME: 'Laptop 7 of Ada' }, ['clientAuth'], 'sslclient', 'sslserver'],
    ['Code signing', { CNAME: 'Acme Software' }, ['codeSigning'], 'any', 'sslclient'],
  ])('%s', async (profile, wish, purposes, fit, unfit) => {
    const certificate = await issued(wish, { profile })
    expect(usesOf(certificate).purposes).toEqual(purposes)
    if (!openssl) return
    expect(await purposeIs(certificate, fit)).toBe(true)
    expect(await purposeIs(certificate, unfit)).toBe(false)
  })

  test('keys for encryption are for RSA only, keys for agreement for elliptic curves only', async () => {
    const wish = { CNAME: 'Ada Example', ALT_NAMES: 'ada@acme.example', profile: 'S/MIME' }
    const rsa = await issued({ ...wish, ALG: 'RSA', LEN: '2048' })
    expect(usesOf(rsa).keyUsages).toEqual(['digitalSignature', 'keyEncipherment'])
    const edwards = await issued({ ...wish, ALG: 'Ed25519', LEN: '' })
    expect(usesOf(edwards).keyUsages).toEqual(['digitalSignature'])
  })

  test('without a name, the profile is chosen by what is asked for', async () => {
    expect((await issued({ CNAME: 'b.acme.example' })).template).toBe('Server')
    expect((await issued({ CNAME: 'bo@acme.example' })).template).toBe('S/MIME')
    expect((await issued({ CNAME: 'Bo Example' })).template).toBe('Client')
    expect((await issued({ CNAME: 'old.acme.example', ALG: 'RSA', LEN: '1024' })).template).toBe('Server (legacy)')
    expect((await issued({ CNAME: 'Middle' }, { isIntermediate: 'true' })).template).toBe('Sub-CA')
  })

  test('a request keeps its profile, and asks an authority elsewhere for the same', async () => {
    const id = await world.request({ CNAME: 'c.acme.example', profile: 'Client' })
    expect((await world.signBy(root, id)).template).toBe('Client')
    expect((await world.signBy(root, id, { profile: 'Server' })).template).toBe('Server')
    expect(usesOf(await world.signByExternal(id)).purposes).toEqual(['clientAuth'])
  })

  test.each<[WireInput, WireInput, RegExp]>([
    [
      { CNAME: 'd.acme.example' },
      { profile: 'S/MIME' },
      /^CSR_ID: The profile “S\/MIME” does not allow|requires a name/,
    ],
    [
      { CNAME: 'Ada Example' },
      { profile: 'S/MIME' },
      /^CSR_ID: The profile “S\/MIME” requires a name\. Add one of: email/,
    ],
    [{ CNAME: 'Ada Example' }, { profile: 'Server' }, /^CSR_ID: The profile “Server” requires a name/],
    [
      { CNAME: 'e.acme.example' },
      { profile: 'Server', Validity: 826 },
      /^Validity: The profile “Server” allows 825 days/,
    ],
    [
      { CNAME: 'Soft', ALG: 'RSA', LEN: '2048' },
      { profile: 'Code signing' },
      /^CSR_ID: .*does not allow RSA 2048 keys/,
    ],
    [{ CNAME: 'f.acme.example' }, { profile: 'Sub-CA' }, /^profile: “Sub-CA” is for certificate authorities/],
    [{ CNAME: 'Middle' }, { profile: 'Server', isIntermediate: 'true' }, /^profile: “Server” is not for/],
    [
      { CNAME: 'g.acme.example' },
      { profile: 'Nothing' },
      /^profile: There is no profile "Nothing"; available: Server, /,
    ],
  ])('what does not fit is refused: %o, %o', async (wish, more, message) => {
    expect(await refusalOf(issued(wish, more))).toMatch(message)
  })

  test('the external authority has templates and takes no profile', async () => {
    const id = String(await world.request({ CNAME: 'h.acme.example' }))
    const place = { serverName: 'localhost', caName: 'EXTCA', templateName: 'WebServer', CSR_ID: id }
    expect(await refusalOf(world.call('signRequest', { ...place, profile: 'Server' }))).toMatch(/^profile: /)
  })

  test('a self-signed certificate keeps its profile, too', async () => {
    const create = (wish: WireInput) => world.call('createCertificate', { ALG: 'EC', ...wish })
    await create({ CNAME: 'Self Ada', ALT_NAMES: 'self@acme.example', profile: 'S/MIME' })
    expect(usesOf(await world.newest('Self Ada')).purposes).toEqual(['emailProtection'])
    await create({ CNAME: 'self.acme.example' })
    expect((await world.newest('self.acme.example')).template).toBe('Server')
    expect(await refusalOf(create({ CNAME: 'self.acme.example', profile: 'Sub-CA' }))).toMatch(/^profile: /)
    const tooLong = create({ CNAME: 'self.acme.example', profile: 'Server', VALIDITY: '900' })
    expect(await refusalOf(tooLong)).toMatch(/^VALIDITY: /)
  })
})

describe('a profile of our own', () => {
  test('decides usage, validity, key and names', async () => {
    await profiles().call('addProfile', own)
    const wish = { CNAME: 'www.acme.example', LEN: '384', profile: 'Acme web' }
    const certificate = await issued(wish)
    expect(usesOf(certificate)).toEqual({
      keyUsages: ['digitalSignature'],
      purposes: ['serverAuth', '1.3.6.1.4.1.99999.7'],
    })
    expect(certificate.not_after - certificate.not_before, 'the longest that it allows').toBe(30 * 86_400_000)
    expect(await refusalOf(world.request({ ...wish, LEN: '256' }))).toMatch(/^ALG: .*does not allow EC 256 keys/)
    expect(await refusalOf(world.request({ ...wish, VALIDITY: '31' }))).toMatch(/^VALIDITY: .*30 days/)
    expect(await refusalOf(world.request({ ...wish, VALIDITY: '1000', VALIDITY_TYPE: 'hours' }))).toMatch(/^VALIDITY/)
    expect(await refusalOf(world.request({ ...wish, ALT_NAMES: 'www.other.example' }))).toMatch(
      /^ALT_NAMES: .*outside its domains: www.other.example/,
    )
    expect(await refusalOf(world.request({ ...wish, ALT_NAMES: '10.0.0.1' }))).toMatch(/^ALT_NAMES: .*10\.0\.0\.1/)
  })

  test('is listed with those that use it, changed and deleted', async () => {
    await profiles().call('addProfile', { ...own, name: 'Passing' })
    await profiles().call('changeProfile', { ...own, name: 'Passing', maxDays: 7 })
    await profiles().call('setAuthorityProfiles', { sha256: root.sha256, profiles: ['Passing', 'Server'] })
    const { details } = await profiles().call('listProfiles')
    const found = (details as JsonObject[]).find(({ name }) => name === 'Passing')
    expect(found).toMatchObject({
      ...own,
      name: 'Passing',
      maxDays: 7,
      isBuiltIn: false,
      authorities: ['Profile Root'],
    })
    expect(await refusalOf(profiles().call('removeProfile', { name: 'Passing' }))).toMatch(/limited to it/)
    await profiles().call('setAuthorityProfiles', { sha256: root.sha256, profiles: [] })
    await profiles().call('removeProfile', { name: 'Passing' })
    expect(await refusalOf(issued({ CNAME: 'i.acme.example' }, { profile: 'Passing' }))).toMatch(
      /^profile: There is no/,
    )
  })

  test.each<[JsonObject, RegExp]>([
    [{ name: 'server' }, /^name: “server” is a built-in profile/],
    [{ name: 'ACME WEB' }, /^name: A profile “Acme web” already exists/],
    [{ keyUsage: [] }, /^keyUsage: /],
    [{ keyUsage: ['keyCertSign'] }, /^keyUsage: keyCertSign is for certificate authorities only/],
    [{ isAuthority: true }, /^keyUsage: A profile for authorities needs keyCertSign/],
    [{ curves: [] }, /^rsaBits: Allow one kind of key/],
    [{ curves: [192] }, /^curves: 192/],
    [{ rsaBits: 512 }, /^rsaBits: /],
    [{ extendedKeyUsage: ['everything'] }, /^extendedKeyUsage/],
    [{ names: ['ip'] }, /^requiredNames: dns is required but not allowed/],
    [{ domains: ['*.acme.example'] }, /^domains: /],
    [{ maxDays: 0 }, /^maxDays: /],
  ])('that cannot work is refused: %o', async (wrong, message) => {
    expect(await refusalOf(profiles().call('addProfile', { ...own, name: 'Wrong', ...wrong }))).toMatch(message)
  })

  test('a built-in profile stays as it is', async () => {
    expect(await refusalOf(profiles().call('changeProfile', { ...own, name: 'Server' }))).toMatch(/built-in/)
    expect(await refusalOf(profiles().call('removeProfile', { name: 'Server' }))).toMatch(/built-in/)
  })
})

describe('an authority that is limited to profiles', () => {
  test('issues these only, and the first that fits where none is named', async () => {
    const people = await world.root({ CNAME: 'People Root' })
    await profiles().call('setAuthorityProfiles', { sha256: people.sha256, profiles: ['Client', 'S/MIME'] })
    const { details } = await world.call('listAuthorities')
    const listed = (details as JsonObject[]).find(({ commonName }) => commonName === 'People Root')
    expect(listed?.profiles).toEqual(['Client', 'S/MIME'])

    const by = (wish: WireInput, more: WireInput = {}) => issued(wish, more, people)
    expect((await by({ CNAME: 'cy@acme.example' })).template).toBe('S/MIME')
    expect((await by({ CNAME: 'Cy Example' })).template).toBe('Client')
    expect(await refusalOf(by({ CNAME: 'j.acme.example' }, { profile: 'Server' }))).toBe(
      'profile: This authority does not issue “Server”; it issues Client, S/MIME',
    )
    expect(usesOf(await by({ CNAME: 'j.acme.example' })).purposes, 'no server').toEqual(['clientAuth'])
    expect(await refusalOf(by({ CNAME: 'Below' }, { isIntermediate: 'true' }))).toMatch(
      /has no profile for authorities/,
    )
    expect(await refusalOf(by({ CNAME: 'old.example', ALG: 'RSA', LEN: '1024' }))).toMatch(/does not allow RSA 1024/)
  })

  test('an unknown authority or profile is refused', async () => {
    const unknown = profiles().call('setAuthorityProfiles', { sha256: 'AB'.repeat(32), profiles: ['Server'] })
    expect(await refusalOf(unknown)).toMatch(/^sha256: /)
    const wrong = profiles().call('setAuthorityProfiles', { sha256: root.sha256, profiles: ['Nothing'] })
    expect(await refusalOf(wrong)).toMatch(/^profile: /)
  })
})

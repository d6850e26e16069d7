import { once } from 'node:events'
import { request as httpsRequest, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readPem } from '#crypto/pem.ts'
import { openOwnAuthority } from '#services/keys/authorities/own-authority.ts'
import { isInstalled } from '../../crypto/x509/tools.ts'
import { type IssuingWorld, pemOf, startIssuingWorld } from './issuing-world.ts'
import { refusalOf, type WireInput } from './key-world.ts'
import { textOf, verify } from './openssl-verify.ts'

const openssl = isInstalled('openssl')
const day = 86_400_000
let world: IssuingWorld

beforeAll(async () => {
  world = await startIssuingWorld()
})
afterAll(() => world.stop())

describe('an authority of our own', () => {
  test.skipIf(!openssl)(
    'is a root that openssl takes, with the path length and the days that were asked for',
    async () => {
      const root = await world.root({ CNAME: 'Acme Root', ORG: 'Acme', COUNTRY: 'DE', Validity: 900, pathLength: 2 })
      expect(verify([pemOf(root)]).text).toContain('OK')
      expect(textOf(pemOf(root))).toMatch(/CA:TRUE, pathlen:2[\s\S]*Certificate Sign, CRL Sign/)
      expect(root.not_after - root.not_before).toBe(900 * day)
    },
  )

  test.each<[WireInput, RegExp]>([
    [{ Validity: 36_501 }, /^Validity: /],
    [{ Validity: 0 }, /^Validity: /],
    [{ pathLength: 11 }, /^pathLength: /],
    [{ pathLength: -1 }, /^pathLength: /],
    [{ COUNTRY: 'Germany' }, /^COUNTRY: /],
    [{ LEN: '512' }, /^LEN: /],
    [{ CNAME: '' }, /^CNAME: /],
  ])('is refused with %o, by the name of the field', async (wish, message) => {
    expect(await refusalOf(world.root(wish))).toMatch(message)
  })

  test('can stand below another one, within its limits, and openssl verifies what it issues', async () => {
    const top = await world.root({ CNAME: 'Top of Two', pathLength: 1 })
    const below = (wish: WireInput = {}) =>
      world.root({ CNAME: 'Issuing of Two', issuer: top.sha256, permittedNames: 'two.example', ...wish })
    const issuing = await below({ Validity: 400 })
    expect(issuing).toMatchObject({ issuer_name: 'Top of Two', template: 'Sub-CA', is_authority: 1 })
    const leaf = await world.signBy(issuing, await world.request({ CNAME: 'a.two.example' }))
    const chain = await world.chainOf(leaf)
    expect(chain).toHaveLength(3)
    if (openssl) {
      expect(verify(chain, ['-purpose', 'sslserver']).text).toContain('OK')
      expect(textOf(pemOf(issuing))).toMatch(/CA:TRUE, pathlen:0[\s\S]*Permitted:\s+DNS:two\.example/)
    }
    const outside = world.signBy(issuing, await world.request({ CNAME: 'a.three.example' }))
    expect(await refusalOf(outside)).toMatch(/not allowed to issue for dns:a\.three\.example/)
    expect(await refusalOf(below({ pathLength: 1 }))).toMatch(/^pathLength: /)
    expect(await refusalOf(below({ Validity: 4000 }))).toMatch(/^Validity: /)
    expect(await refusalOf(below({ issuer: 'AB'.repeat(32) }))).toMatch(/^issuer: There is no internal authority/)
    expect(await refusalOf(below({ issuer: leaf.sha256 }))).toMatch(/^issuer: There is no internal authority/)
    expect(await refusalOf(below({ permittedNames: 'no domain' }))).toMatch(/^permittedNames: /)
    expect(await refusalOf(world.root({ permittedNames: 'two.example' }))).toMatch(/^permittedNames: A root has none/)
    await world.revoke(issuing, 2)
    const third = world.root({ CNAME: 'Third', issuer: issuing.sha256 })
    expect(await refusalOf(third)).toMatch(/^issuer: /)
  })

  test('tells the state of its revocation list', async () => {
    const root = await world.root({ CNAME: 'Root with a List' })
    const listed = async () => {
      const { details } = await world.call('listAuthorities')
      return (details as Record<string, unknown>[]).find(({ commonName }) => commonName === 'Root with a List') ?? {}
    }
    expect(await listed()).not.toHaveProperty('crlNumber')
    const { crlUrl } = await listed()
    const size = (await (await fetch(String(crlUrl))).arrayBuffer()).byteLength
    expect(await listed()).toMatchObject({
      isRoot: true,
      ocspState: 'answers',
      crlNumber: 1,
      crlBytes: size,
      crlNextUpdate: expect.stringMatching(/^20/) as unknown,
    })
    await world.revoke(await world.signBy(root, await world.request({ CNAME: 'b.two.example' })), 1)
    expect(await listed()).not.toHaveProperty('crlNextUpdate')
  })

  test('is in the list of those that can sign, with what it has issued', async () => {
    const root = await world.root({ CNAME: 'Listed Root', pathLength: 1 })
    const leaf = await world.signBy(root, await world.request({ CNAME: 'listed.example.com' }))
    await world.signBy(root, await world.request({ CNAME: 'second.example.com' }))
    await world.revoke(leaf, 1)
    const { details } = await world.call('listAuthorities')
    const found = (details as { commonName?: string }[]).find(({ commonName }) => commonName === 'Listed Root')
    expect(found).toMatchObject({
      signType: 'signWithRoot',
      CertID: root.id,
      serialNumber: root.serial_number,
      pathLength: 1,
      issued: 2,
      revoked: 1,
      canSign: true,
      ocspUrl: `${world.base()}/ocsp`,
    })
  })

  test('that is expired or revoked is listed with the reason why it cannot sign', async () => {
    const top = await world.root({ CNAME: 'Top' })
    const middle = await world.signBy(top, await world.request({ CNAME: 'Middle' }), { isIntermediate: 'true' })
    await world.revoke(middle, 2)
    await world.root({ CNAME: 'Brief', Validity: 1 })
    const reasonOf = async (name: string) => {
      const { details } = await world.call('listAuthorities')
      const found = (details as { commonName?: string; canSign?: boolean; reason?: string }[]).find(
        ({ commonName }) => commonName === name,
      )
      return [found?.canSign, found?.reason]
    }
    expect(await reasonOf('Middle')).toEqual([false, 'Revoked: certificate authority compromise'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * day })
    try {
      expect(await reasonOf('Brief')).toEqual([false, expect.stringMatching(/^Expired on 20/)])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the external authority', () => {
  test('is known with its templates before it has ever issued', async () => {
    const other = await startIssuingWorld()
    const { details } = await other.call('listAuthorities')
    expect(details).toEqual([
      {
        signType: 'EXTCA',
        serverName: 'localhost',
        caName: 'EXTCA',
        templates: ['WebServer', 'SubCA'],
        commonName: 'EXTCA',
        issued: 0,
        revoked: 0,
        canSign: true,
      },
    ])
    await other.stop()
  })

  test.skipIf(!openssl)('signs without signType; its chain comes along and verifies strictly', async () => {
    const leaf = await world.signByExternal(await world.request({ CNAME: 'ext.example.com' }))
    const chain = await world.chainOf(leaf)
    expect(chain).toHaveLength(3)
    expect(verify(chain, ['-purpose', 'sslserver']).text).toContain('OK')
    expect(leaf.not_after - leaf.not_before).toBe(397 * day)
    expect(leaf).toMatchObject({ template: 'WebServer', issuer_name: 'EXTCA', is_authority: 0 })
  })

  test('gives what the request wants, when that is less than the template gives', async () => {
    const brief = await world.request({ CNAME: 'b.example.com', VALIDITY: '10', VALIDITY_TYPE: 'minutes' })
    const long = await world.request({ CNAME: 'l.example.com', VALIDITY: '5000' })
    const [one, other] = [await world.signByExternal(brief), await world.signByExternal(long)]
    expect(one.not_after - one.not_before).toBe(10 * 60_000)
    expect(other.not_after - other.not_before).toBe(397 * day)
  })

  test.skipIf(!openssl)('makes an authority by SubCA, which signs here for leaves only', async () => {
    const middle = await world.signByExternal(await world.request({ CNAME: 'Sub', ORG: 'Acme' }), 'SubCA')
    expect(textOf(pemOf(middle))).toContain('CA:TRUE, pathlen:0')
    const leaf = await world.signBy(middle, await world.request({ CNAME: 'below.example.com' }))
    expect(verify(await world.chainOf(leaf)).text).toContain('OK')
    const deeper = world.signBy(middle, await world.request({ CNAME: 'Deeper' }), { isIntermediate: 'true' })
    expect(await refusalOf(deeper)).toMatch(/not further authorities/)
  })

  test('is refused under a wrong name, and says what there is', async () => {
    const place = { serverName: 'localhost', caName: 'EXTCA', templateName: 'WebServer' }
    const id = String(await world.request({ CNAME: 'n.example.com' }))
    const refusal = (more: WireInput) => refusalOf(world.call('signRequest', { ...place, CSR_ID: id, ...more }))
    expect(await refusal({ serverName: 'Localhost' })).toBe('serverName: There is no "Localhost"; available: localhost')
    expect(await refusal({ caName: 'extca' })).toBe('caName: There is no "extca"; available: EXTCA')
    expect(await refusal({ templateName: 'Mail' })).toBe(
      'templateName: There is no "Mail"; available: WebServer, SubCA',
    )
    expect(await refusal({ templateName: '__proto__' })).toMatch(/^templateName: There is no/)
    expect(await refusal({ templateName: undefined })).toBe('templateName: It is required; available: WebServer, SubCA')
    expect(await refusal({ isIntermediate: 'true' })).toMatch(/^isIntermediate: /)
    expect(await refusal({ CSR_ID: '0' })).toMatch(/^CSR_ID: /)
  })
})

describe('the authority of the service itself', () => {
  test('is made once, also by two processes at once, and kept', async () => {
    const [one, other] = await Promise.all([openOwnAuthority(world.parts), openOwnAuthority(world.parts)])
    const pems = await Promise.all([one.authorityPem(), other.authorityPem()])
    expect(pems[0]).toBe(pems[1])
    expect(readPem(pems[0] ?? '')).toHaveLength(1)
    expect((await one.current()).key).toBe((await other.current()).key)
    expect(await (await openOwnAuthority(world.parts)).authorityPem()).toBe(pems[0])
  })

  test('lets a client that trusts it alone speak TLS with 127.0.0.1, localhost and ::1', async () => {
    const authority = await openOwnAuthority(world.parts)
    const ca = await authority.authorityPem()
    const server = createServer(await authority.current(), (_, response) => response.end('here'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const servername of ['127.0.0.1', 'localhost', '::1']) {
      expect(await statusFrom(port, servername, ca), servername).toBe(200)
    }
    await expect(statusFrom(port, 'example.com', ca)).rejects.toThrow(/does not match/)
    server.close()
  })

  test.skipIf(!openssl)('stands strictly in openssl, and neither of its keys is in the data folder', async () => {
    const { cert, key } = await (await openOwnAuthority(world.parts)).current()
    const chain = readPem(cert).map(({ text }) => text)
    expect(verify(chain, ['-purpose', 'sslserver', '-verify_ip', '127.0.0.1']).text).toContain('OK')
    const stored = await world.stored()
    const [body] = readPem(key)
    expect(stored.includes(Buffer.from(body?.bytes ?? []))).toBe(false)
    expect(stored.includes(key.split('\n')[1] ?? '')).toBe(false)
    expect(stored.includes('BEGIN PRIVATE KEY')).toBe(false)
  })

  test('renews the server’s certificate when less than 30 days are left, and not before', async () => {
    const authority = await openOwnAuthority(world.parts)
    const first = await authority.current()
    expect(Math.round((first.notAfter.getTime() - Date.now()) / day)).toBe(90)
    vi.useFakeTimers({ toFake: ['Date'], now: first.notAfter.getTime() - 31 * day })
    try {
      expect((await authority.current()).cert).toBe(first.cert)
      vi.setSystemTime(first.notAfter.getTime() - 29 * day)
      const other = await openOwnAuthority(world.parts)
      const [second, third] = [await authority.current(), await other.current()]
      expect(second.cert).not.toBe(first.cert)
      expect(third.cert).toBe(second.cert)
      const [own] = readPem(second.cert)
      expect(new X509Certificate(own?.text ?? '').validToDate.getTime()).toBeGreaterThan(Date.now() + 89 * day)
    } finally {
      vi.useRealTimers()
    }
  })

  test('speaks TLS while the vault is sealed, by a passing authority, and by its own as soon as it is open', async () => {
    const own = await (await openOwnAuthority(world.parts)).authorityPem()
    world.parts.vault.lock()
    const sealed = await openOwnAuthority(world.parts)
    const trusted = await sealed.authorityPem()
    const [passing, owned] = [await sealed.current(), trusted]
    expect(owned).toContain(own)
    expect(readPem(trusted)).toHaveLength(2)
    world.unlock()
    const opened = await sealed.current()
    expect(opened.cert).not.toBe(passing.cert)
    for (const { cert } of [passing, opened]) {
      const [leaf] = readPem(cert)
      const issuers = readPem(trusted).map(({ text }) => new X509Certificate(text))
      const certificate = new X509Certificate(leaf?.text ?? '')
      expect(issuers.some(({ publicKey }) => certificate.verify(publicKey))).toBe(true)
    }
  })
})

function statusFrom(port: number, servername: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, ca, agent: false as const, headers: { host: 'localhost' } }
    const request = httpsRequest({ ...options, ...(/[a-z]/.test(servername) && { servername }), ...check(servername) })
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end()
  })
}

/** An address is never sent as a server name, so that the check has to be told what was meant. */
function check(name: string) {
  return {
    checkServerIdentity: (_: string, { raw }: { raw: Buffer }) => {
      const certificate = new X509Certificate(raw)
      const matches = /^[\d.:]+$/.test(name) ? certificate.checkIP(name) : certificate.checkHost(name)
      return matches ? undefined : new Error(`${name} does not match`)
    },
  }
}

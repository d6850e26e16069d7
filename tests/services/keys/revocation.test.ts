import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { summarizeRevocationList } from '#crypto/x509/revocation-list.ts'
import { type Certificate, derOf } from '#services/keys/certificate-store.ts'
import { statusAnswers } from '#services/keys/issuing/status-answers.ts'
import { longestStall } from '../../crypto/longest-stall.ts'
import { ask, isInstalled } from '../../crypto/x509/tools.ts'
import { type IssuingWorld, pemOf, startIssuingWorld } from './issuing-world.ts'
import { refusalOf } from './key-world.ts'
import { askOnline, verify } from './openssl-verify.ts'

const openssl = isInstalled('openssl')
let world: IssuingWorld
let root: Certificate

beforeAll(async () => {
  world = await startIssuingWorld()
  root = await world.root()
})
afterAll(() => world.stop())

const leafBelow = async (issuer: Certificate, CNAME = 'www.example.com') =>
  world.signBy(issuer, await world.request({ CNAME }))
const nameOf = ({ sha256 }: Certificate) => sha256.replaceAll(':', '').toLowerCase()
const listAt = (issuer: Certificate) => `${world.base()}/crl/${nameOf(issuer)}.crl`
const listOf = async (issuer: Certificate) => new Uint8Array(await (await fetch(listAt(issuer))).arrayBuffer())
const serialsOn = async (issuer: Certificate) =>
  summarizeRevocationList(await listOf(issuer)).revoked.map(({ serialNumber }) => serialNumber)

/** openssl with the list of the issuer at hand. */
async function checked(leaf: Certificate, issuer = root) {
  const list = await listOf(issuer)
  const files = { 'a.crl': writePem('X509 CRL', list) }
  return verify(await world.chainOf(leaf), ['-crl_check', '-CRLfile', 'a.crl'], files).text
}

describe('revoking', () => {
  test('answers with a plain sentence that names the reason, for each of them', async () => {
    const reasons = [
      'unspecified',
      'key compromise',
      'certificate authority compromise',
      'affiliation changed',
      'superseded',
      'cessation of operation',
      'certificate hold',
    ]
    for (const [reason, words] of reasons.entries()) {
      const leaf = await leafBelow(root)
      const answer = await world.revoke(leaf, reason)
      expect(answer).toBe(
        `The certificate of www.example.com (${leaf.serial_number}) is ${reason === 6 ? 'on hold' : 'revoked'}. Reason: ${words}`,
      )
    }
    expect((await world.audit()).at(-1)).toMatchObject({
      operation: 'revokeEXTCACertificate',
      description: expect.stringContaining('is on hold: certificate hold') as string,
    })
  })

  test('twice is refused, and 7 is for a held certificate only', async () => {
    const leaf = await leafBelow(root)
    expect(await refusalOf(world.revoke(leaf, 7))).toBe(
      'revoke_reason: Only a certificate on hold can be removed from the list',
    )
    await world.revoke(leaf, 6)
    expect(await refusalOf(world.revoke(leaf, 6))).toBe('revoke_reason: The certificate is already on hold')
    expect(await serialsOn(root)).toContain(leaf.serial_number)
    expect(await world.revoke(leaf, 7)).toContain('is no longer on hold. Reason: remove from CRL')
    expect(await serialsOn(root)).not.toContain(leaf.serial_number)
    await world.revoke(leaf, 1)
    for (const reason of [0, 1, 6, 7]) expect(await refusalOf(world.revoke(leaf, reason))).toMatch(/^revoke_reason: /)
    for (const reason of [-1, 8, 1.5, 'key compromise', '']) {
      const asked = { common_name: leaf.common_name, serial_number: leaf.serial_number, revoke_reason: reason }
      expect(await refusalOf(world.ask('revokeCertificate', asked))).toMatch(/^revoke_reason: /)
    }
  })

  test('finds the certificate however its number is written, and no other', async () => {
    const leaf = await leafBelow(root)
    const withColons = leaf.serial_number.toLowerCase().replace(/..(?=.)/g, '$&:')
    expect(await refusalOf(world.revoke({ ...leaf, common_name: 'other.example.com' }, 1))).toMatch(/^serial_number: /)
    expect(await refusalOf(world.revoke({ ...leaf, serial_number: 'FF' }, 1))).toMatch(/^serial_number: There is no/)
    expect(await refusalOf(world.revoke({ ...leaf, serial_number: 'no number' }, 1))).toMatch(/^serial_number: /)
    expect(await world.revoke({ ...leaf, serial_number: withColons }, 1)).toContain('is revoked')
  })

  test('is possible after the certificate was deleted here, for it can still be in use', async () => {
    const leaf = await leafBelow(root, 'gone.example.com')
    await world.parts.db.deleteFrom('key_certificate').where('id', '=', leaf.id).execute()
    expect(await world.revoke(leaf, 1)).toContain('is revoked')
    expect(await serialsOn(root)).toContain(leaf.serial_number)
  })

  test('of a certificate of the external authority works, and of a stranger’s does not', async () => {
    const leaf = await world.signByExternal(await world.request({ CNAME: 'ext.example.com' }))
    expect(leaf.template).toBe('WebServer')
    expect(await world.revoke(leaf, 4)).toContain('Reason: superseded')
    const stranger = await leafBelow(root, 'stranger.example.com')
    await world.parts.db.deleteFrom('key_issued').where('sha256', '=', stranger.sha256).execute()
    expect(await refusalOf(world.revoke(stranger, 1))).toMatch(/^common_name: .* not an embedded authority/)
  })

  test('of an authority ends its signing, until it is released from hold', async () => {
    const top = await world.root({ CNAME: 'Top' })
    const id = await world.request({ CNAME: 'Middle' })
    const middle = await world.signBy(top, id, { isIntermediate: 'true' })
    await world.revoke(middle, 6)
    expect(await refusalOf(leafBelow(middle))).toMatch(/^rootCertificateCommonName: This authority is revoked/)
    await world.revoke(middle, 7)
    expect((await leafBelow(middle)).issuer_name).toBe('Middle')
  })
})

describe('the list of revoked certificates', () => {
  test.skipIf(!openssl)('makes openssl refuse the revoked and the held, and nobody else', async () => {
    const [good, revoked, held] = [await leafBelow(root), await leafBelow(root), await leafBelow(root)]
    await world.revoke(revoked, 1)
    await world.revoke(held, 6)
    expect(await checked(good)).toContain('OK')
    expect(await checked(revoked)).toContain('certificate revoked')
    expect(await checked(held)).toContain('certificate revoked')
    await world.revoke(held, 7)
    expect(await checked(held)).toContain('OK')
  })

  test.skipIf(!openssl).each([{ ALG: 'RSA', LEN: '2048' }, { ALG: 'EC', LEN: '384' }, { ALG: 'Ed25519' }])(
    'signed with %o verifies in openssl, which reads its number and the next one’s day',
    async (key) => {
      const issuer = await world.root({ CNAME: 'Lists', ...key })
      await world.revoke(await leafBelow(issuer), 5)
      const files = { 'a.crl': await listOf(issuer), 'root.pem': pemOf(issuer) }
      const { text } = ask('openssl', 'crl -in a.crl -CAfile root.pem -noout -text'.split(' '), files)
      expect(text).toContain('verify OK')
      expect(text).toContain('Cessation Of Operation')
      expect(text).toMatch(/CRL Number: \n\s+2\n/)
    },
  )

  test('keeps its number while nothing changes, and grows it when something does', async () => {
    const issuer = await world.root({ CNAME: 'Numbers' })
    const numbers: number[] = []
    const look = async () => numbers.push(Number(summarizeRevocationList(await listOf(issuer)).number))
    await look()
    await look()
    const leaf = await leafBelow(issuer)
    await look()
    await world.revoke(leaf, 6)
    await look()
    await world.revoke(leaf, 7)
    await look()
    expect(numbers).toEqual([1, 1, 1, 3, 5])
  })

  test('is made anew before its day is over, and when the clock was set back', async () => {
    const issuer = await world.root({ CNAME: 'Clock' })
    const look = async () => summarizeRevocationList(await listOf(issuer))
    const first = await look()
    expect(Number(first.nextUpdate) - Number(first.thisUpdate)).toBe(24 * 3_600_000)
    const hour = 3_600_000
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start + 22 * hour })
    try {
      expect((await look()).number).toBe('1')
      vi.setSystemTime(start + 23.5 * hour)
      const second = await look()
      expect(second.number).toBe('2')
      vi.setSystemTime(start)
      expect((await look()).number).toBe('3')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is right for two processes that revoke and list at once', async () => {
    const issuer = await world.root({ CNAME: 'Two' })
    const other = statusAnswers(world.parts) // another process: nothing shared but the database
    const leaves = []
    for (let at = 0; at < 12; at += 1) leaves.push(await leafBelow(issuer, `l${at}.example.com`))
    const numbers: number[] = []
    await Promise.all(
      leaves.map(async (leaf, at) => {
        await world.revoke(leaf, 1)
        const list = at % 2 ? await listOf(issuer) : (await other.revocationListOf(nameOf(issuer)))?.der
        const { revoked, number } = summarizeRevocationList(list ?? new Uint8Array())
        expect(revoked.map(({ serialNumber }) => serialNumber)).toContain(leaf.serial_number)
        numbers.push(Number(number))
      }),
    )
    expect(await serialsOn(issuer)).toHaveLength(12)
    const last = summarizeRevocationList(await listOf(issuer))
    expect(Number(last.number)).toBeGreaterThanOrEqual(Math.max(...numbers))
  })

  test('is shared by two certificates of the same authority', async () => {
    const top = await world.root({ CNAME: 'Renewed Top' })
    const id = await world.request({ CNAME: 'Renewed CA' })
    const [first, second] = [
      await world.signBy(top, id, { isIntermediate: 'true' }),
      await world.signBy(top, id, { isIntermediate: 'true' }),
    ]
    await serialsOn(second)
    const leaf = await leafBelow(first)
    await world.revoke(leaf, 1)
    expect(await serialsOn(first)).toEqual([leaf.serial_number])
    expect(await serialsOn(second)).toEqual([leaf.serial_number])
  })

  test('of 5,000 is made without holding anybody up', async () => {
    const issuer = await world.root({ CNAME: 'Crowd' })
    const now = Date.now()
    const rows = Array.from({ length: 5000 }, (_, at) => ({
      issuer: issuer.sha256,
      serial_number: `40${at.toString(16).toUpperCase().padStart(30, '0')}`,
      sha256: `no certificate ${at}`,
      not_after: now + 86_400_000,
      issued_at: now,
      revoked_at: now,
      reason: 1,
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await world.parts.db
        .insertInto('key_issued')
        .values(rows.slice(at, at + 500))
        .execute()
    }
    let list = new Uint8Array()
    const stall = await longestStall(async () => {
      list = await listOf(issuer)
    })
    expect(stall).toBeLessThan(200)
    expect(summarizeRevocationList(list).revoked).toHaveLength(5000)
  })

  test('tells a cache how to ask again', async () => {
    const issuer = await world.root({ CNAME: 'Cached' })
    const first = await fetch(listAt(issuer))
    expect(first.headers.get('content-type')).toBe('application/pkix-crl')
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await fetch(listAt(issuer), { headers })).status).toBe(304)
    await world.revoke(await leafBelow(issuer), 1)
    expect((await fetch(listAt(issuer), { headers })).status).toBe(200)
  })

  test('of an authority that is not ours is not there', async () => {
    for (const path of [
      `/crl/${'0'.repeat(64)}.crl`,
      '/crl/x.crl',
      `/crl/${nameOf(root)}`,
      `/crl/..%2f..%2fa.crl`,
      '/',
    ]) {
      expect((await fetch(world.base() + path)).status, path).toBe(404)
    }
    const leaf = await leafBelow(root)
    expect((await fetch(listAt(leaf))).status).toBe(404)
  })
})

describe('an OCSP question', () => {
  /** With a nonce, over HTTP, as anybody would. */
  const asked = (issuer: Certificate, leaves: readonly Certificate[], more: string[] = []) =>
    askOnline(
      'openssl',
      [
        ...`ocsp -url ${world.base()}/ocsp -issuer i.pem -CAfile i.pem`.split(' '),
        ...more,
        ...leaves.flatMap((_, at) => ['-cert', `${at}.pem`]),
      ],
      { 'i.pem': pemOf(issuer), ...Object.fromEntries(leaves.map((leaf, at) => [`${at}.pem`, pemOf(leaf)])) },
    )

  test.skipIf(!openssl).each([{ ALG: 'RSA', LEN: '2048' }, { ALG: 'EC', LEN: '256' }, { ALG: 'Ed25519' }])(
    'to an authority of %o is answered with good, revoked and good again; openssl trusts it',
    async (key) => {
      const issuer = await world.root({ CNAME: 'Answers', ...key })
      const leaf = await leafBelow(issuer)
      const good = await asked(issuer, [leaf])
      expect(good).toContain('0.pem: good')
      expect(good).toContain('Response verify OK')
      expect(good).not.toMatch(/nonce/i)
      await world.revoke(leaf, 6)
      expect(await asked(issuer, [leaf], ['-sha256'])).toMatch(/0.pem: revoked[\s\S]*Reason: certificateHold/)
      await world.revoke(leaf, 7)
      expect(await asked(issuer, [leaf])).toContain('0.pem: good')
    },
  )

  test.skipIf(!openssl)('can ask for several at once, and for one that was never issued', async () => {
    const issuer = await world.root({ CNAME: 'Several' })
    const [good, bad, never] = [await leafBelow(issuer), await leafBelow(issuer), await leafBelow(issuer)]
    await world.revoke(bad, 1)
    await world.parts.db.deleteFrom('key_issued').where('sha256', '=', never.sha256).execute()
    const text = await asked(issuer, [good, bad, never])
    expect(text).toContain('Response verify OK')
    expect(text).toMatch(/0.pem: good[\s\S]*1.pem: revoked[\s\S]*2.pem: unknown/)
  })

  test.skipIf(!openssl)('can travel in the address, escaped or not', async () => {
    const leaf = await leafBelow(root)
    const files = { 'i.pem': pemOf(root), 'a.pem': pemOf(leaf) }
    const question = ask('openssl', 'ocsp -issuer i.pem -cert a.pem -no_nonce -reqout q'.split(' '), files).file('q')
    const base64 = Buffer.from(question).toString('base64')
    for (const text of [encodeURIComponent(base64), base64]) {
      const bytes = await raw(`${world.base()}/ocsp/${text}`)
      const { text: opinion } = ask(
        'openssl',
        'ocsp -issuer i.pem -cert a.pem -CAfile i.pem -respin r -no_nonce'.split(' '),
        { ...files, r: bytes },
      )
      expect(opinion).toMatch(/a.pem: good/)
    }
    expect((await fetch(`${world.base()}/ocsp/not*base64`)).status).toBe(400)
  })

  test('that is none, or about somebody else, gets what the protocol has for it', async () => {
    const post = async (body: Uint8Array<ArrayBuffer>) => {
      const response = await fetch(`${world.base()}/ocsp`, { method: 'POST', body })
      return [response.status, Buffer.from(await response.arrayBuffer()).toString('hex')]
    }
    expect(await post(Uint8Array.of(1, 2, 3))).toEqual([200, '30030a0101'])
    expect(await post(new Uint8Array(0))).toEqual([200, '30030a0101'])
    expect(await post(new Uint8Array(64 * 1024 + 1))).toEqual([413, ''])
    if (!openssl) return
    const leaf = await leafBelow(root)
    const files = { 'i.pem': pemOf(leaf), 'a.pem': pemOf(leaf) }
    const question = ask('openssl', 'ocsp -issuer i.pem -cert a.pem -reqout q'.split(' '), files).file('q')
    expect(await post(question)).toEqual([200, '30030a0106']) // unauthorized
  })

  test('while the vault is sealed is answered with “try later”, and lists that are still good are given', async () => {
    const issuer = await world.root({ CNAME: 'Sealed' })
    const leaf = await leafBelow(issuer)
    await listOf(issuer)
    world.parts.vault.lock()
    try {
      expect((await fetch(listAt(issuer))).status).toBe(200)
      const fresh = await fetch(listAt(root))
      expect([200, 503]).toContain(fresh.status)
      expect((await fetch(`${world.base()}/issuers/${nameOf(issuer)}.cer`)).status).toBe(200)
      if (!openssl) return
      const files = { 'i.pem': pemOf(issuer), 'a.pem': pemOf(leaf) }
      const body = ask('openssl', 'ocsp -issuer i.pem -cert a.pem -reqout q'.split(' '), files).file('q')
      const answer = await fetch(`${world.base()}/ocsp`, { method: 'POST', body })
      expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe('30030a0103')
    } finally {
      world.unlock()
    }
  })
})

test('the certificate of an issuer can be fetched, also of one that was deleted from the inventory or is external', async () => {
  const response = await fetch(`${world.base()}/issuers/${nameOf(root)}.cer`)
  expect(response.headers.get('content-type')).toBe('application/pkix-cert')
  expect(Buffer.from(await response.arrayBuffer()).equals(derOf(root))).toBe(true)
  const leaf = await world.signByExternal(await world.request({ CNAME: 'chain.example.com' }))
  const { is_authority, sha256, common_name } = await world.newest('EXTCA')
  expect([is_authority, common_name, leaf.issuer_name]).toEqual([1, 'EXTCA', 'EXTCA'])
  await world.parts.db.deleteFrom('key_certificate').where('sha256', '=', sha256).execute()
  const name = sha256.replaceAll(':', '').toLowerCase()
  expect((await fetch(`${world.base()}/issuers/${name}.cer`)).status).toBe(200)
  expect((await fetch(`${world.base()}/crl/${name}.crl`)).status).toBe(200)
})

/** `fetch` would change the address. */
const raw = (url: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    get(url, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })

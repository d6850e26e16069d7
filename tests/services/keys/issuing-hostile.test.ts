// Requests of strangers: each is taken or refused by a clear word, in time, and gives nothing that was not to be given.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { bytesOf, partsOf, readElement } from '#crypto/der.ts'
import { readRequestFile } from '#crypto/x509/certificate-file.ts'
import type { Certificate } from '#services/keys/certificate-store.ts'
import { corpus } from '../../crypto/corpora.ts'
import { longestStall } from '../../crypto/longest-stall.ts'
import { randomNumbers } from '../../crypto/ssh/random-numbers.ts'
import { isInstalled } from '../../crypto/x509/tools.ts'
import { vector, withWrongSignature } from '../../crypto/x509/vectors.ts'
import { runs, withinMs } from '../../support/runs.ts'
import { type IssuingWorld, pemOf, startIssuingWorld } from './issuing-world.ts'
import { fileOf, refusalOf } from './key-world.ts'
import { textOf } from './openssl-verify.ts'

let world: IssuingWorld
let root: Certificate
beforeAll(async () => {
  world = await startIssuingWorld()
  root = await world.root()
})
afterAll(() => world.stop())

/** Imported and signed, or refused; anything else fails. */
async function handled(name: string, bytes: Uint8Array): Promise<boolean> {
  const start = performance.now()
  try {
    await world.call('importRequest', { CSR: fileOf(bytes) })
    await world.signBy(root, await world.newestRequest())
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw new Error(`${name} breaks it`, { cause: error })
    return false
  } finally {
    expect(performance.now() - start, `milliseconds for ${name}`).toBeLessThan(withinMs(5000))
  }
}

test.skipIf(!isInstalled('openssl'))('a request that wants to be an authority gets a leaf', async () => {
  await world.call('importRequest', { CSR: fileOf(vector('greedy.csr')) })
  const text = textOf(pemOf(await world.signBy(root, await world.newestRequest())))
  expect(text).toContain('CA:FALSE')
  expect(text).not.toMatch(/Certificate Sign|Code Signing|CA:TRUE/)
})

test('a request with a wrong signature is refused, and so is a certificate in its place', async () => {
  const forged = withWrongSignature(readRequestFile(vector('ec.csr')))
  expect(await refusalOf(world.call('importRequest', { CSR: fileOf(forged) }))).toBe(
    'CSR: The request is not signed with its own key',
  )
  expect(await refusalOf(world.call('importRequest', { CSR: fileOf(vector('leaf.pem')) }))).toMatch(
    /^CSR: There is no .* but a certificate; import it as a certificate/,
  )
  expect(await refusalOf(world.call('importRequest', { CSR: fileOf(new Uint8Array(1024 * 1024 + 1)) }))).toMatch(
    /^CSR: The file is larger/,
  )
})

test.each(['rsa.csr', 'ec.csr', 'ed25519.csr', 'rsa-pss.csr', 'greedy.csr'])(
  'what is changed in %s, within what it signs, is never issued, and holds nobody up',
  async (name) => {
    const original = readRequestFile(vector(name))
    expect(await handled(name, original)).toBe(true)
    const [info] = partsOf(readElement(original, 'the request')).map(bytesOf)
    const { length } = info ?? new Uint8Array()
    const from = Buffer.from(original).indexOf(info ?? '')
    const random = randomNumbers(name)
    const stall = await longestStall(async () => {
      for (let round = 0; round < 60; round += 1) {
        const altered = Uint8Array.from(original)
        const at = from + random(length)
        altered[at] = (altered[at] ?? 0) ^ (1 + random(255))
        expect(await handled(`${name}, byte ${at}`, altered), `byte ${at}`).toBe(false)
      }
    })
    expect(stall).toBeLessThan(200)
  },
)

const fuzz = corpus('asn1-fuzz').filter((_, at) => at % 20 === 0)

test.skipIf(fuzz.length === 0)(
  'of the files that OpenSSL is fuzzed with (where at hand), each is taken or refused',
  { timeout: 120_000 },
  async () => {
    const stall = await longestStall(async () => {
      for (const { name, bytes } of fuzz) await handled(name, bytes)
    })
    expect(stall).toBeLessThan(200)
  },
)

describe('whatever the fields hold, each call is done or refused by a clear word', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.jsonValue(),
    fc.constantFrom('', '0', '-1', '1e9', '__proto__', '\0', '\ud800', '2048', 'EC', 'Ed25519', 'days', 'true'),
  )
  const of = (names: string, given: Record<string, fc.Arbitrary<unknown>> = {}) =>
    fc.record(
      { ...Object.fromEntries(names.split(' ').map((name) => [name, anything])), ...given },
      { requiredKeys: [] },
    )
  const subject =
    'CNAME ALT_NAMES ORGUNIT ORG LOCATION STATE COUNTRY PASSWORD VALIDITY_TYPE VALIDITY LEN SIGALG StoreType'
  const ALG = fc.constantFrom('EC', 'Ed25519', 'DSA', '')
  const rows = {
    createRequest: of(subject, { ALG, CNAME: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }) }),
    createCertificate: of(subject, { ALG, LEN: fc.constant('') }),
    createAuthority: of('CNAME ORG COUNTRY Validity pathLength SIGALG', { ALG }),
    signRequest: of('CSR_ID signType serverName caName templateName rootCertificateCommonName Validity isIntermediate'),
    revokeCertificate: of('common_name serial_number', { revoke_reason: fc.oneof(fc.integer(), anything) }),
  }

  test.each(Object.keys(rows) as (keyof typeof rows)[])('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(rows[name], async (input) => {
        try {
          await (name === 'revokeCertificate' ? world.ask(name, input) : world.call(name, input))
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error
          expect(error.message).not.toBe('')
        }
      }),
      { numRuns: runs(20, 80) },
    )
  })
})

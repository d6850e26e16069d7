// security: each rule with a value on both sides of its boundary, on a day of its own.
import { describe, expect, test } from 'vitest'
import { certificateFindings, certificateRules } from '#contract/keys/rules/certificate-rules.ts'
import type { PlannedCertificate } from '#contract/keys/rules/rule.ts'
import { daysOf } from '#contract/keys/rules/validity.ts'

const today = Date.parse('2026-11-20T12:00:00Z')
const days = (count: number) => count * 86_400
const good: PlannedCertificate = {
  audience: 'public',
  commonName: 'www.example.com',
  altNames: ['www.example.com'],
  organization: 'Example',
  country: 'DE',
  algorithm: 'EC',
  bits: 256,
  digest: 'SHA256',
  validitySeconds: days(90),
}
const atPrivate = { audience: 'private' } as const
const rsa = (bits: number) => ({ algorithm: 'RSA', bits, digest: 'SHA256' })

interface Case {
  breaks: Partial<PlannedCertificate>
  keeps: Partial<PlannedCertificate>
  /** The day both are looked at; today when it is not said. */
  on?: string
}

const cases: Record<string, Case[]> = {
  'validity-398': [
    { on: '2026-03-14', breaks: { validitySeconds: days(398) + 1 }, keeps: { validitySeconds: days(398) } },
  ],
  'validity-397': [{ on: '2026-03-14', breaks: { validitySeconds: days(398) }, keeps: { validitySeconds: days(397) } }],
  'validity-200': [
    { breaks: { validitySeconds: days(200) + 1 }, keeps: { validitySeconds: days(200) } },
    { on: '2026-03-15', breaks: { validitySeconds: days(201) }, keeps: { validitySeconds: days(199) } },
  ],
  'validity-199': [{ breaks: { validitySeconds: days(199) + 1 }, keeps: { validitySeconds: days(199) } }],
  'validity-100': [
    { on: '2027-03-15', breaks: { validitySeconds: days(100) + 1 }, keeps: { validitySeconds: days(100) } },
  ],
  'validity-99': [{ on: '2027-03-15', breaks: { validitySeconds: days(100) }, keeps: { validitySeconds: days(99) } }],
  'validity-47': [
    { on: '2029-03-15', breaks: { validitySeconds: days(47) + 1 }, keeps: { validitySeconds: days(47) } },
  ],
  'validity-46': [{ on: '2029-03-15', breaks: { validitySeconds: days(47) }, keeps: { validitySeconds: days(46) } }],
  'validity-short-lived': [{ breaks: { validitySeconds: days(7) }, keeps: { validitySeconds: days(7) + 1 } }],
  'validity-private': [
    {
      breaks: { ...atPrivate, validitySeconds: days(398) + 1 },
      keeps: { ...atPrivate, validitySeconds: days(398) },
    },
  ],
  'validity-beyond-issuer': [
    {
      breaks: { validitySeconds: days(90), issuerEndsAt: today + days(90) * 1000 - 1 },
      keeps: { validitySeconds: days(90), issuerEndsAt: today + days(90) * 1000 },
    },
  ],
  'rsa-short': [{ breaks: rsa(2040), keeps: rsa(2048) }],
  'rsa-eight': [{ breaks: rsa(2049), keeps: rsa(2056) }],
  'rsa-short-private': [
    { breaks: { ...atPrivate, ...rsa(2047) }, keeps: { ...atPrivate, ...rsa(2048) } },
    { breaks: { ...atPrivate, ...rsa(1024) }, keeps: { ...atPrivate, ...rsa(1024), legacy: true } },
  ],
  'rsa-2030': [{ breaks: rsa(3064), keeps: rsa(3072) }],
  'ec-curve': [{ breaks: { bits: 224 }, keeps: { bits: 256 } }],
  'ec-curve-private': [{ breaks: { ...atPrivate, bits: 224 }, keeps: { ...atPrivate, bits: 384, digest: 'SHA384' } }],
  'ec-p521': [{ breaks: { bits: 521, digest: 'SHA512' }, keeps: { bits: 384, digest: 'SHA384' } }],
  'ec-digest': [
    { breaks: { bits: 384, digest: 'SHA256' }, keeps: { bits: 384, digest: 'SHA-384' } },
    { breaks: { bits: 256, digest: 'SHA512' }, keeps: { bits: 521, digest: 'SHA512' } },
  ],
  'ec-digest-private': [
    { breaks: { ...atPrivate, bits: 384, digest: 'SHA256' }, keeps: { ...atPrivate, bits: 384, digest: 'SHA384' } },
  ],
  ed25519: [{ breaks: { algorithm: 'Ed25519' }, keeps: { ...atPrivate, algorithm: 'Ed25519' } }],
  dsa: [{ breaks: { ...atPrivate, algorithm: 'DSA' }, keeps: { ...atPrivate, algorithm: 'RSA', bits: 3072 } }],
  'old-digest': [
    { breaks: { digest: 'SHA-1' }, keeps: { digest: 'SHA256' } },
    { breaks: { ...atPrivate, digest: 'md5' }, keeps: { ...atPrivate, digest: 'SHA256' } },
  ],
  'names-missing': [
    { breaks: { commonName: 'Example Ltd', altNames: [] }, keeps: { commonName: 'www.example.com', altNames: [] } },
  ],
  'names-missing-private': [
    {
      breaks: { ...atPrivate, commonName: 'Example Ltd', altNames: [] },
      keeps: { ...atPrivate, commonName: 'Example Ltd', altNames: ['10.0.0.1'] },
    },
  ],
  'common-name-apart': [{ breaks: { commonName: 'Example Ltd' }, keeps: { commonName: '' } }],
  'name-malformed': [
    { breaks: { altNames: [`${'a'.repeat(64)}.example.com`] }, keeps: { altNames: [`${'a'.repeat(63)}.example.com`] } },
    { breaks: { altNames: ['-a.example.com'] }, keeps: { altNames: ['a-b.example.com'] } },
    { breaks: { altNames: ['a..example.com'] }, keeps: { altNames: ['a.example.com'] } },
    { breaks: { altNames: ['8.8.8.256'] }, keeps: { altNames: ['8.8.8.255'] } },
    { breaks: { altNames: ['two words.example.com'] }, keeps: { altNames: ['words.example.com'] } },
    {
      breaks: { altNames: [`${'abcdefghi.'.repeat(25)}exam`] },
      keeps: { altNames: [`${'abcdefghi.'.repeat(25)}com`] },
    },
  ],
  'name-script': [{ breaks: { altNames: ['bücher.com'] }, keeps: { altNames: ['xn--bcher-kva.com'] } }],
  'name-wildcard': [
    { breaks: { altNames: ['www.*.example.com'] }, keeps: { altNames: ['*.example.com'] } },
    { breaks: { altNames: ['*.com'] }, keeps: { altNames: ['*.example.com'] } },
    { breaks: { altNames: ['w*.example.com'] }, keeps: { altNames: ['www.example.com'] } },
  ],
  'name-internal': [
    { breaks: { altNames: ['intranet'] }, keeps: { altNames: ['intranet.example.com'] } },
    { breaks: { altNames: ['files.corp'] }, keeps: { altNames: ['files.corp.example.com'] } },
  ],
  'name-internal-private': [
    { breaks: { ...atPrivate, altNames: ['files.local'] }, keeps: { ...atPrivate, altNames: ['files.example.com'] } },
  ],
  'address-reserved': [
    { breaks: { altNames: ['10.1.2.3'] }, keeps: { altNames: ['11.1.2.3'] } },
    { breaks: { altNames: ['172.31.0.1'] }, keeps: { altNames: ['172.32.0.1'] } },
    { breaks: { altNames: ['100.64.0.1'] }, keeps: { altNames: ['100.128.0.1'] } },
    { breaks: { altNames: ['fe80::1'] }, keeps: { altNames: ['2606:2800:220:1::1'] } },
  ],
  'name-underscore': [{ breaks: { altNames: ['a_b.example.com'] }, keeps: { altNames: ['a-b.example.com'] } }],
  'name-underscore-private': [
    { breaks: { ...atPrivate, altNames: ['a_b.example.com'] }, keeps: { ...atPrivate, altNames: ['ab.example.com'] } },
  ],
  'name-kind': [
    { breaks: { altNames: ['me@example.com'] }, keeps: { ...atPrivate, altNames: ['me@example.com'] } },
    { breaks: { altNames: ['https://example.com'] }, keeps: { altNames: ['example.com'] } },
  ],
  'unit-public': [{ breaks: { unit: 'IT' }, keeps: { ...atPrivate, unit: 'IT' } }],
  'country-form': [{ breaks: { country: 'DEU' }, keeps: { country: 'de' } }],
  'client-auth': [{ breaks: { clientAuth: true }, keeps: { ...atPrivate, clientAuth: true } }],
  'commonName-long': [
    {
      breaks: { ...atPrivate, commonName: 'ä'.repeat(65) },
      keeps: { ...atPrivate, commonName: 'ä'.repeat(64) },
    },
  ],
  'organization-long': [{ breaks: { organization: 'x'.repeat(65) }, keeps: { organization: 'x'.repeat(64) } }],
  'unit-long': [{ breaks: { unit: 'x'.repeat(65) }, keeps: { unit: 'x'.repeat(64) } }],
  'locality-long': [{ breaks: { locality: 'x'.repeat(129) }, keeps: { locality: 'x'.repeat(128) } }],
  'state-long': [{ breaks: { state: 'x'.repeat(129) }, keeps: { state: 'x'.repeat(128) } }],
}

const idsFor = (change: Partial<PlannedCertificate>, on?: string) =>
  certificateFindings({ ...good, ...change }, on === undefined ? today : Date.parse(on)).map(({ id }) => id)

test('what is right is not found fault with', () => {
  expect(idsFor({})).toEqual([])
  expect(idsFor(atPrivate)).toEqual([])
})

test('every rule is tried on both sides of its boundary', () => {
  expect(Object.keys(cases).toSorted()).toEqual(certificateRules.map(({ id }) => id).toSorted())
})

describe.each(Object.entries(cases))('%s', (id, list) => {
  test.each(list)('holds for %j', ({ breaks, keeps, on }) => {
    expect(idsFor(breaks, on)).toContain(id)
    expect(idsFor(keeps, on)).not.toContain(id)
  })
})

test('the limit of a day begins with that day, in UTC', () => {
  const long = { validitySeconds: days(150) }
  expect(idsFor(long, '2027-03-14T23:59:59.999Z')).not.toContain('validity-100')
  expect(idsFor(long, '2027-03-15T00:00:00Z')).toContain('validity-100')
  expect(idsFor(long, '2027-03-15T00:00:00Z')).not.toContain('validity-200')
})

test('a second more is a day more', () => {
  expect(daysOf(days(200))).toBe(200)
  expect(daysOf(days(200) + 1)).toBe(201)
})

test('a finding names what is wrong, why, and what to do; errors come first', () => {
  const found = certificateFindings(
    { ...good, validitySeconds: days(200), altNames: ['files.local'], unit: 'IT' },
    today,
  )
  expect(found.map(({ level }) => level)).toEqual(['error', 'error', 'warning'])
  expect(found.find(({ id }) => id === 'name-internal')?.text).toBe('Not a public name: files.local')
  for (const { text, why, next, source } of certificateRules) {
    expect([text, why, next, source].every((part) => part.length > 5)).toBe(true)
  }
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAlternativeNames, withCommonName } from '#crypto/x509/alternative-name.ts'
import { refusalOf } from '../refusal-of.ts'

test('names are told apart by how they look', () => {
  const text = 'www.example.com, *.example.com,10.0.0.1,[2001:DB8::1], Ops@Example.COM ,https://example.com/a?b=1'
  expect(readAlternativeNames(text)).toEqual([
    { type: 'dns', value: 'www.example.com' },
    { type: 'dns', value: '*.example.com' },
    { type: 'ip', value: '10.0.0.1' },
    { type: 'ip', value: '2001:db8::1' },
    { type: 'email', value: 'Ops@example.com' },
    { type: 'uri', value: 'https://example.com/a?b=1' },
  ])
})

test('or by the prefix that openssl writes', () => {
  expect(readAlternativeNames('DNS:a.example.com,IP:10.0.0.1,email:a@b.org,URI:spiffe://acme/x')).toEqual([
    { type: 'dns', value: 'a.example.com' },
    { type: 'ip', value: '10.0.0.1' },
    { type: 'email', value: 'a@b.org' },
    { type: 'uri', value: 'spiffe://acme/x' },
  ])
})

test('international names become their form on the wire, duplicates and blanks disappear', () => {
  expect(readAlternativeNames('münchen.de,, MÜNCHEN.de , xn--mnchen-3ya.de.,::1,0:0::1')).toEqual([
    { type: 'dns', value: 'xn--mnchen-3ya.de' },
    { type: 'ip', value: '::1' },
  ])
})

test.each([
  '*', // a wildcard for nothing
  '*.com.*',
  'a.*.example.com',
  'w*.example.com',
  '*.*.example.com',
  '*.com', // one for a whole top level
  'a..b',
  '-a.example.com',
  'a b.example.com',
  `${'a'.repeat(64)}.example.com`,
  Array.from({ length: 60 }, () => 'abcd').join('.') + '.example',
  '0177.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '10.0.0.256',
  'fe80::1%eth0',
  '@example.com',
  'a@b@c.org',
  'DNS:10.0.0.1',
  'IP:example.com',
  'https:',
  'example.com\0.evil.org',
  'a\nb',
])('%j is refused', (name) => {
  expect(refusalOf(() => readAlternativeNames([name]))).toMatchObject({
    reason: 'not-allowed',
    field: 'alternativeNames',
  })
})

test('a common name that is a host is added in front, any other is not', () => {
  expect(withCommonName(readAlternativeNames('b.org'), 'A.org')).toEqual(readAlternativeNames('a.org,b.org'))
  expect(withCommonName(readAlternativeNames('b.org,a.org'), 'a.org')).toEqual(readAlternativeNames('a.org,b.org'))
  expect(withCommonName([], 'Jane Doe')).toEqual([])
})

test('more than a thousand names are refused', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `host-${at}.example.com`)
  expect(readAlternativeNames(names(1000))).toHaveLength(1000)
  expect(refusalOf(() => readAlternativeNames(names(1001))).reason).toBe('too-large')
})

test('whatever somebody types is read, and read again as the same, or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV6(), fc.emailAddress(), fc.webUrl()), (text) => {
      try {
        const names = readAlternativeNames([text])
        expect(readAlternativeNames(names.map(({ type, value }) => `${type}:${value}`))).toEqual(names)
      } catch (error) {
        expect(error).toHaveProperty('name', 'Refusal')
      }
    }),
  )
})

test('a comma of a URI is written with a backslash, and no name ends there', () => {
  expect(readAlternativeNames('www.example.com,URI:https://example.com/a\\,b?c=1\\,2')).toEqual([
    { type: 'dns', value: 'www.example.com' },
    { type: 'uri', value: 'https://example.com/a,b?c=1,2' },
  ])
})

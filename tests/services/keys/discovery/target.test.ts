import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressesBetween } from '#services/keys/discovery/address-range.ts'
import { isAddress, readHost, readPort } from '#services/keys/discovery/target.ts'
import { refusalOf } from '../../../crypto/refusal-of.ts'
import { runs } from '../../../support/runs.ts'

describe('a host', () => {
  test.each([
    ['www.example.com', 'www.example.com'],
    [' WWW.Example.COM. ', 'www.example.com'],
    ['localhost', 'localhost'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['host_1.example', 'host_1.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[::1]', '::1'],
  ])('%j is %s', (text, host) => {
    expect(readHost(text, 'HOST')).toBe(host)
  })

  // Spellings that programs read as some address or other.
  const otherSpellings = [
    ['0177.0.0.1', '0177.0000.0000.0001', '0x7f.1', '0x7f000001', '0x7F.0x0.0x0.0x1', '2130706433', '017700000001'],
    ['127.1', '127.0.1', '0', '00', '1', '127.0.0.01', '127.0.0.1.', '127.0.0.256', '127.0.0.-1', '127.0.0.+1'],
    ['１２７.０.０.１', '①②⑦.0.0.1', '127。0。0。1', '127%2e0%2e0%2e1', '127.0.0.1%00', '127.0.0.1\0.example.com'],
    ['[::ffff:127.0.0.1]', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:127.0.0.1', 'fe80::1%eth0', '::1%1'],
    ['1::2::3', '12345::', '*.example.com', 'a..b', '-a.example', 'a b', 'a/b', 'user@host', 'host:443', '', '.'],
    ['http://example.com', 'example.com\r\nx', 'x'.repeat(64), 'example.1', '١٢٧.0.0.1', '127.0.0.1/8'],
  ].flat()
  test.each(otherSpellings)('%j is refused by the name of its field', (text) => {
    expect(refusalOf(() => readHost(text, 'HOST'))).toMatchObject({ reason: 'not-allowed', field: 'HOST' })
  })

  test('in whatever text, what is read is in its one spelling', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        let host: string
        try {
          host = readHost(text, 'HOST')
        } catch (error) {
          expect(error).toHaveProperty('name', 'Refusal')
          return
        }
        expect(readHost(host, 'HOST')).toBe(host)
        expect(isAddress(host) || new URL(`https://${host}/`).hostname === host).toBe(true) // nobody reads it otherwise
      }),
      { numRuns: runs(300, 2_000) },
    )
  })
})

test('a port is a whole number from 1 to 65535', () => {
  expect(['1', 443, ' 65535 '].map((text) => readPort(text, 'PORT'))).toEqual([1, 443, 65_535])
  for (const text of ['0', '65536', '-1', '4.5', '0443', '1e3', '0x1bb', '', 'https', NaN, 443.5]) {
    expect(refusalOf(() => readPort(text, 'PORT'))).toMatchObject({ reason: 'not-allowed', field: 'PORT' })
  }
})

describe('a range', () => {
  test.each([
    ['127.0.0.254', '127.0.1.1', ['127.0.0.254', '127.0.0.255', '127.0.1.0', '127.0.1.1']],
    ['::fffe', '::1:1', ['::fffe', '::ffff', '::1:0', '::1:1']],
    ['2001:db8::1', '2001:db8::1', ['2001:db8::1']],
    ['255.255.255.255', '255.255.255.255', ['255.255.255.255']],
  ])('from %s to %s', (start, end, addresses) => {
    expect(addressesBetween(start, end)).toEqual(addresses)
  })

  test.each([
    ['10.0.0.2', '10.0.0.1', 'not-allowed', 'EndIpAddress'],
    ['10.0.0.1', '::1', 'not-allowed', 'EndIpAddress'],
    ['10.0.0.0', '10.0.16.0', 'too-large', 'EndIpAddress'],
    ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'too-large', 'EndIpAddress'],
    ['localhost', '127.0.0.1', 'not-allowed', 'StartIpAddress'],
    ['127.0.0.1', '127.2', 'not-allowed', 'EndIpAddress'],
  ])('from %s to %s is refused', (start, end, reason, field) => {
    expect(refusalOf(() => addressesBetween(start, end))).toMatchObject({ reason, field })
  })

  test('of 4,096 addresses is the largest, and has each once', () => {
    expect(new Set(addressesBetween('10.0.0.0', '10.0.15.255')).size).toBe(4_096)
    expect(new Set(addressesBetween('2001:db8::', '2001:db8::fff')).size).toBe(4_096)
  })
})

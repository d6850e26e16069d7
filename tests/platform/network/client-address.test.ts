// Whom a request came from: what an attacker can write, and what a trusted proxy has added.
import { expect, test, vi } from 'vitest'
import { addressMatcher, canonicalAddress, networkOf } from '#platform/network/address.ts'
import { clientAddresses } from '#platform/network/client-address.ts'
import { clientHeader, clientHeaderName } from '#platform/network/client-header.ts'

const addressOf = clientAddresses(['10.0.0.0/8', '2001:db8:ffff::/48', '::1'])
const arriving = (remoteAddress: string, forwarded?: string, more: Record<string, string> = {}) => ({
  socket: { remoteAddress },
  headers: { ...more, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
})

test.each([
  ['a stranger cannot claim an address', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['a trusted proxy names its client', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
  [
    'a chain of trusted proxies is walked from the right',
    '10.0.0.1',
    '198.51.100.7, 10.0.0.9,10.0.0.8',
    '198.51.100.7',
  ],
  ['what the client wrote itself is not read', '10.0.0.1', '192.0.2.1, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
  ['nor can garbage of the client hide its address', '10.0.0.1', '<script>, 198.51.100.7', '198.51.100.7'],
  ['a proxy may come as a mapped address', '::ffff:10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
  ['an IPv6 proxy names an IPv6 client', '2001:db8:ffff::1', '2001:DB8:0:1::00a', '2001:db8:0:1::a'],
  ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['a header of trusted addresses alone', '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.1'],
  ['a malformed header counts as none', '10.0.0.1', '198.51.100.7, unknown', '10.0.0.1'],
  ['a port', '10.0.0.1', '198.51.100.7:4711', '10.0.0.1'],
  ['an octal number', '10.0.0.1', '0198.051.100.7', '10.0.0.1'],
  ['an empty element', '10.0.0.1', '198.51.100.7,', '10.0.0.1'],
  ['a peer that is gone already', '', '198.51.100.7', ''],
])('%s', (_, peer, forwarded, expected) => {
  expect(addressOf(arriving(peer, forwarded))).toBe(expected)
})

test('other headers are never read', () => {
  const others = { forwarded: 'for=198.51.100.7', 'x-real-ip': '198.51.100.7', 'cf-connecting-ip': '198.51.100.7' }
  expect(addressOf(arriving('10.0.0.1', undefined, others))).toBe('10.0.0.1')
})

test('without trusted proxies, the header of nobody counts', () => {
  expect(clientAddresses([])(arriving('127.0.0.1', '198.51.100.7'))).toBe('127.0.0.1')
})

test('budgets count an IPv6 subscriber by the /64, and an IPv4 address by itself', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:bbbb:1:2:3')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64')
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7')
  expect(networkOf('')).toBe('')
})

test('addresses are matched by number, not by spelling', () => {
  const matches = addressMatcher(['192.0.2.7', '2001:db8::/32', '0.0.0.0/0'])
  expect(matches('::ffff:192.0.2.7')).toBe(true)
  expect(matches('2001:0DB8:0::1')).toBe(true)
  expect(matches('2001:db9::1')).toBe(false) // of all IPv4 addresses none is an IPv6 address
  expect(matches('nobody')).toBe(false)
  expect(canonicalAddress('127.1')).toBeUndefined()
})

test('the embedded services believe the proxy, and nobody who imitates it', () => {
  const header = clientHeader(Buffer.alloc(32, 1))
  const at = (value: string) => header.addressIn(arriving('127.0.0.1', undefined, { [clientHeaderName]: value }))
  const { [clientHeaderName]: value = '' } = header.of({ clientAddress: '198.51.100.7' })
  expect(at(value)).toBe('198.51.100.7')
  expect(at(value.replace('198', '197'))).toBe('127.0.0.1')
  expect(at(`${value} more`)).toBe('127.0.0.1')
  expect(at(value.slice(0, -3))).toBe('127.0.0.1')
  expect(at('198.51.100.7')).toBe('127.0.0.1')
  const { [clientHeaderName]: foreign = '' } = clientHeader(Buffer.alloc(32, 2)).of({ clientAddress: '198.51.100.7' })
  expect(at(foreign)).toBe('127.0.0.1')
  expect(header.of({ clientAddress: '' })).toEqual({})
  expect(header.of(undefined)).toEqual({})
})

test('the embedded services hear where an account is known, from the proxy alone', () => {
  const header = clientHeader(Buffer.alloc(32, 1))
  const headers = header.of({ clientAddress: '198.51.100.7', knownLane: 'browser:one' })
  expect(header.clientIn(arriving('127.0.0.1', undefined, headers))).toEqual({
    address: '198.51.100.7',
    knownLane: 'browser:one',
  })
  const changed = { [clientHeaderName]: String(headers[clientHeaderName]).replace('browser:one', 'browser:two') }
  expect(header.clientIn(arriving('127.0.0.1', undefined, changed))).toEqual({ address: '127.0.0.1' })
})

test('a header that somebody has seen is worth nothing later', ({ onTestFinished }) => {
  const header = clientHeader(Buffer.alloc(32, 1))
  const headers = header.of({ clientAddress: '198.51.100.7' })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
  expect(header.addressIn({ socket: { remoteAddress: '127.0.0.1' }, headers })).toBe('127.0.0.1')
})

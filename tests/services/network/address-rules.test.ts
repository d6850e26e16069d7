import { describe, expect, test } from 'vitest'
import { addressRules } from '#services/network/address-rules.ts'

const demo = addressRules(['127.0.0.0/8'])
const everywhere = addressRules(['0.0.0.0/0', '::/0'])
const nowhere = addressRules([])

test.each([
  ['169.254.169.254', 'a metadata service'],
  ['100.100.100.200', 'a metadata service'],
  ['168.63.129.16', 'a metadata service'],
  ['fd00:ec2::254', 'a metadata service'],
  ['169.254.0.1', 'a link-local address'],
  ['fe80::1', 'a link-local address'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.255', 'a multicast address'],
  ['ff02::1', 'a multicast address'],
  ['255.255.255.255', 'the broadcast address'],
  ['0.0.0.0', 'an unspecified address'],
  ['::', 'an unspecified address'],
  ['240.0.0.1', 'a reserved address'],
  ['64:ff9b::7f00:1', 'an IPv4 address in the clothes of IPv6'],
  ['2002:7f00:1::', 'an IPv4 address in the clothes of IPv6'],
  ['::ffff:a9fe:a9fe', 'a metadata service'], // what a name server may answer
])('%s is %s and is never asked, whatever is configured', (address, what) => {
  expect(everywhere(address)).toBe(`${address} is ${what}, which is never connected to`)
})

describe('loopback and private networks', () => {
  test.each(['127.0.0.1', '127.255.255.255', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1'])(
    '%s is asked only where it is configured',
    (address) => {
      expect(nowhere(address)).toMatch(/its network is not configured$/)
      expect(everywhere(address)).toBeUndefined()
    },
  )

  test('the demo reaches the whole of 127.0.0.0/8 and no other', () => {
    expect(['127.0.0.1', '127.9.9.9', '::ffff:7f00:1'].map(demo)).toEqual([undefined, undefined, undefined])
    expect(['::1', '10.0.0.1', '::ffff:a00:1'].map((address) => demo(address) !== undefined)).toEqual([
      true,
      true,
      true,
    ])
  })
})

test.each(['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s is public', (address) => {
  expect(nowhere(address)).toBeUndefined()
})

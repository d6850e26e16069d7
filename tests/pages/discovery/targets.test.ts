import { describe, expect, test } from 'vitest'
import { durationText, worstCaseSeconds } from '#pages/discovery/plan.ts'
import { readHost, targetsInList, targetsInRange } from '#pages/discovery/targets.ts'

describe('a host is a name or an address in its one spelling', () => {
  test.each([
    ['www.example.com', 'www.example.com'],
    ['WWW.Example.COM', 'www.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['10.1.2.3', '10.1.2.3'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::1', '::1'],
  ])('%s', (text, host) => expect(readHost(text)).toEqual({ host }))

  test.each([
    ['0177.0.0.1', 'four decimal numbers'],
    ['2130706433', 'four decimal numbers'],
    ['0x7f.1', 'four decimal numbers'],
    ['127.1', 'four decimal numbers'],
    ['1.2.3.256', 'four decimal numbers'],
    ['::ffff:127.0.0.1', 'Not a valid host name'],
    ['fe80::1%eth0', 'Not a valid host name'],
    ['https://www.example.com/', 'without https://'],
    ['*.example.com', 'Not a valid host name'],
    ['two words', 'Not a valid host name'],
    ['-a.example.com', 'Not a valid host name'],
    ['a_b.example.com', 'Not a valid host name'],
    ['', 'Enter a host name'],
  ])('%s is none', (text, why) => expect(readHost(text)).toEqual({ why: expect.stringContaining(why) as string }))
})

test('a list has a host and perhaps a port in each line; comments, blanks and doubles do not count', () => {
  const text =
    '\uFEFF# the web\r\nwww.example.com\r\n\r\nwww.example.com 443\nWWW.example.com 8443 # test\n10.0.0.1 70000\na b c\n'
  expect(targetsInList(text)).toEqual({
    targets: [
      { host: 'www.example.com', port: 443 },
      { host: 'www.example.com', port: 8443 },
    ],
    wrong: [
      { line: 6, text: '10.0.0.1 70000', why: 'Enter a port from 1 to 65535' },
      { line: 7, text: 'a b c', why: 'Enter one host and an optional port per line' },
    ],
  })
})

describe('a range', () => {
  const hosts = (start: string, end: string) => {
    const found = targetsInRange(start, end, 443)
    return Array.isArray(found) ? found.map(({ host }) => host) : found.why
  }
  test('has both its ends, and crosses the last number', () => {
    expect(hosts('10.0.0.254', '10.0.1.1')).toEqual(['10.0.0.254', '10.0.0.255', '10.0.1.0', '10.0.1.1'])
    expect(hosts('::fffe', '::1:1')).toEqual(['::fffe', '::ffff', '::1:0', '::1:1'])
  })
  test('of 16,384 addresses is asked, one more is not', () => {
    expect(hosts('10.0.0.0', '10.0.63.255')).toHaveLength(16_384)
    expect(hosts('10.0.0.0', '10.0.64.0')).toContain('16,385 addresses')
    expect(hosts('::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toContain('The maximum is 16,384')
  })
  test.each([
    ['10.0.0.2', '10.0.0.1', 'lower than'],
    ['10.0.0.2', '::1', 'IPv6'],
    ['10.0.0', '10.0.0.1', 'Enter an IPv4'],
    ['10.0.0.1', 'x', 'Enter an IPv4'],
  ])('%s to %s is refused', (start, end, why) => expect(hosts(start, end)).toContain(why))
})

test('before the start it is known how many hosts, and how long at worst', () => {
  expect(worstCaseSeconds(130, 5)).toBe(15)
  expect([durationText(15), durationText(60), durationText(320), durationText(3720)]).toEqual([
    '15 s',
    '1 min',
    '5 min 20 s',
    '1 h 2 min',
  ])
})

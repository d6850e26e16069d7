import { expect, test } from 'vitest'
import { discoveryMessage, readDiscoveryMessage } from '#contract/keys/rules/hosts/discovery-message.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const said = (name: string, from: string, to: string, ...remarks: string[]) =>
  discoveryMessage({ name, from: new Date(from), to: new Date(to), remarks }, now)

test('what a discovery says of a certificate is read back', () => {
  const valid = said('www.example.com', '2026-01-01', '2027-01-05T08:00:00Z', 'self-signed')
  expect(valid).toBe('www.example.com, valid until 2027-01-05, self-signed')
  expect(readDiscoveryMessage(valid, now)).toMatchObject({ name: 'www.example.com', expiry: { state: 'later' } })

  const early = said('a, b', '2026-12-01', '2026-12-02')
  expect(early).toBe('a, b, not valid before 2026-12-01, valid until 2026-12-02')
  expect(readDiscoveryMessage(early, now)).toMatchObject({ name: 'a, b', expiry: { state: 'soon' } })
})

test('a certificate that ends today is valid until its day is over, and one that has ended is not', () => {
  expect(readDiscoveryMessage(said('x', '2026-01-01', '2026-11-23T18:00:00Z'), now)?.expiry.state).toBe('soon')
  expect(readDiscoveryMessage(said('x', '2026-01-01', '2026-11-23T06:00:00Z'), now)?.expiry.state).toBe('expired')
})

test('other words, and days that no calendar has, say nothing', () => {
  expect(readDiscoveryMessage('Certificate added', now)).toBeUndefined()
  expect(readDiscoveryMessage(said('x', '2026-01-01', 'never'), now)).toBeUndefined()
})

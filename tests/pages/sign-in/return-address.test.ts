import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnAddress, signInAddress } from '#pages/sign-in/return-address.ts'

const origin = 'https://console.example'
const returnTo = (wanted: string) => returnAddress(new URLSearchParams({ return: wanted }), origin)

test('after signing in, one is where one wanted to go, search and place on the page included', () => {
  const wanted = { pathname: '/devices/42/restrictions', search: '?show=missing', hash: '#camera' }
  const address = new URL(signInAddress(wanted), origin)
  expect(returnAddress(address.searchParams, origin)).toBe('/devices/42/restrictions?show=missing#camera')
})

test('whoever came without an address starts on the first page', () => {
  expect(signInAddress({ pathname: '/', search: '', hash: '' })).toBe('/sign-in')
  expect(returnAddress(new URLSearchParams(), origin)).toBe('/')
})

test('signing in does not lead back to signing in', () => {
  expect(returnTo('/sign-in?return=%2Fdevices')).toBe('/')
})

const leadsElsewhere = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/devices/..//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'about:blank',
  'data:text/html,x',
  ' //evil.example',
  '@evil.example',
  'evil.example',
  '',
]
test.each(leadsElsewhere)('%j never leads away from the console', (wanted) => {
  const address = returnTo(wanted)
  expect(address).toMatch(/^\/(?![/\\])/)
  expect(new URL(address, origin).origin).toBe(origin)
})

test('whatever the address says, one stays in the console', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    'evil.example',
    'https:',
    '%2f',
    'a',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const address = returnTo(`/${parts.join('')}`)
      expect(new URL(address, origin).origin).toBe(origin)
      expect(address).not.toMatch(/^\/[/\\]/)
    }),
  )
})

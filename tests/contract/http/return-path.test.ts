import { expect, test } from 'vitest'
import { consolePath } from '#contract/console-path.ts'
import { returnPath } from '#contract/http/return-path.ts'
import { paths } from '#paths.ts'
import { corpus } from '../../crypto/corpora.ts'

const origin = 'https://console.example'

test('the pages that the proxy leads to are where the console has them', () => {
  expect(consolePath).toEqual({
    home: paths.home,
    devices: paths.devices,
    desktops: paths.desktops,
    certificates: paths.certificates,
    requests: paths.requests,
    sshKeys: paths.sshKeys,
    signIn: paths.signIn,
    connections: paths.connections,
    approvals: paths.approvals,
    apiKeys: paths.apiKeys,
    vault: paths.vault,
  })
})

test('a path of the console stays as it is, with search and place on the page', () => {
  for (const path of [
    '/',
    '/devices',
    '/devices/42/restrictions?show=missing#camera',
    '/devices?search=a%26b%2F%2Fc',
  ]) {
    expect(returnPath(path, { origin })).toBe(path)
  }
})

test('where there are several sites, it is a path of this one', () => {
  const base = '/sites/hq'
  expect(returnPath('/sites/hq/devices', { origin, base })).toBe('/sites/hq/devices')
  expect(returnPath('/sites/hq', { origin, base })).toBe('/sites/hq')
  for (const other of [
    '/',
    '/devices',
    '/sites/other/devices',
    '/sites/hq2',
    '/sites/hq/../other',
    '/sites/hq/sign-in',
  ]) {
    expect(returnPath(other, { origin, base })).toBe('/sites/hq/')
  }
})

/** Thirteen of our own, beside those that others have collected. */
const own = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/devices/..//evil.example',
  '/%2e%2e//evil.example',
  'https:evil.example',
  'data:text/html,<script>alert(1)</script>',
  '/\\/\\evil.example/%2f..',
  '@evil.example',
]
const collected = corpus('urls')
  .flatMap(({ bytes }) => bytes.toString().split('\n'))
  .filter((line) => line !== '')

const staysHere = (wanted: string) => {
  const address = returnPath(wanted, { origin })
  // As a redirect, as a link and as the address that a page refreshes to.
  return /^\/(?![/\\])/.test(address) && !/[\t\n\r]/.test(address) && new URL(address, origin).origin === origin
}

test('who was to be led elsewhere starts on the first page', () => {
  for (const wanted of [
    '//evil.example/devices',
    '/\\evil.example/devices',
    'https://evil.example/devices',
    '',
    null,
    undefined,
  ]) {
    expect(returnPath(wanted, { origin })).toBe('/')
  }
})

test('nothing that looks like an address elsewhere leads there', () => {
  expect(own.filter((wanted) => !staysHere(wanted))).toEqual([])
})

test.skipIf(collected.length === 0)('nor does anything that others have collected', () => {
  expect(collected.length).toBeGreaterThan(500)
  const forms = collected.flatMap((line) => [line, `/${line}`, decoded(line), `/${decoded(line)}`])
  expect(forms.filter((wanted) => !staysHere(wanted))).toEqual([])
})

function decoded(line: string): string {
  try {
    return decodeURIComponent(line)
  } catch {
    return line
  }
}

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { authenticate } from '#contract/desktop/authentication.ts'
import { scanAllComputers } from '#contract/desktop/inventory.ts'
import { dialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fromRequest, pathMatches } from '#contract/http/from-request.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { toResponse } from '#contract/http/to-response.ts'
import type { JsonObject } from '#contract/json.ts'
import { deployCertificate, importUnmanagedCertificates } from '#contract/keys/certificates.ts'
import { generateApiKey } from '#contract/keys/api-keys.ts'
import { keys } from '#contract/keys/operations.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { skipTokenOf } from '#contract/page.ts'
import { withBothPaging } from '#contract/page-base.ts'
import { runs } from '../../support/runs.ts'
import { anyOf } from '../arbitrary.ts'

const everyRow = [...endpoints.values(), ...Object.values<Endpoint>(keys)]
const otherDialect = dialect.parse({
  version: '1.4',
  prefix: '/api/v1/mdm',
  names: { serial_number: 'serial_no', vendor_restricions: 'knox_restricions', username: 'login' },
})
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_key, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v))) as unknown

for (const speaks of [dialect.parse({}), otherDialect]) {
  test.each(everyRow)(`$id: what is asked is what is understood (${speaks.prefix})`, (endpoint: Endpoint) => {
    fc.assert(
      fc.property(anyOf(endpoint.input), (input) => {
        fc.pre(!hasDots(endpoint, input))
        expect(plain(fromRequest(endpoint, toRequest(endpoint, input, speaks), speaks))).toEqual(
          plain(withBothPaging(endpoint, input as JsonObject)),
        )
      }),
      { numRuns: runs(6, 60) },
    )
  })

  test.each(everyRow)(`$id: what is answered is what is read (${speaks.prefix})`, (endpoint: Endpoint) => {
    fc.assert(
      fc.property(anyOf(endpoint.output), (output) => {
        expect(plain(fromResponse(endpoint, toResponse(endpoint, output, speaks), speaks))).toEqual(plain(output))
      }),
      { numRuns: runs(6, 60) },
    )
  })
}

/** "." and ".." cannot stand in a path; they are refused, see below. */
const hasDots = (endpoint: Endpoint, input: unknown) =>
  Object.entries(input as object).some(
    ([name, value]) => endpoint.path.includes(`{${name}}`) && /^\.{1,2}$/.test(String(value)),
  )

const inDetails = (endpoint: Endpoint, Details: object) =>
  fromRequest(endpoint, {
    method: endpoint.method,
    target: `${endpoint.path}?INPUT_DATA=${encodeURIComponent(JSON.stringify({ operation: { Details } }))}`,
    headers: {},
  })

test('nothing in place of what would mean all is refused, and elsewhere it counts as not sent', () => {
  const certificate = { common_name: 'a', serial_number: '1' }
  expect(inDetails(deployCertificate, certificate)).toEqual(certificate)
  expect(() => inDetails(deployCertificate, { ...certificate, serverName: null })).toThrow(
    'serverName: must be the name of a server, or left out',
  )
  const { method, path: target } = generateApiKey
  const generated = (input: object) =>
    fromRequest(generateApiKey, { method, target, headers: {}, body: JSON.stringify(input) })
  expect(() => generated({ name: 'a', permission: null })).toThrow(/^permission: /)
  expect(generated({ name: 'a', address: null })).toEqual({ name: 'a' })
})

test('nothing in a field that the endpoint does not take is refused like a value there', () => {
  const request = { method: 'POST', target: '/api/1.3/inventory/computers/scanall', headers: {} } as const
  for (const value of [null, ['1']])
    expect(() => fromRequest(scanAllComputers, { ...request, body: JSON.stringify({ resourceids: value }) })).toThrow(
      /resourceids/,
    )
})

test('an address is cut at its first question mark alone', () => {
  const request = { method: 'GET', target: '/api/v1/devices?search=who?&limit=5', headers: {} } as const
  expect(fromRequest(listDevices, request)).toEqual({ search: 'who?', limit: 5 })
  expect(skipTokenOf('https://mdm.example.com/devices?skip-token=a?b')).toBe('a?b')
})

test('a value can never leave its place in the path', () => {
  expect(toRequest(getDevice, { device_id: '../users?x=1#y' }).target).toBe('/api/v1/devices/..%2Fusers%3Fx%3D1%23y')
  for (const device_id of ['..', '\ud800', 'a\udfff\ud800']) {
    expect(() => toRequest(getDevice, { device_id })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        field: 'device_id',
        message: expect.stringMatching(/^device_id: (must not|contains half)/) as string,
      }),
    )
  }
  expect(pathMatches(getDevice, '/api/v1/devices/a/b')).toBeUndefined()
  expect(pathMatches(getDevice, '/api/v1/devices/%ff')).toBeUndefined()
})

test('the part with the file has the name that the server gives it', () => {
  const File = { name: 'list.txt', bytes: new Uint8Array([1]) }
  const partsFor = (names: Record<string, string>) =>
    Object.keys(toRequest(importUnmanagedCertificates, { File }, dialect.parse({ names })).form?.files ?? {})
  expect([partsFor({}), partsFor({ File: 'passwordList' })]).toEqual([['File'], ['passwordList']])
})

test('ids beyond 2^53 keep every digit, and a number stays a number', () => {
  const answer = toResponse(getDevice, { ':id': '9007199254741001', device_id: '9007199254741001' })
  expect(answer.body).toBe('{":id":9007199254741001,"device_id":"9007199254741001"}')
  expect(fromResponse(getDevice, answer)[':id']).toBe('9007199254741001')
})

test('the server may answer JSON as text/plain, with capitalized keys, or with the bare result', () => {
  const token = { auth_data: { auth_token: 'T' } }
  const bodies = [
    { message_type: 'authentication', message_response: { authentication: token }, status: 'success' },
    { MessageType: 'authentication', MessageResponse: { authentication: token }, Status: 'Success' },
    token,
  ]
  for (const body of bodies) {
    const answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) }
    expect(fromResponse(authenticate, answer).auth_data?.auth_token).toBe('T')
  }
})

test('a page is read from metadata, from the top level, and from a bare array', () => {
  const read = (body: unknown) => fromResponse(listDevices, { status: 200, headers: {}, body: JSON.stringify(body) })
  const devices = [{ device_name: 'Reception' }]
  expect(
    read({ devices, metadata: { total_record_count: 7 }, paging: { next: 'http://x/?skip-token=t' } }),
  ).toMatchObject({
    rows: devices,
    total: 7,
    next: 'http://x/?skip-token=t',
  })
  expect(read({ devices, total_record_count: '7', next: 'n' })).toMatchObject({ rows: devices, total: 7, next: 'n' })
  expect(read(devices)).toMatchObject({ rows: devices, total: undefined })
  expect(() => read({ nothing: 1 })).toThrow('no list called devices')
})

test('a wrong-typed field costs that field, an unknown one stays, and both are kept', () => {
  const body = '{"device_name":{"x":1},"serial_number":42,"is_removed":"true","made_up":[1],"__proto__":7,"sims":[5]}'
  const device = fromResponse(getDevice, { status: 200, headers: {}, body })
  expect(device.device_name).toBeUndefined()
  expect(device['#unexpected']).toEqual({ device_name: { x: 1 } })
  expect(device.serial_number).toBe('42')
  expect(device.is_removed).toBe(true)
  expect(device.sims).toEqual([{ '#unexpected': { item: 5 } }])
  expect(Object.entries(device)).toContainEqual(['made_up', [1]])
  expect(Object.getOwnPropertyDescriptor(device, '__proto__')?.value).toBe(7)
})

test('an embedded service cannot answer what the reference does not state', () => {
  expect(() => toResponse(getDevice, { battery_level: 'full' as never })).toThrow()
})

test.each([
  ['limit=0', 'COM0003', 'limit'],
  ['limit=abc', 'COM0003', 'limit'],
  ['limit=1000000000', 'COM0003', 'limit'],
  ['offset=-1', 'COM0003', 'offset'],
  ['limit=1&limit=2', 'COM0003', 'limit'],
  ['skip-token=', 'COM0003', 'skip-token'],
  ['delta-token=', 'COM0021', 'delta-token'],
  ['sort=constructor', 'COM0005', 'sort'],
])('?%s is refused with %s naming the parameter', (search, code, field) => {
  const request = { method: 'GET', target: `/api/v1/devices?${search}`, headers: {} }
  expect(() => fromRequest(listDevices, request)).toThrow(expect.objectContaining({ code, field }) as Error)
})

test('what is missing is named', () => {
  const request = { method: 'POST', target: '/api/1.3/desktop/authentication', headers: {}, body: '{"username":"a"}' }
  expect(() => fromRequest(authenticate, request)).toThrow('password: is missing')
  expect(() => fromRequest(authenticate, { ...request, body: 'x' })).toThrow('body: is not JSON')
  expect(() => fromRequest(authenticate, { ...request, body: undefined })).toThrow('No request data received')
})

import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { authenticate } from '#contract/desktop/authentication.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { toWireInput } from '#contract/http/http.ts'
import { isSecretInput } from '#contract/http/secret-inputs.ts'
import { stringifyJson } from '#contract/json.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { asCurl, asLines, indented, mask, readableTarget, wireForm } from '#contract/wire-form.ts'
import { anyOf } from './arbitrary.ts'

/** Some secrets must be digits. */
const canaries = ['canary-of-a-secret', '48151623', '481516']
const canary = 'canary-of-a-secret'
const encodingsOf = (text: string) => [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')]

const upstream = [...endpoints.values()].filter((endpoint) => ['desktop', 'mdm', 'keys'].includes(serviceOf(endpoint)))
const withSecrets = upstream.filter((endpoint) => Object.keys(shapeOf(endpoint)).some(isSecretInput))
function shapeOf(endpoint: Endpoint): Record<string, unknown> {
  return (endpoint.input as { shape?: Record<string, unknown> }).shape ?? {}
}

test('rows with passwords, passphrases, pins and codes are known', () => {
  expect(withSecrets.length).toBeGreaterThan(12)
})

describe('a secret is not in what is shown of a call', () => {
  test.each(withSecrets.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
    const [sample] = fc.sample(anyOf(endpoint.input), { numRuns: 1, seed: 3 })
    const names = Object.keys(shapeOf(endpoint)).filter(isSecretInput)
    const filled = canaries.map((one) => ({
      ...(sample as object),
      ...Object.fromEntries(names.map((name) => [name, one])),
    }))
    const input = filled.find((one) => z.safeEncode(endpoint.input, one).success) as never
    const form = wireForm(endpoint, input)
    const shown = `${stringifyJson(form)} ${decodeURIComponent(form.target)} ${asCurl(form)}`
    for (const text of canaries.flatMap(encodingsOf)) expect(shown).not.toContain(text)
    expect(decodeURIComponent(shown.replaceAll('+', ' '))).toContain(mask)
  })
})

test('the rest of it is there, as the reference has it', () => {
  expect(wireForm(listDevices, { search: 'Ada’s "phone"', limit: 5 })).toMatchObject({
    method: 'GET',
    target: '/api/v1/devices?limit=5&search=Ada%E2%80%99s+%22phone%22',
    headers: { authorization: '$TOKEN' },
  })
  const { target, headers } = wireForm(createRequest, { CNAME: 'www.example.com', ALG: 'EC', PASSWORD: canary })
  expect(new URLSearchParams(target.split('?')[1]).get('INPUT_DATA')).toBe(
    stringifyJson({ operation: { Details: { CNAME: 'www.example.com', PASSWORD: mask, ALG: 'EC' } } }),
  )
  expect(headers).toMatchObject({ AUTHTOKEN: '$API_KEY' })
  const signIn = { username: 'ada', password: canary, auth_type: 'local_authentication' } as const
  expect(wireForm(authenticate, signIn).body).toBe(
    stringifyJson(toWireInput(authenticate, signIn)).replace(btoa(canary), mask),
  )
})

test('a shell reads every value of the command as it is', () => {
  const input = { search: `it's "$HOME" \`id\` \\ ; & | <x> \n é 世` }
  const form = wireForm(listDevices, input)
  const command = asCurl({ ...form, body: `it's ${input.search}` })
  const script = `curl() { printf '%s\\0' "$@"; }\nBASE_URL=https://h TOKEN=t\n${command}`
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  expect(words).toEqual([
    '-X',
    'GET',
    `https://h${form.target}`,
    '-H',
    'accept: application/json',
    '-H',
    'authorization: t',
    '--data-raw',
    `it's ${input.search}`,
  ])
})

test('people read the request as lines, without the escapes of its address', () => {
  const form = wireForm(listDevices, { search: 'okafor & co', limit: 2 })
  expect(asLines(form).split('\n')[0]).toBe('GET /api/v1/devices?limit=2&search=okafor+%26+co')
  expect(readableTarget(form.target)).toBe('/api/v1/devices?limit=2&search=okafor & co')
  expect(readableTarget('/a?b=%zz')).toBe('/a?b=%zz')
})

test('JSON to read keeps the digits of an id, and what was cut stays as it came', () => {
  expect(indented('{"id":9007199254741993}')).toBe('{\n  "id": 9007199254741993\n}')
  expect(indented('{"id":90071')).toBe('{"id":90071')
})

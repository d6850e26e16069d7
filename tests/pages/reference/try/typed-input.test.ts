import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { isFilePart, isFileStream } from '#contract/http/file-part.ts'
import { type InputField, inputFieldsOf } from '#pages/reference/try/input-fields.ts'
import { readTyped, type Typed } from '#pages/reference/try/typed-input.ts'
import { anyOf } from '../../../contract/arbitrary.ts'

const everyRow = [...endpoints.values()]
const requireRow = (id: string) => everyRow.find((endpoint) => endpoint.id === id) as Endpoint
const fieldOf = (id: string, name: string) =>
  inputFieldsOf(requireRow(id)).find((field) => field.name === name) as InputField
const read = (id: string, typed: Typed) => readTyped(requireRow(id), inputFieldsOf(requireRow(id)), typed)

describe('whatever an operation takes can be typed into its form', () => {
  test.each(everyRow)('$id', async (endpoint: Endpoint) => {
    const fields = inputFieldsOf(endpoint)
    await fc.assert(
      fc.asyncProperty(anyOf(endpoint.input), async (input) => {
        const given = Object.entries(input as object) as [string, unknown][]
        fc.pre(given.every(([, value]) => canBeTyped(value)))
        const typed = Object.fromEntries(given.map(([name, value]) => [name, asTyped(fields, name, value)]))
        const sent = await readTyped(endpoint, fields, typed)
        expect('input' in sent && plain(toWireInput(endpoint, sent.input))).toEqual(plain(toWireInput(endpoint, input)))
      }),
      { numRuns: 10 },
    )
  })
})

/** An empty text is not told from none, and a line of a list is a whole one; other lists are typed as JSON. */
const canBeTyped = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every((item) => typeof item !== 'string' || (item !== '' && /^\S(.*\S)?$/u.test(item)))
    : value !== ''

function asTyped(fields: readonly InputField[], name: string, value: unknown): string | File {
  const kind = fields.find((field) => field.name === name)?.kind
  if (isFilePart(value)) return new File([Uint8Array.from(value.bytes)], value.name)
  if (isFileStream(value)) return new File([value.content as Blob], value.name)
  if (kind === 'json') return stringifyJson(value)
  return Array.isArray(value) ? value.join('\n') : String(value)
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'bigint' ? `${item}n` : isFilePart(item) ? { name: item.name, bytes: [...item.bytes] } : item,
    ),
  )

test('what is wrong stands at its field, in the words of the contract, and everything at once', async () => {
  expect(await read('mdm.listDevices', { limit: '0', offset: 'two', managed_status: '1\nx' })).toEqual({
    wrong: {
      limit: 'must be at least 1',
      offset: 'must be a number',
      managed_status: expect.stringContaining('pattern') as string,
    },
  })
  expect(await read('mdm.listDevices', { limit: '2.5' })).toEqual({ wrong: { limit: 'must be a whole number' } })
  expect(await read('keys.addSshKey', {})).toEqual({ wrong: { keyName: 'is missing', File: 'must be a file' } })
  expect(await read('mdm.addProfilePayload', { profile_id: '7', payload: '{"a":' })).toEqual({
    wrong: { payload: 'is not JSON' },
  })
  expect(await read('mdm.addProfilePayload', { profile_id: '7', payload: '[]' })).toEqual({
    wrong: { payload: 'must be an object' },
  })
})

test('an id beyond 2^53 keeps its digits', async () => {
  expect(await read('mdm.getDevice', { device_id: '9007199254741993' })).toEqual({
    input: { device_id: '9007199254741993' },
  })
  const payload = await read('mdm.addProfilePayload', { profile_id: '7', payload: '{"id":9007199254741993}' })
  expect(payload).toEqual({ input: { profile_id: '7', payload: { id: 9007199254741993n } } })
})

test('a secret is typed into a field for passwords', () => {
  expect(fieldOf('keys.addSshKey', 'passphrase').kind).toBe('secret')
  expect(fieldOf('desktop.changePassword', 'old_password').kind).toBe('secret')
  expect(fieldOf('keys.addSshKey', 'keyName').kind).toBe('text')
})

test('only a structure is typed as JSON', () => {
  const asJson = everyRow.flatMap((endpoint) =>
    inputFieldsOf(endpoint).flatMap(({ name, kind }) => (kind === 'json' ? [`${endpoint.id} ${name}`] : [])),
  )
  const lists = ['extendedKeyUsage', 'optionalUsage', 'curves']
  const expected = [
    'keys.trustHostKeys HostKeys',
    'keys.replaceHostKeys HostKeys',
    ...['keys.addProfile', 'keys.changeProfile'].flatMap((id) => lists.map((name) => `${id} ${name}`)),
    'mdm.addProfilePayload payload',
    'mdm.updateProfilePayload payload',
    'console.approveJob items',
    'console.changeAnnotation cells',
    'console.checkSecurity filter',
    'console.selectDevices filter',
    'console.importAnnotations things',
    'console.previewAnnotationImport rows',
    'console.readAnnotations things',
    'console.keepPreferences preferences',
    'console.planAgentAction filter',
    'console.planCertificates filter',
    'console.planCertificates input',
    'console.planCommands input',
    'console.planJob input',
    'console.planJob items',
    'console.retryJob input',
    ...['create', 'update', 'preview'].map((verb) => `console.${verb}Schedule rule`),
    'console.saveNoticeRule days',
    'console.saveNoticeRule webhooks',
    'console.setNotifications days',
    'console.saveView question',
    'console.exportRows input',
    'console.findCertificates filters',
    'console.findCertificates sort',
    'console.findCertificates person',
    'console.findSshUsers accounts',
    'console.findSshUsers granted',
    ...['Issued', 'Requests', 'SshKeys', 'SshUsers', 'Associations', 'Access', 'Hosts'].flatMap((name) => [
      `console.find${name} filters`,
      `console.find${name} sort`,
    ]),
  ]
  expect(asJson.toSorted()).toEqual(expected.toSorted())
})

test('a field says what is expected of it, and those that must be there come first', () => {
  expect(fieldOf('mdm.listDevices', 'limit').hint).toBe('Whole number, 1 to 200')
  expect(fieldOf('desktop.installAgents', 'resourceids')).toMatchObject({ kind: 'lines', required: true })
  expect(fieldOf('mdm.listDevices', 'include_all')).toMatchObject({ kind: 'flag', required: false })
  const order = inputFieldsOf(requireRow('keys.addSshKey')).map(({ name }) => name)
  expect(order).toEqual(['keyName', 'File', 'passphrase'])
})

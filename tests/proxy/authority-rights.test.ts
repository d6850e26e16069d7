// Nobody becomes a certification authority, or locks many people out, without the right and a fresh proof of identity.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Proxy, startProxy } from '../support/proxy.ts'

let proxy: Proxy
let operator: string
let administrator: string
let unconfirmed: string
beforeAll(async () => {
  proxy = await startProxy({ dialect: { endEntityTemplates: ['Acme server'] } })
  operator = await proxy.signInConfirmed('writer')
  administrator = await proxy.signInConfirmed('chief')
  unconfirmed = await proxy.signIn('chief')
})
afterAll(() => proxy.stop())

let heardBefore = 0
const heard = () => proxy.keys.received.length + proxy.mdm.received.length
beforeEach(() => {
  heardBefore = heard()
})
/** Its code, or that a server was asked. */
const outcome = ({ value }: { value: { code?: unknown } }) => (heard() > heardBefore ? 'sent' : value.code)
const signed = async (input: object, cookie: string) =>
  outcome(await proxy.call('keys.signRequest', { CSR_ID: '7', ...input }, cookie))

const root = { signType: 'signWithRoot', rootCertificateCommonName: 'Acme', rootCertificateSerialNumber: '01' }
const external = { serverName: 'ca', caName: 'EXTCA' }
const authorities: Record<string, object> = {
  'as an intermediate by a root': { ...root, isIntermediate: 'true' },
  'as an intermediate by an external authority': { ...external, templateName: 'WebServer', isIntermediate: 'true' },
  'by the template for authorities': { ...external, templateName: 'SubCA' },
  'by a template that nobody has vouched for': { ...external, templateName: 'Acme everything' },
  'by the template that the server falls back to': external,
}

describe.each(Object.entries(authorities))('a request signed %s', (_, input) => {
  test('needs an administrator', async () => {
    expect(await signed(input, operator)).toBe('FORBIDDEN')
  })
  test('needs a fresh proof of identity', async () => {
    expect(await signed(input, unconfirmed)).toBe('CONFIRM_IDENTITY')
  })
  test('is sent for an administrator who has just given it', async () => {
    expect(await signed(input, administrator)).toBe('sent')
  })
})

test.each([
  ['by a root, for an end entity', root],
  ['by a root, in so many words no intermediate', { ...root, isIntermediate: 'false' }],
  ['by the usual template', { ...external, templateName: 'WebServer' }],
  ['by the same in other letters', { ...external, templateName: 'webserver' }],
  ['by a template of this server that its connection names', { ...external, templateName: 'Acme server' }],
])('an operator has a request signed %s', async (_, input) => {
  expect(await signed(input, operator)).toBe('sent')
})

const vector = (name: string) => readFile(new URL(`../crypto/vectors/x509/${name}`, import.meta.url))
const derOf = (pem: Buffer) => Buffer.from(pem.toString().replaceAll(/-----.*-----|\s/g, ''), 'base64')
const imported = async (bytes: Uint8Array, cookie: string) =>
  outcome(await proxy.callWithFiles('keys.importRequest', {}, { CSR: new File([Uint8Array.from(bytes)], 'r') }, cookie))

describe('a request from elsewhere that asks for CA:TRUE', () => {
  test.each(['PEM', 'DER', 'PEM below a text'])('is imported by an administrator only (%s)', async (form) => {
    const pem = await vector('greedy.csr')
    const bytes = form === 'PEM' ? pem : form === 'DER' ? derOf(pem) : Buffer.concat([Buffer.from('Hello\n'), pem])
    expect(await imported(bytes, operator)).toBe('FORBIDDEN')
    expect(await imported(bytes, unconfirmed)).toBe('CONFIRM_IDENTITY')
    expect(await imported(bytes, administrator)).toBe('sent')
  })

  test('is told from one that does not', async () => {
    expect(await imported(await vector('ec.csr'), operator)).toBe('sent')
  })
})

test.each([
  ['keys.createAuthority', { CNAME: 'Acme Root', ALG: 'EC' }],
  ['keys.applyCredentials', { userName: 'root', password: 'x', resourceName: 'web', isAdmin: 'true' }],
])('%s needs a fresh proof of identity', async (id, input) => {
  expect(outcome(await proxy.call(id, input, unconfirmed))).toBe('CONFIRM_IDENTITY')
  expect(outcome(await proxy.call(id, input, administrator))).toBe('sent')
})

describe('a command that locks people out', () => {
  const commanded = async (action_name: string, to: object) =>
    outcome(await proxy.call('mdm.sendCommands', { action_name, ...to }, await proxy.signIn('writer')))

  test.each(['lock', 'enable_lost_mode', 'clear_passcode', 'reset_passcode'])(
    '%s to many devices or to a group needs a fresh proof of identity, to one it does not',
    async (action) => {
      expect(await commanded(action, { device_ids: ['1', '2'] })).toBe('CONFIRM_IDENTITY')
      expect(await commanded(action, { groups: ['5'] })).toBe('CONFIRM_IDENTITY')
      expect(await commanded(action, { device_ids: ['1'] })).toBe('sent')
    },
  )

  test('a scan of many does not', async () => {
    expect(await commanded('scan', { device_ids: ['1', '2'] })).toBe('sent')
  })
})

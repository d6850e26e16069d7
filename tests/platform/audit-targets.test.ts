import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { type Endpoint, targetNames } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { addSshKey, associateKey, createSshKey } from '#contract/keys/ssh.ts'
import { type ParameterName, isSecretParameter, parameterFields } from '#contract/mdm/actions/parameters.ts'
import { wipeDevices } from '#contract/mdm/commands.ts'
import { structureOf } from '#contract/wire.ts'
import { targetOf } from '#platform/audit-target.ts'

const audited = [...endpoints.values()].filter(
  ({ permission, changes, secret, danger }: Endpoint) =>
    permission !== 'proxy' && (changes?.length || secret || danger),
)

/** Rows that name nothing, and why. */
const withoutTarget: Record<string, string> = {
  'desktop.scanAllComputers': 'all computers',
  'desktop.startAuthenticator': 'the own account',
  'desktop.confirmAuthenticator': 'the own account',
  'desktop.useMailCodes': 'the own account',
  'desktop.dropSecondFactor': 'the own account',
  'desktop.changePassword': 'the own account',
  'console.stopAllJobs': 'all jobs',
  'console.backUp': 'all of the console',
  'keys.unsealVault': 'there is one vault',
  'session.verifyOtp': 'who it is stands beside it',
  'session.signOut': 'this session',
  'session.signOutEverywhere': 'all own sessions',
  'session.setUp': 'the account stands beside it',
  'session.confirmIdentity': 'who it is stands beside it',
}

const inputsOf = ({ input }: Endpoint): string[] =>
  Object.keys(
    input instanceof z.ZodMiniObject ? input.shape : ((structureOf(input) as { shape?: object })?.shape ?? {}),
  )

/** What would open something: names of the contract that hold it. */
const isSecretInput = (name: string) =>
  (/pass|secret|otp|token|credential|^(key|code|pin)$|_pin$|^Key$|^payload$/i.test(name) && !/^keyName$/i.test(name)) ||
  (Object.hasOwn(parameterFields, name) && isSecretParameter(name as ParameterName))

test.each(audited)('$id says what it is done to, by inputs that it has', (endpoint: Endpoint) => {
  const names = targetNames(endpoint)
  expect(inputsOf(endpoint)).toEqual(expect.arrayContaining([...names]))
  expect(names.length > 0).toBe(!Object.hasOwn(withoutTarget, endpoint.id))
})

test('rows that name nothing are rows that there are', () => {
  const ids = audited.map(({ id }) => id as string)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(withoutTarget)))
  expect(ids.length).toBeGreaterThan(80)
})

test('nothing that is secret is ever a target', () => {
  expect(audited.flatMap((endpoint) => targetNames(endpoint).filter(isSecretInput))).toEqual([])
  const all = new Set(audited.flatMap(inputsOf).filter(isSecretInput))
  expect([...all]).toEqual(
    expect.arrayContaining([
      'password',
      'passPhrase',
      'passphrase',
      'PASSWORD',
      'otp',
      'unlock_pin',
      'passcode',
      'key',
      'code',
      'Key',
    ]),
  )
})

describe('in words', () => {
  test('each input by its name', () => {
    const input = { keyName: 'web', resourceName: 'host-1', userName: 'root' }
    expect(targetOf(associateKey, input)).toBe('keyName: web, userName: root, resourceName: host-1')
  })
  test('an input that was not given is left out, and so is everything that is no target', () => {
    expect(targetOf(createSshKey, { keyName: 'web', keyType: 'ed25519', passPhrase: 'canary', comment: 'x' })).toBe(
      'keyName: web',
    )
  })
  test('of many devices, how many there are and the first three', () => {
    expect(targetOf(wipeDevices, { device_ids: ['1', '2', '3', '4', '9007199254740993'] })).toBe(
      'device_ids: 5 (1, 2, 3 …)',
    )
    expect(targetOf(wipeDevices, { device_ids: ['1', '2'], groups: ['7'] })).toBe('device_ids: 2 (1, 2), groups: 7')
    expect(targetOf(wipeDevices, { device_ids: [] })).toBe('')
  })
  test('a number by its digits, colons as they are', () => {
    const input = { common_name: 'www.example.com', serial_number: '01:AB:cd', revoke_reason: 0 }
    expect(targetOf(revokeCertificate, input)).toBe(
      'common_name: www.example.com, serial_number: 01:AB:cd, revoke_reason: 0',
    )
  })
  test('a file by its name, never by its content', () => {
    const File = { name: 'id_ed25519', bytes: Buffer.from('canary') }
    expect(targetOf(addSshKey, { keyName: 'web', passphrase: 'canary', File })).toBe('keyName: web, File: id_ed25519')
  })
  test('a value that pretends to be several stands in quotes', () => {
    expect(targetOf(createSshKey, { keyName: 'a, userName: "root"', keyType: 'ed25519' })).toBe(
      String.raw`keyName: "a, userName: \"root\""`,
    )
    expect(targetOf(createSshKey, { keyName: 'a\r\nb', keyType: 'ed25519' })).toBe(String.raw`keyName: a\u000d\u000ab`)
    expect(targetOf(createSshKey, { keyName: 'x'.repeat(255), keyType: 'ed25519' })).toBe(
      `keyName: ${'x'.repeat(199)}…`,
    )
  })
})

import { expect, test } from 'vitest'
import { keyLengths } from '#crypto/ssh/key-type.ts'
import { newKeyForm, sshKeyLengths, toCreateSshKey } from '#pages/ssh-keys/keys/new-key.ts'
import { nameAfter } from '#pages/ssh-keys/rotation/name-after.ts'

const form = {
  keyName: ' build ',
  keyType: 'ssh-rsa',
  length: '4096',
  comment: '',
  passPhrase: '',
  repeated: '',
} as const

test('the lengths that are offered are those that the service makes', () => {
  const offered = Object.entries(sshKeyLengths).map(([type, lengths]) => [type, new Set(lengths.map(Number))])
  const made = Object.entries(keyLengths).map(([type, lengths]) => [type, new Set(lengths)])
  expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(made))
})

test('what is empty is not sent, and a type without a choice has no length', () => {
  expect(toCreateSshKey(newKeyForm.parse(form))).toEqual({ keyName: 'build', keyType: 'ssh-rsa', length: '4096' })
  const more = { keyType: 'ed25519', comment: 'of the build', passPhrase: 'a b', repeated: 'a b' }
  expect(toCreateSshKey(newKeyForm.parse({ ...form, ...more }))).toEqual({
    keyName: 'build',
    keyType: 'ed25519',
    comment: 'of the build',
    passPhrase: 'a b',
  })
})

test('a comma in the name and two different passphrases are told at their fields', () => {
  const wrong = newKeyForm.safeParse({ ...form, keyName: 'a,b', passPhrase: 'one', repeated: 'two' })
  expect(wrong.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['keyName', 'Do not use commas'],
    ['repeated', 'The passphrases do not match'],
  ])
})

test('the name of the next key counts on, and takes none that is taken', () => {
  expect(nameAfter('deploy', [])).toBe('deploy-2')
  expect(nameAfter('deploy-2', ['deploy'])).toBe('deploy-3')
  expect(nameAfter('deploy', ['deploy-2', 'deploy-3'])).toBe('deploy-4')
  expect(nameAfter('root-2026', [])).toBe('root-2027')
})

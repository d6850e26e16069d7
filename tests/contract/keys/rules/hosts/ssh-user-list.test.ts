import { expect, test } from 'vitest'
import { isLoginOnly, reachText, sshUserRows } from '#contract/keys/rules/hosts/ssh-user-list.ts'

type Told = Omit<Parameters<typeof sshUserRows>[0], 'hostKeys'>
const rowsOf = (told: Told) => sshUserRows({ ...told, hostKeys: undefined }).rows
const at = (ResourceName: string, UserName: string) => ({ ResourceName, UserName })
const opens = (KeyName: string, host: string, user: string) => ({ KeyName, ...at(host, user) })
const found = [at('web', 'root'), at('mail', 'backup'), at('web', 'root')]

test('users are those that were found, and those that a key was put there for', () => {
  const associations = [opens('old', 'web', 'deploy'), opens('new', 'web', 'deploy')]
  expect(rowsOf({ found, withKeys: [at('web', 'deploy')], associations })).toEqual([
    { host: 'web', user: 'root', isFound: true, hasKey: false, keys: [] },
    { host: 'mail', user: 'backup', isFound: true, hasKey: false, keys: [] },
    { host: 'web', user: 'deploy', isFound: false, hasKey: true, keys: ['old', 'new'] },
  ])
})

test('what a server does not tell of keys is not said to be none', () => {
  expect(rowsOf({ found, withKeys: undefined, associations: undefined })).toEqual([
    { host: 'web', user: 'root', isFound: true },
    { host: 'mail', user: 'backup', isFound: true },
  ])
  expect(rowsOf({ found: [], withKeys: [at('web', 'deploy')], associations: undefined })).toEqual([
    { host: 'web', user: 'deploy', isFound: false, hasKey: true },
  ])
})

test('whose credentials a host is reached by is its own, those of an administrator, or nobody’s', () => {
  const hostKeys = [
    { ResourceName: 'web', Credentials: [{ UserName: 'chief', isAdmin: true }] },
    { ResourceName: 'mail', Credentials: [{ UserName: 'backup', isAdmin: false }] },
  ]
  const { rows, rowOf } = sshUserRows({ found, withKeys: undefined, associations: undefined, hostKeys })
  expect(
    rows.map(({ host, user, reach, ...row }) => [host, user, reach?.by, isLoginOnly({ host, user, ...row })]),
  ).toEqual([
    ['web', 'root', 'administrator', false],
    ['mail', 'backup', 'own', false],
    ['web', 'chief', 'own', true],
  ])
  expect([rowOf('mail', 'root'), rowOf('web', 'anybody')].map(({ reach }) => reachText(reach))).toEqual([
    'No credentials',
    'With credentials of chief',
  ])
  expect(reachText(undefined)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { sshUserRows } from '#contract/keys/rules/hosts/ssh-user-list.ts'

const at = (ResourceName: string, UserName: string) => ({ ResourceName, UserName })
const opens = (KeyName: string, host: string, user: string) => ({ KeyName, ...at(host, user) })
const found = [at('web', 'root'), at('mail', 'backup'), at('web', 'root')]

test('users are those that were found, and those that a key was put there for', () => {
  const associations = [opens('old', 'web', 'deploy'), opens('new', 'web', 'deploy')]
  expect(sshUserRows({ found, withKeys: [at('web', 'deploy')], associations })).toEqual([
    { host: 'web', user: 'root', isFound: true, hasKey: false, keys: [] },
    { host: 'mail', user: 'backup', isFound: true, hasKey: false, keys: [] },
    { host: 'web', user: 'deploy', isFound: false, hasKey: true, keys: ['old', 'new'] },
  ])
})

test('what a server does not tell of keys is not said to be none', () => {
  expect(sshUserRows({ found, withKeys: undefined, associations: undefined })).toEqual([
    { host: 'web', user: 'root', isFound: true },
    { host: 'mail', user: 'backup', isFound: true },
  ])
  expect(sshUserRows({ found: [], withKeys: [at('web', 'deploy')], associations: undefined })).toEqual([
    { host: 'web', user: 'deploy', isFound: false, hasKey: true },
  ])
})

import { describe, expect, test } from 'vitest'
import { accountsOf, chosenAmong, fileOf, reachText } from '#pages/ssh-keys/bulk/accounts.ts'
import { withAccounts } from '#pages/ssh-keys/bulk/chosen.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'

const accounts: Account[] = ['a', 'b', 'c'].map((resourceName) => ({ resourceName, userName: 'app' }))

describe('the accounts that can be chosen', () => {
  const hosts = [{ ResourceName: 'h' }, { ResourceName: 'i' }]
  const associations = { rows: [], unread: [] }
  const known = { hosts, users: [{ host: 'h', user: 'app' }], associations, hostKeys: null }

  test('are those found, those with a key or credentials, and those that somebody named', () => {
    const found = accountsOf(
      'deploy',
      {
        ...known,
        associations: {
          rows: [{ KeyName: 'deploy', ResourceName: 'i', UserName: 'web', Path: '/srv/web/keys' }],
          unread: [],
        },
        hostKeys: [{ ResourceName: 'h', Credentials: [{ UserName: 'root', isAdmin: true }] }],
      },
      [{ resourceName: 'i', userName: 'named' }],
    )
    expect(found.map((one) => [one.resourceName, one.userName, one.isOpened, reachText(one.reach)])).toEqual([
      ['h', 'app', false, 'With credentials of root'],
      ['h', 'root', false, 'With its own credentials'],
      ['i', 'named', false, 'No credentials'],
      ['i', 'web', true, 'No credentials'],
    ])
    expect(found.map(fileOf)).toEqual([
      '~app/.ssh/authorized_keys',
      '~root/.ssh/authorized_keys',
      '~named/.ssh/authorized_keys',
      '/srv/web/keys',
    ])
  })

  test('where the server does not tell of credentials, it is not said that there are none', () => {
    expect(accountsOf('deploy', known, []).map(({ reach }) => reachText(reach))).toEqual(['This server does not tell'])
    const unread = accountsOf('deploy', { ...known, hostKeys: undefined }, [])
    expect(unread.map(({ reach }) => reachText(reach))).toEqual(['Unknown'])
  })

  test('an address chooses what is there, and no more', () => {
    const all = accountsOf('deploy', known, [])
    expect(chosenAmong(all, ['["h","app"]', '["h","nobody"]', 'nonsense'])).toEqual(all)
    expect(withAccounts('/x', accounts)).toBe(`/x?${accounts.map(accountText).join('&')}`)
  })
  const accountText = ({ resourceName, userName }: Account) =>
    `account=${new URLSearchParams({ '': JSON.stringify([resourceName, userName]) }).toString().slice(1)}`
})

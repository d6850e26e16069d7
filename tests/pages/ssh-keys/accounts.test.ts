import { describe, expect, test } from 'vitest'
import { accountOf, fileOf } from '#pages/ssh-keys/bulk/accounts.ts'
import { accountsIn, withAccounts } from '#pages/ssh-keys/bulk/chosen.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'

const accounts: Account[] = ['a', 'b', 'c'].map((resourceName) => ({ resourceName, userName: 'app' }))

describe('an account that can be chosen', () => {
  const known = { host: 'h', user: 'app', isFound: true }

  test('says whether the key opens it, by whose credentials it is reached, and which file is written', () => {
    const web = accountOf('deploy')({ ...known, keys: ['ci', 'deploy'], path: '/srv/keys', reach: { by: 'none' } })
    expect(web).toMatchObject({ isOpened: true, reach: 'No credentials', isUnreachable: true })
    expect(fileOf(web)).toBe('/srv/keys')
    const app = accountOf('deploy')({ ...known, keys: [], reach: { by: 'administrator', name: 'root' } })
    expect(app).toMatchObject({ isOpened: false, reach: 'With credentials of root', isUnreachable: false })
    expect(fileOf(app)).toBe('~app/.ssh/authorized_keys')
  })

  test('of which the server tells neither keys nor credentials is not said to have none', () => {
    expect(accountOf('deploy')(known)).toMatchObject({ isOpened: undefined, reach: 'Unknown', isUnreachable: false })
  })

  test('is chosen by the address, once, and what is no account is not', () => {
    const address = new URLSearchParams(
      ['["h","app"]', '["h","app"]', '["h"]', 'nonsense'].map((id) => ['account', id]),
    )
    expect(accountsIn(address)).toEqual([{ resourceName: 'h', userName: 'app' }])
    expect(withAccounts('/x', accounts)).toBe(`/x?${accounts.map(accountText).join('&')}`)
  })
  const accountText = ({ resourceName, userName }: Account) =>
    `account=${new URLSearchParams({ '': JSON.stringify([resourceName, userName]) }).toString().slice(1)}`
})

import { expect, test } from 'vitest'
import { accessRows, keysWithColumns } from '#contract/keys/rules/ssh-access-list.ts'
import { findingsOf, sshKeyRows } from '#contract/keys/rules/ssh-key-list.ts'
import { stepsOf } from '#pages/ssh-keys/rotation/rotation.ts'

const opens = (KeyName: string, ResourceName: string, UserName: string) => ({ KeyName, ResourceName, UserName })
const associations = [
  opens('old', 'web', 'deploy'),
  opens('old', 'mail', 'deploy'),
  opens('new', 'mail', 'deploy'),
  opens('new', 'db', 'root'),
  opens('other', 'web', 'root'),
]
const all = { rows: associations, isListed: true, unread: [] }
const unread = [{ resourceName: 'web', userName: 'www', reason: 'web cannot be reached' }]

test('a key says what it opens, and that nobody knows while nobody does', () => {
  const [old] = sshKeyRows([{ KeyName: 'old' }], all)
  expect(old?.places).toHaveLength(2)
  expect(sshKeyRows([{ KeyName: 'unused' }], all)[0]?.places).toEqual([])
  expect(sshKeyRows([{ KeyName: 'unused' }], { ...all, unread })[0]?.places).toBeUndefined()
  expect(sshKeyRows([{ KeyName: 'old' }], undefined)[0]?.places).toBeUndefined()
})

test('weak keys are flagged, a length that is no number is not guessed', () => {
  expect(findingsOf({ KeyType: 'ssh-rsa', KeyLength: '1024' })).toMatchObject([{ level: 'error' }])
  expect(findingsOf({ KeyType: 'ssh-dss', KeyLength: '1024' })).toMatchObject([{ level: 'warning' }])
  expect(findingsOf({ KeyType: 'ssh-rsa', KeyLength: 'long' })).toEqual([])
  expect(findingsOf({})).toEqual([])
})

test('a rotation knows from the associations how far each account is', () => {
  expect(stepsOf(associations, 'old', 'new')).toEqual([
    { resourceName: 'web', userName: 'deploy', stage: 'old' },
    { resourceName: 'mail', userName: 'deploy', stage: 'both' },
    { resourceName: 'db', userName: 'root', stage: 'new' },
  ])
})

test('the matrix has a row for each account and a column for each key that opens one', () => {
  const rows = accessRows(associations)
  expect(keysWithColumns(rows)).toEqual({ names: ['new', 'old', 'other'], left: 0 })
  expect(rows.map(({ host, user, keys }) => [`${user}@${host}`, keys.map(({ name }) => name)])).toEqual([
    ['deploy@web', ['old']],
    ['deploy@mail', ['old', 'new']],
    ['root@db', ['new']],
    ['root@web', ['other']],
  ])
})

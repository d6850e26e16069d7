import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountsIn, enumerateUsers } from '#services/keys/ssh/host-accounts.ts'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { type RunningHost, startRunningHost } from './running-host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startRunningHost()
})
afterEach(() => host.stop())

test('the users of a host are those that somebody can log in as', async () => {
  using session = await host.login('deploy')
  expect(await enumerateUsers(session)).toEqual([
    { name: 'root', uid: 0, gid: 0, home: '/root', shell: '/bin/bash' },
    { name: 'deploy', uid: 1000, gid: 1000, home: '/home/deploy', shell: '/bin/bash' },
    { name: 'backup', uid: 1001, gid: 1001, home: '/home/backup', shell: '/bin/sh' },
  ])
})

test('where no command is allowed, the users come from the file', async () => {
  using session = await host.login('deploy')
  session.run = async () => ({ code: 127, output: '' })
  expect((await enumerateUsers(session)).map(({ name }) => name)).toEqual(['root', 'deploy', 'backup'])
})

test('lines of a strange or hostile file are left out', async () => {
  const odd = [
    '# a comment',
    '+@staff::::::',
    '+::::::',
    'no-shell-field:x:1:1',
    'ev\u0007il:x:1:1::/home/evil:/bin/sh',
    'a/b:x:1:1::/home/b:/bin/sh',
    ':x:1:1::/home/c:/bin/sh',
    'd:x:-1:1::/home/d:/bin/sh',
    'e:x:0x10:1::/home/e:/bin/sh',
    'CORP\\José Ω:x:70001:70001::/home/jose:/bin/bash',
    'sh-by-default:x:5:5::/home/f:',
    'off:x:6:6::/home/g:/usr/bin/false',
  ]
  await host.write('/etc/passwd', `${odd.join('\n')}\n`)
  using session = await host.login('deploy')
  expect((await enumerateUsers(session)).map(({ name }) => name)).toEqual(['CORP\\José Ω', 'sh-by-default'])
})

test('any text is a list of accounts, perhaps an empty one', async () => {
  const line = fc.array(fc.oneof(fc.string(), fc.nat().map(String)), { maxLength: 9 }).map((parts) => parts.join(':'))
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      for (const { name, uid } of await accountsIn(lines.join('\n'))) {
        expect(name).not.toMatch(/[\p{Cc}/:]/u)
        expect(uid).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test.for([
  [
    'a hundred thousand accounts',
    Array.from({ length: 100_000 }, (_, at) => `u${at}:x:${at}:${at}::/home/u:/bin/sh\n`).join(''),
  ],
  ['4 MiB of line ends', '\n'.repeat(4 * 1024 * 1024)],
  ['4 MiB of fields', ':'.repeat(4 * 1024 * 1024)],
] as const)('%s hold nobody up', async ([what, text]) => {
  const stall = await longestStall(async () => {
    expect(await accountsIn(text)).toHaveLength(what.startsWith('a') ? 100_000 : 0)
  })
  expect(stall).toBeLessThan(200)
})

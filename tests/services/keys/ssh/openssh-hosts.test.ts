// Key management at the server of OpenSSH: who the host is, how to log in, and whether a key opens an account.
import { spawnSync } from 'node:child_process'
import { appendFile, chmod, chown, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from '../key-world.ts'
import { servedSsh } from '../served-ssh.ts'
import { carol, dave, erin, frank, hasSudo, noSshd, startSshd } from './start-sshd.ts'

const admins = createSshKey({ keyType: 'ed25519', comment: 'admins' })
const franks = createSshKey({ keyType: 'ed25519', comment: 'frank' })
const reason = noSshd()
const ResourceName = 'web-1'

const settings = [
  'PermitRootLogin prohibit-password',
  'Match User erin',
  '  AuthorizedKeysFile /srv/keys/%u',
  'Match User frank',
  '  AuthorizedKeysCommand /srv/keys_command',
  '  AuthorizedKeysCommandUser nobody',
]

describe.skipIf(reason)(`key management at a real sshd${reason ? ` (left out: ${reason})` : ''}`, () => {
  let world: KeyWorld
  let sshd: Awaited<ReturnType<typeof startSshd>>
  let keys: ReturnType<typeof servedSsh>
  beforeAll(async () => {
    const keyTypes = ['ed25519', 'ecdsa', 'ssh-rsa'] as const
    const commandSays = franks.publicLine
    ;[world, sshd] = await Promise.all([
      startKeyWorld(),
      startSshd(admins.publicLine, { settings, keyTypes, commandSays }),
    ])
    keys = servedSsh(world)
    await keys.call('addSshResource', { ResourceName, IPADDRESS: sshd.host.address, Port: sshd.host.port })
    for (const keyName of ['build', 'erin', 'rotated']) {
      await keys.call('createSshKey', {
        keyName,
        keyType: keyName === 'rotated' ? 'ecdsa' : 'ed25519',
        length: keyName === 'rotated' ? '256' : '',
      })
    }
    await keys.call('addSshKey', { keyName: 'frank', File: { name: 'frank', bytes: Buffer.from(franks.file) } })
    await keys.call('addSshKey', { keyName: 'admins', File: { name: 'admins', bytes: Buffer.from(admins.file) } })
  })
  afterAll(() => Promise.all([world.stop(), sshd.stop()]))

  const set = (UserName: string, more: object) =>
    keys.call('setHostCredentials', { ResourceName, UserName, Sudo: 'none', isAdmin: false, ...more })
  const associate = async (keyName: string, userName: string) =>
    (await keys.call('associateKey', { keyName, userName, resourceName: ResourceName })).result as { message: string }
  const dissociate = async (keyName: string, userName: string) =>
    (await keys.call('dissociateKey', { keyName, userName, resourceName: ResourceName })).result as { message: string }
  const tested = async (keyName: string, userName: string) =>
    (await keys.call('testSshKey', { keyName, userName, resourceName: ResourceName })).details as {
      Outcome: string
      OutcomeText: string
    }
  const lineOf = async (keyName: string) =>
    (await keys.download('exportSshKey', { keyName, keyExportType: 'public' })).bytes.toString().trim()

  test('its three keys are compared with ssh-keyscan, and one of them that is known is enough', async () => {
    const { address, port } = sshd.host
    const Known = spawnSync('ssh-keyscan', ['-p', `${port}`, '-t', 'rsa,ecdsa,ed25519', address]).stdout.toString()
    const { details } = await keys.call('scanHostKeys', { ResourceName, Known })
    const { HostKeys } = details as { HostKeys: { Type: string; Fingerprint: string; Comparison: string }[] }
    expect(HostKeys.map(({ Type, Comparison }) => [Type, Comparison])).toEqual([
      ['ssh-ed25519', 'same'],
      ['ecdsa-sha2-nistp256', 'same'],
      ['ssh-rsa', 'same'],
    ])
    const rsa = HostKeys.filter(({ Type }) => Type === 'ssh-rsa').map(({ Type, Fingerprint }) => ({
      Type,
      Fingerprint,
    }))
    await keys.call('trustHostKeys', { ResourceName, HostKeys: rsa, Known })
    // The host would rather show its newer keys; asked for the one that is known, it shows that.
    await set('root', { Method: 'key', KeyName: 'admins', isAdmin: true })
    expect((await keys.call('listHostKeys')).details).toMatchObject([
      { HostKeys: [{ Type: 'ssh-rsa', TrustedHow: 'compared' }] },
    ])

    const others = HostKeys.filter(({ Type }) => Type !== 'ssh-rsa').map(({ Type, Fingerprint }) => ({
      Type,
      Fingerprint,
    }))
    await keys.call('trustHostKeys', { ResourceName, HostKeys: others, Known })
    const wrong = { Type: 'ecdsa-sha2-nistp384', Fingerprint: HostKeys[0]?.Fingerprint }
    await keys.call('replaceHostKeys', { ResourceName, HostKeys: [wrong] })
    expect(await refusalOf(associate('build', 'alice'))).toMatch(
      /^resourceName: The host key ecdsa-sha2-nistp384 of web-1 is missing: known is SHA256:\S+, but the host has no such key\. Nothing is sent/,
    )
    await keys.call('replaceHostKeys', { ResourceName, HostKeys: [...rsa, ...others], Known })
    // From here on an administrator does it by sudo, where there is one.
    if (hasSudo) await keys.call('removeHostCredentials', { ResourceName, UserName: 'root' })
  })

  test.skipIf(!hasSudo)(
    'root is let in by key alone, and administrators by sudo, with a password or without',
    async () => {
      const password = await refusalOf(set('root', { Method: 'password', Password: 'guessed', isAdmin: true }))
      expect(password).toMatch(
        /^Password: web-1 did not accept these credentials; most hosts accept no password of root/,
      )
      const byKey = { Method: 'key', KeyName: 'admins', isAdmin: true }
      expect(await refusalOf(set(dave.name, { ...byKey, Sudo: 'no-password' }))).toBe(
        'Sudo: sudo on web-1 asks for a password for dave',
      )
      expect(await refusalOf(set(dave.name, { ...byKey, Sudo: 'password', SudoPassword: 'guessed' }))).toBe(
        'SudoPassword: sudo on web-1 did not accept the password of dave',
      )
      expect(await refusalOf(set(carol.name, byKey))).toMatch(/^isAdmin: carol is no administrator/)
      await set(dave.name, { ...byKey, Sudo: 'password', SudoPassword: dave.password })
      expect(await associate('build', 'alice')).toMatchObject({ message: 'Key associated successfully' })
      expect(await dissociate('build', 'alice')).toMatchObject({ message: 'Key dissociated successfully' })
      await keys.call('removeHostCredentials', { ResourceName, UserName: dave.name })
      await set(carol.name, { ...byKey, Sudo: 'no-password' })
    },
  )

  test('a key goes to the file that sshd reads, and opens the account', async () => {
    expect(await associate('erin', erin.name)).toMatchObject({ message: 'Key associated successfully' })
    expect((await keys.call('listAssociations')).details).toMatchObject([
      {
        UserName: 'erin',
        Path: '/srv/keys/erin',
        Outcome: 'opens',
        OutcomeText: 'web-1 accepted a sign-in with this key',
      },
    ])
    const { details } = await keys.call('listSshKeysOfUser', { userName: erin.name, resourceName: ResourceName })
    expect(details).toBe('erin')
    expect(await dissociate('erin', erin.name)).toMatchObject({ message: 'Key dissociated successfully' })
    expect(await tested('erin', erin.name)).toMatchObject({
      Outcome: 'refused',
      OutcomeText: 'web-1 refused a sign-in with this key: /srv/keys/erin has no line with this key',
    })
  })

  test('a key that a program of the host provides still opens the account after it was dissociated', async () => {
    await associate('frank', frank.name)
    expect((await dissociate('frank', frank.name)).message).toMatch(
      /^Key dissociated successfully, but the host still accepts a sign-in with it: it may come from AuthorizedKeysCommand/,
    )
  })

  test('a home that others can write, forced commands and an expired line are named, and modes stay', async () => {
    const file = join(sshd.home, '.ssh/authorized_keys')
    await associate('build', 'alice')
    await chmod(sshd.home, 0o757) // Debian's sshd allows the group, where nobody else is in it
    expect(await tested('build', 'alice')).toEqual({
      Outcome: 'refused',
      OutcomeText: `web-1 refused a sign-in with this key: ${sshd.home} can be written by others than its owner (mode 757) (StrictModes)`,
      TestedTime: expect.any(String) as string,
    })
    await chmod(sshd.home, 0o750)
    await appendFile(file, `command="/bin/date",restrict ${await lineOf('rotated')}\n`)
    await chmod(file, 0o640)
    expect((await associate('rotated', 'alice')).message).toBe('Key associated successfully')
    expect(await tested('rotated', 'alice')).toMatchObject({
      Outcome: 'opens',
      OutcomeText:
        'web-1 accepted a sign-in with this key; it runs only “/bin/date” (command=); it has no terminal and forwards nothing (restrict)',
    })
    await dissociate('build', 'alice')
    expect([(await stat(file)).mode & 0o777, (await stat(file)).uid]).toEqual([0o640, 12_345])
    await dissociate('rotated', 'alice')
    await appendFile(file, `expiry-time="20200101" ${await lineOf('rotated')}\n`)
    expect((await associate('rotated', 'alice')).message).toMatch(
      /^Key associated successfully\. web-1 refused a sign-in with this key: the line expired at 2020-01-01 00:00 UTC/,
    )
  })

  test('a file of 10 MiB keeps every line', async () => {
    const file = join(sshd.home, '.ssh/authorized_keys')
    const long = `# ${'x'.repeat(98)}\n`
    const { size } = await stat(file)
    await appendFile(file, long.repeat(Math.floor((10 * 1024 * 1024 - size - 300) / long.length)))
    await chown(file, 12_345, 12_345)
    const before = await readFile(file)
    expect(await associate('build', 'alice')).toMatchObject({ message: 'Key associated successfully' })
    expect(await readFile(file)).toEqual(Buffer.concat([before, Buffer.from(`${await lineOf('build')}\n`)]))
  })
})

import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { servedSsh } from './served-ssh.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { trustHost } from './trust-host.ts'

const path = '/home/deploy/.ssh/authorized_keys'
const resourceName = 'build-server'
const onDeploy = { keyName: 'build', resourceName, userName: 'deploy' }

let host: RunningHost
let world: KeyWorld
let keys: ReturnType<typeof servedSsh>
beforeEach(async () => {
  ;[host, world] = await Promise.all([startRunningHost(), startKeyWorld()])
  keys = servedSsh(world)
  await keys.call('createSshKey', { keyName: 'build', keyType: 'ed25519', comment: 'of the build' })
  await add(resourceName, host)
  await trustHost(world, resourceName)
})
afterEach(() => Promise.all([host.stop(), world.stop()]))

const add = (ResourceName: string, { host: { address, port } }: RunningHost) =>
  keys.call('addSshResource', { ResourceName, IPADDRESS: address, Port: port, Description: 'of the lab', Path: '/srv' })
const apply = (userName: string, isAdmin: boolean, more: object = {}) =>
  keys.call('applyCredentials', { userName, password, resourceName, isAdmin: String(isAdmin), ...more })
const fileOfDeploy = async () => (await host.read(path)).toString()
const publicLine = async () => {
  const { bytes } = await keys.download('exportSshKey', { keyName: 'build', keyExportType: 'public' })
  return bytes.toString().trim()
}
const lastAudit = async () => (await world.audit()).at(-1)?.description
const rowsOf = async (name: 'listSshUsers' | 'listAssociatedUsers' | 'listAssociations' | 'listSshResources') =>
  (await keys.call(name)).details

test('a host is added, and shown in the words of the reference', async () => {
  expect(await keys.call('listSshResources')).toMatchObject({
    name: 'getAllSSHResourceDetails',
    totalRows: 1,
    details: [
      {
        ResourceName: resourceName,
        ResourceId: expect.any(Number) as number,
        IPADDRESS: '127.0.0.1',
        Port: host.host.port,
        Description: 'of the lab',
        Path: '/srv',
        LandingServerName: '',
        CreationTime: expect.stringMatching(/Z$/) as string,
      },
    ],
  })
  expect(await refusalOf(add(resourceName, host))).toBe('ResourceName: An SSH resource “build-server” already exists')
})

test.for([
  ['localhost', 'This is not an IP address'],
  ['127.1', 'This is not an IP address'],
  ['fe80::1%eth0', 'This is not an IP address'],
  ['169.254.169.254', '169.254.169.254 is a metadata service, which no host for keys has'],
  ['0.0.0.0', '0.0.0.0 is an unspecified address, which no host for keys has'],
  ['224.0.0.1', '224.0.0.1 is a multicast address, which no host for keys has'],
] as const)('a host at %s is refused', async ([IPADDRESS, message]) => {
  const adding = keys.call('addSshResource', { ResourceName: 'x', IPADDRESS, Port: 22 })
  expect(await refusalOf(adding)).toBe(`IPADDRESS: ${message}`)
})

test('credentials are tried on the host before they are kept', async () => {
  expect(await refusalOf(apply('deploy', false, { password: 'wrong' }))).toBe(
    'password: build-server did not accept these credentials',
  )
  expect(await refusalOf(apply('nobody', false))).toMatch(/^password: /)
  expect(await refusalOf(apply('deploy', true))).toMatch(/^isAdmin: deploy is no administrator of “build-server”/)
  expect(await refusalOf(apply('deploy', false, { isAdmin: 'yes' }))).toMatch(/^isAdmin: /)
  expect(await refusalOf(apply('deploy', false, { resourceName: 'other' }))).toMatch(/^resourceName: There is no SSH/)
  const { db } = world.parts
  expect(await db.selectFrom('key_ssh_credential').selectAll().execute()).toEqual([])

  expect(await apply('deploy', false)).toEqual({
    name: 'ApplyCredentials',
    result: { status: 'Success', message: 'Credentials applied successfully' },
  })
  expect(await apply('root', true)).toMatchObject({ result: { status: 'Success' } })
  expect(await lastAudit()).toBe('Credentials of root on “build-server” applied as administrator')
})

test('the keys of a host are told, and whose credentials are kept for it', async () => {
  const unknown = { ResourceName: resourceName, HostKeys: [] }
  await apply('root', true)
  await apply('deploy', false)
  const byPassword = { Method: 'password', Sudo: 'none', AppliedTime: expect.stringMatching(/Z$/) as string }
  const credentials = [
    { UserName: 'deploy', isAdmin: false, ...byPassword },
    { UserName: 'root', isAdmin: true, ...byPassword },
  ]
  const { details, ...answer } = await keys.call('listHostKeys')
  const print = expect.stringMatching(/^SHA256:/) as string
  expect(details).toMatchObject([
    {
      ResourceName: resourceName,
      HostKey: print,
      HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: print, TrustedHow: 'confirmed', TrustedBy: 'admin' }],
      Credentials: credentials,
    },
  ])
  expect(JSON.stringify([details, answer])).not.toContain(password)
  await keys.call('forgetHostKey', { ResourceName: resourceName })
  expect((await keys.call('listHostKeys')).details).toEqual([{ ...unknown, Credentials: credentials }])
})

test('a key that is associated opens the account, and no longer once it is dissociated', async () => {
  await apply('deploy', false)
  const { bytes: privateKey } = await keys.download('exportSshKey', { keyName: 'build' })
  const logIn = () => host.loginWithKey('deploy', privateKey.toString())
  await expect(logIn()).rejects.toThrow('did not accept these credentials')

  expect(await keys.call('associateKey', onDeploy)).toEqual({
    name: 'associateKey',
    result: { status: 'Success', message: 'Key associated successfully' },
  })
  expect(await lastAudit()).toBe(`SSH key “build” associated with deploy on “build-server”, in ${path}`)
  using session = await logIn()
  expect((await session.run('id -un')).output).toBe('deploy\n')
  const account = { UserName: 'deploy', ResourceName: resourceName }
  expect(await rowsOf('listAssociatedUsers')).toEqual([account])
  expect(await rowsOf('listAssociations')).toMatchObject([{ ...account, KeyName: 'build', Path: path }])

  expect(await keys.call('dissociateKey', onDeploy)).toEqual({
    name: 'dissociateKey',
    result: { status: 'Success', message: 'Key dissociated successfully' },
  })
  await expect(logIn()).rejects.toThrow('did not accept these credentials')
  expect(await rowsOf('listAssociations')).toEqual([])
})

test('every other byte of the file stays, whatever it is', async () => {
  const lived = Buffer.from('\uFEFF# by hand\r\n\xff\xfe no text\n\n  no-pty ssh-rsa AAAA odd\nlast', 'latin1')
  await host.write(path, lived)
  await apply('root', true)
  await keys.call('associateKey', onDeploy)
  expect(await host.read(path)).toEqual(Buffer.concat([lived, Buffer.from(`\r\n${await publicLine()}\r\n`)]))
  await keys.call('dissociateKey', onDeploy)
  expect(await host.read(path)).toEqual(Buffer.concat([lived, Buffer.from('\r\n')]))
})

test('doing it twice changes nothing', async () => {
  await apply('deploy', false)
  await keys.call('associateKey', onDeploy)
  const before = await fileOfDeploy()
  await keys.call('associateKey', onDeploy)
  expect(await fileOfDeploy()).toBe(before)
  expect(await rowsOf('listAssociations')).toHaveLength(1)
  await keys.call('dissociateKey', onDeploy)
  await keys.call('dissociateKey', onDeploy)
  expect(await fileOfDeploy()).toBe('')
})

test('many keys at once, by a user and by root, all arrive', async () => {
  await apply('deploy', false)
  await apply('root', true)
  const names = Array.from({ length: 15 }, (_, index) => `key ${index}`)
  await Promise.all(names.map((keyName) => keys.call('createSshKey', { keyName, keyType: 'ed25519' })))
  await Promise.all(names.map((keyName) => keys.call('associateKey', { ...onDeploy, keyName })))
  expect((await fileOfDeploy()).trim().split('\n')).toHaveLength(15)
  const { details } = await keys.call('listSshKeysOfUser', { userName: 'deploy', resourceName })
  expect((details as string).split(',').sort()).toEqual(names.toSorted())
})

test('a user’s credentials serve for that user alone, an administrator’s for all', async () => {
  await apply('backup', false)
  expect(await refusalOf(keys.call('associateKey', onDeploy))).toMatch(
    /^userName: No credentials of deploy or of an administrator are stored for “build-server”/,
  )
  await apply('root', false) // may be root, but was not given for others
  expect(await refusalOf(keys.call('associateKey', onDeploy))).toMatch(/^userName: No credentials/)
  await apply('root', true)
  await keys.call('associateKey', onDeploy)
  expect(await rowsOf('listAssociatedUsers')).toHaveLength(1)
  expect(await refusalOf(keys.call('associateKey', { ...onDeploy, userName: 'mallory' }))).toBe(
    'userName: There is no user mallory on build-server',
  )
})

test('the keys of a user are read from the host, and named where they are kept here', async () => {
  await apply('root', true)
  const asked = { userName: 'deploy', resourceName }
  expect(await keys.call('listSshKeysOfUser', asked)).toMatchObject({ name: 'getSSHkeysforuser', details: '' })
  await keys.call('createSshKey', { keyName: 'authority', keyType: 'ed25519' })
  const authority = await keys.download('exportSshKey', { keyName: 'authority', keyExportType: 'public' })
  const foreign = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJQyWfDGBuVxfPGLPCx1Y2s4Ls6bO8nd9JlHbu1zOTZ7 foreign'
  await host.write(path, `${foreign}\ncert-authority ${authority.bytes.toString()}no-pty ${await publicLine()}\n`)
  expect((await keys.call('listSshKeysOfUser', asked)).details).toBe('build') // although we did not put it there
})

test('what is asked of things that do not exist names the field', async () => {
  await apply('root', true)
  const refusal = (change: object) => refusalOf(keys.call('associateKey', { ...onDeploy, ...change }))
  expect(await refusal({ keyName: 'Build' })).toBe('keyName: There is no SSH key “Build”')
  expect(await refusal({ resourceName: 'x' })).toBe('resourceName: There is no SSH resource “x”')
  expect(await refusal({ userName: 'a\nb' })).toMatch(/^userName: /)
  expect(await refusal({ userName: undefined })).toBe('userName: is missing')
  expect(await rowsOf('listAssociations')).toEqual([])
})

test('a host that cannot be reached is said to be so, and nothing is recorded', async () => {
  await apply('root', true)
  await host.stop()
  const unreachable = 'resourceName: build-server cannot be reached (ECONNREFUSED)'
  expect(await refusalOf(keys.call('associateKey', onDeploy))).toBe(unreachable)
  expect(await refusalOf(keys.call('listSshKeysOfUser', { userName: 'deploy', resourceName }))).toBe(unreachable)
  expect(await refusalOf(apply('root', true))).toBe(unreachable)
  expect(await rowsOf('listAssociations')).toEqual([])
  host = await startRunningHost() // for the end of the test
})

test('a password that was changed on the host is asked for anew', async () => {
  await apply('root', true)
  const other = await startRunningHost('another password')
  onTestFinished(() => other.stop())
  await world.parts.db.updateTable('key_ssh_resource').set({ port: other.host.port }).execute()
  await world.parts.db.deleteFrom('key_ssh_host_key').execute()
  await trustHost(world, resourceName)
  expect(await refusalOf(keys.call('associateKey', onDeploy))).toBe(
    'userName: build-server no longer accepts the credentials of root; enter them again',
  )
})

test('the users of a host are found while the caller goes on', async () => {
  await apply('deploy', false)
  const enumerate = () => keys.call('enumerateUsers', { userName: 'deploy', resourceName })
  expect(await enumerate()).toEqual({
    name: 'enumerateusers',
    result: { status: 'Success', message: 'User enumeration started' },
  })
  await expect.poll(() => rowsOf('listSshUsers')).toHaveLength(3)
  expect(await rowsOf('listSshUsers')).toEqual(
    ['backup', 'deploy', 'root'].map((UserName) => ({ UserName, ResourceName: resourceName })),
  )
  expect(await lastAudit()).toBe('3 users of “build-server” found')

  // Again: those who are gone are no longer listed.
  await host.write('/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\n')
  await expect.poll(async () => (await enumerate(), rowsOf('listSshUsers'))).toHaveLength(1)
})

test('one look for users of a host runs at a time, and one that fails is noted', async () => {
  await apply('deploy', false)
  const enumerate = () => keys.call('enumerateUsers', { userName: 'deploy', resourceName })
  expect(await refusalOf(keys.call('enumerateUsers', { userName: 'x', resourceName: 'other' }))).toMatch(/^resource/)
  await host.stop()
  const answers = await Promise.all([enumerate(), enumerate()])
  expect(answers.map(({ result }) => (result as { message: string }).message).sort()).toEqual([
    'User enumeration is already running',
    'User enumeration started',
  ])
  await expect
    .poll(lastAudit)
    .toBe('Enumeration of the users of “build-server” failed: build-server cannot be reached (ECONNREFUSED)')
  host = await startRunningHost() // for the end of the test
})

test('a key that opens accounts is deleted only when the caller says that it may stay there', async () => {
  await apply('root', true)
  await keys.call('associateKey', onDeploy)
  await keys.call('associateKey', { ...onDeploy, userName: 'root' })
  const deletion = (input: object = {}) => keys.call('deleteSshKey', { key_name: 'build', ...input })
  expect(await refusalOf(deletion())).toBe(
    'key_name: SSH key “build” grants access to deploy on build-server, root on build-server: ' +
      'dissociate it there first, or send withoutDisassociation true to leave it there',
  )
  expect(await refusalOf(deletion({ withoutDisassociation: 'false' }))).toMatch(/^key_name: /)
  const before = await fileOfDeploy()
  const { result } = await deletion({ withoutDisassociation: 'true' })
  expect(result).toEqual({
    status: 'Success',
    message: 'SSH key deleted successfully; it still grants access to deploy on build-server, root on build-server',
  })
  expect(await fileOfDeploy()).toBe(before)
  expect(await rowsOf('listAssociatedUsers')).toEqual([])
  expect(await world.parts.db.selectFrom('key_ssh_association').selectAll().execute()).toEqual([])
})

test('a host with keys on it is not forgotten; one without leaves nothing behind', async () => {
  await apply('root', true)
  await keys.call('associateKey', onDeploy)
  const removal = () => keys.call('removeSshResource', { ResourceName: resourceName })
  expect(await refusalOf(removal())).toBe(
    'ResourceName: Keys are associated on “build-server”; dissociate first: “build” (deploy)',
  )
  await keys.call('dissociateKey', onDeploy)
  await removal()
  expect(await rowsOf('listSshResources')).toEqual([])
  for (const table of ['key_ssh_credential', 'key_ssh_user', 'key_ssh_association', 'key_ssh_host_key'] as const) {
    expect(await world.parts.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await refusalOf(removal())).toBe('ResourceName: There is no SSH resource “build-server”')
})

// Who a host is, how to log in to it, and whether a key opens an account.
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { servedSsh } from './served-ssh.ts'
import { trustHost } from './trust-host.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'

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
})
afterEach(() => Promise.all([host.stop(), world.stop()]))

const add = (ResourceName: string, { host: { address, port } }: RunningHost) =>
  keys.call('addSshResource', { ResourceName, IPADDRESS: address, Port: port })
const apply = (userName: string, isAdmin: boolean, more: object = {}) =>
  keys.call('applyCredentials', { userName, password, resourceName, isAdmin: String(isAdmin), ...more })
const publicLine = async () => {
  const { bytes } = await keys.download('exportSshKey', { keyName: 'build', keyExportType: 'public' })
  return bytes.toString().trim()
}
const lastAudit = async () => (await world.audit()).at(-1)?.description
const rowsOf = async (name: 'listAssociations') => (await keys.call(name)).details

test('a host that shows another key is told nothing until somebody accepts it, even when the first key is back', async () => {
  await trustHost(world, resourceName)
  await apply('root', true)
  const { db } = world.parts
  const known = (await db.selectFrom('key_ssh_host_key').select('fingerprint').executeTakeFirstOrThrow()).fingerprint
  const other = await startRunningHost()
  onTestFinished(() => other.stop())
  const at = (port: number) => db.updateTable('key_ssh_resource').set({ port }).execute()
  await at(other.host.port)
  using session = await other.login('root')
  const refusals = [await refusalOf(keys.call('associateKey', onDeploy)), await refusalOf(apply('root', true))]
  await at(host.host.port)
  for (const refusal of [...refusals, await refusalOf(keys.call('associateKey', onDeploy))]) {
    expect(refusal).toBe(
      `resourceName: The host key ssh-ed25519 of build-server has changed: known is ${known}, but the host showed ` +
        `${session.hostKey}. Nothing is sent to it until the new key is accepted, or its former key is shown again`,
    )
  }
  const [{ Change = {} }] = (await keys.call('listHostKeys')).details as [{ Change?: object }]
  expect(Change).toMatchObject({ Type: 'ssh-ed25519', Known: known, Seen: session.hostKey })

  // The former key again, looked at on purpose.
  await keys.call('scanHostKeys', { ResourceName: resourceName })
  await keys.call('associateKey', onDeploy)

  await at(other.host.port)
  const scanned = await keys.call('scanHostKeys', { ResourceName: resourceName, Known: session.hostKey })
  expect(scanned.details).toMatchObject({
    HostKeys: [{ Type: 'ssh-ed25519', Fingerprint: session.hostKey, Known: known, Comparison: 'same' }],
  })
  const HostKeys = [{ Type: 'ssh-ed25519', Fingerprint: session.hostKey }]
  expect(await refusalOf(keys.call('trustHostKeys', { ResourceName: resourceName, HostKeys }))).toMatch(
    /^HostKeys: Another ssh-ed25519 key of “build-server” is known already/,
  )
  await keys.call('replaceHostKeys', { ResourceName: resourceName, HostKeys, Known: session.hostKey })
  expect(await lastAudit()).toBe(
    `Host keys of “build-server” compared: ssh-ed25519 ${known} replaced by ssh-ed25519 ${session.hostKey}`,
  )
  await keys.call('associateKey', onDeploy)
})

test('a fingerprint from before the types is given its type, or is an alarm', async () => {
  const { db } = world.parts
  using session = await host.login('root')
  const { id } = await db.selectFrom('key_ssh_resource').select('id').executeTakeFirstOrThrow()
  const former = { resource_id: id, type: '', how: 'first-use' as const, trusted_by: '', trusted_at: 0 }
  await db
    .insertInto('key_ssh_host_key')
    .values({ ...former, fingerprint: session.hostKey })
    .execute()
  await apply('root', true)
  expect(await db.selectFrom('key_ssh_host_key').select(['type', 'fingerprint']).execute()).toEqual([
    { type: 'ssh-ed25519', fingerprint: session.hostKey },
  ])
  await db.updateTable('key_ssh_host_key').set({ type: '', fingerprint: 'SHA256:other' }).execute()
  expect(await refusalOf(apply('root', true))).toMatch(/^resourceName: The host key of build-server has changed/)
})

test('host keys are compared with a file before a password goes out, and another file is refused', async () => {
  using session = await host.login('root')
  const scan = async (Known: string) =>
    (await keys.call('scanHostKeys', { ResourceName: resourceName, Known })).details as Record<string, unknown>
  const elsewhere = 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  expect(await scan('')).toMatchObject({ HostKeys: [{ Comparison: 'not-given' }] })
  expect(await scan(`256 ${elsewhere} root@x (ED25519)\nsome words`)).toMatchObject({
    HostKeys: [{ Comparison: 'different' }],
    Unmatched: [elsewhere],
    UnreadableLines: 1,
  })
  const Known = `256 ${session.hostKey} root@x (ED25519)`
  const HostKeys = [{ Type: 'ssh-ed25519', Fingerprint: session.hostKey }]
  const other = await refusalOf(
    keys.call('trustHostKeys', { ResourceName: resourceName, HostKeys, Known: `256 ${elsewhere} x (ED25519)` }),
  )
  expect(other).toBe('Known: It has another ssh-ed25519 key for “build-server”')
  await keys.call('trustHostKeys', { ResourceName: resourceName, HostKeys, Known })
  expect(await lastAudit()).toBe(`Host keys of “build-server” compared: ssh-ed25519 ${session.hostKey}`)
  await apply('root', true)
  expect((await keys.call('listHostKeys')).details).toMatchObject([
    { HostKeys: [{ TrustedHow: 'compared', TrustedBy: 'admin' }] },
  ])
})

test('no secret goes to a host that nobody has compared, by whatever operation', async () => {
  const { db } = world.parts
  // Where nobody listens: a connection that was tried would be refused as such.
  const at = (port: number) => db.updateTable('key_ssh_resource').set({ port }).execute()
  await at(1)
  const refusal = expect.stringMatching(
    /^resourceName: The host keys of “build-server” have not been verified\./,
  ) as unknown
  expect(await refusalOf(apply('root', true))).toEqual(refusal)
  const login = { ResourceName: resourceName, UserName: 'root', Sudo: 'none', isAdmin: true }
  expect(
    await refusalOf(keys.call('setHostCredentials', { ...login, Method: 'password', Password: password })),
  ).toEqual(refusal)
  expect(await refusalOf(keys.call('setHostCredentials', { ...login, Method: 'key', KeyName: 'build' }))).toEqual(
    refusal,
  )

  // Credentials that are stored do not go out any more either once the keys were removed.
  await at(host.host.port)
  await trustHost(world, resourceName)
  await apply('root', true)
  await at(1)
  await keys.call('forgetHostKey', { ResourceName: resourceName })
  expect(await refusalOf(keys.call('associateKey', onDeploy))).toEqual(refusal)
  expect(await refusalOf(keys.call('dissociateKey', onDeploy))).toEqual(refusal)
  expect(await refusalOf(keys.call('listSshKeysOfUser', { userName: 'deploy', resourceName }))).toEqual(refusal)
  expect((await keys.call('testSshKey', onDeploy)).details).toMatchObject({
    Outcome: 'unknown',
    OutcomeText: expect.stringContaining('have not been verified') as string,
  })
  expect(await db.selectFrom('key_ssh_host_key').selectAll().execute()).toEqual([])
})

test('host keys are compared in the call itself, and only those that stand in what was given are known then', async () => {
  using session = await host.login('root')
  const elsewhere = 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  expect(await refusalOf(apply('root', true, { Known: elsewhere }))).toMatch(
    /^Known: “build-server” shows none of these/,
  )
  expect(await refusalOf(apply('root', true, { Known: `256 ${elsewhere} x (ED25519)` }))).toBe(
    'Known: It has another ssh-ed25519 key for “build-server”',
  )
  expect(await refusalOf(apply('root', true, { Known: '' }))).toMatch(/^Known: /)
  await apply('root', true, { Known: `256 ${session.hostKey} root@x (ED25519)` })
  expect((await keys.call('listHostKeys')).details).toMatchObject([
    { HostKeys: [{ Fingerprint: session.hostKey, TrustedHow: 'compared', TrustedBy: 'admin' }] },
  ])
  // What is known already is held against what is given, too.
  expect(await refusalOf(apply('root', true, { Known: elsewhere }))).toMatch(/^Known: /)
})

test('a user logs in with a key of the inventory, or with one that is uploaded', async () => {
  await trustHost(world, resourceName)
  await apply('deploy', false)
  await keys.call('associateKey', onDeploy)
  const set = (more: object) =>
    keys.call('setHostCredentials', {
      ResourceName: resourceName,
      UserName: 'deploy',
      Sudo: 'none',
      isAdmin: false,
      ...more,
    })
  expect(await refusalOf(set({ Method: 'key' }))).toBe('KeyName: is missing')
  await set({ Method: 'key', KeyName: 'build' })
  expect(await lastAudit()).toBe('Credentials of deploy on “build-server” applied, by SSH key')
  expect((await keys.call('listHostKeys')).details).toMatchObject([
    { Credentials: [{ Method: 'key', KeyName: 'build' }] },
  ])
  expect((await keys.call('listSshKeysOfUser', { userName: 'deploy', resourceName })).details).toBe('build')
  expect(await refusalOf(keys.call('deleteSshKey', { key_name: 'build', withoutDisassociation: 'true' }))).toBe(
    'key_name: SSH key “build” is how this service logs in to deploy on build-server; give other credentials first',
  )

  const { file, publicLine } = createSshKey({ keyType: 'ecdsa', length: 256, passphrase: 'open sesame' })
  const byFile = (Passphrase?: string) =>
    set({ Method: 'key-file', PrivateKey: file, ...(Passphrase && { Passphrase }) })
  expect(await refusalOf(byFile('wrong'))).toMatch(/^Passphrase: /)
  expect(await refusalOf(byFile('open sesame'))).toBe('PrivateKey: build-server did not accept these credentials')
  await host.write(path, publicLine)
  await byFile('open sesame')
  expect((await keys.call('listSshKeysOfUser', { userName: 'deploy', resourceName })).details).toBe('')
  expect((await world.stored()).toString('latin1')).not.toContain(file.slice(60, 120))
  await keys.call('removeHostCredentials', { ResourceName: resourceName, UserName: 'deploy' })
  expect(await refusalOf(keys.call('associateKey', onDeploy))).toMatch(/^userName: No credentials of deploy/)
})

test('a key counts as opening an account when a sign-in with it was accepted, and a refusal is explained', async () => {
  await trustHost(world, resourceName)
  await apply('root', true)
  await keys.call('associateKey', onDeploy)
  const opens = { Outcome: 'opens', OutcomeText: 'build-server accepted a sign-in with this key' }
  const tested = { ...opens, TestedTime: expect.stringMatching(/Z$/) as string }
  expect(await rowsOf('listAssociations')).toMatchObject([tested])

  await host.write(path, `expiry-time="20200101Z" ${await publicLine()}\n`)
  const { details } = await keys.call('testSshKey', onDeploy)
  expect(details).toMatchObject({
    Outcome: 'refused',
    OutcomeText: expect.stringContaining('the line expired at 2020-01-01 00:00 UTC (expiry-time)') as string,
  })
  expect(await rowsOf('listAssociations')).toMatchObject([{ Outcome: 'refused' }])
  await host.write(path, '')
  expect((await keys.call('testSshKey', onDeploy)).details).toMatchObject({
    OutcomeText: expect.stringContaining(`${path} has no line with this key`) as string,
  })
})

// What could differ between the databases: names that must stay unique, locks, upserts, NUL and foreign letters.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { vaultRows } from '#contract/keys/vault.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { vaultKeyHandlers } from '#services/keys/vault-keys/vault-key-handlers.ts'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { trustHost } from './trust-host.ts'

describe.skipIf(noPostgres)(`on PostgreSQL${noPostgres ? ` (left out: ${noPostgres})` : ''}`, () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let host: RunningHost
  let world: KeyWorld
  let keys: ReturnType<typeof served>
  beforeAll(async () => {
    postgres = await startPostgres()
    world = await startKeyWorld({ url: await postgres.createDatabase('keys') })
    host = await startRunningHost()
    keys = served()
  }, 120_000)
  afterAll(async () => {
    await world.stop()
    await host.stop()
    await postgres.stop()
  })

  function served() {
    const rows = { ...sshKeyRows, ...sshHostRows, ...sshResourceRows, ...vaultRows }
    const { parts } = world
    return world.serve(rows, {
      ...sshKeyHandlers(parts),
      ...sshHostHandlers(parts),
      ...sshResourceHandlers(parts),
      ...vaultKeyHandlers(parts),
    })
  }
  const outcomes = async (calls: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(calls)
    return settled.map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason))).sort()
  }

  test('of calls at once for the same name one succeeds, and the others are told why', async () => {
    const created = await outcomes(
      Array.from({ length: 5 }, () => keys.call('createSshKey', { keyName: 'one', keyType: 'ed25519' })),
    )
    const taken = (what: string) => Array<unknown>(4).fill(expect.stringContaining(`${what} already exists`))
    expect(created).toEqual([...taken('An SSH key “one”'), 'done'])
    const added = await outcomes(
      Array.from({ length: 5 }, (_, index) => keys.call('addVaultKey', { keyName: 'one', File: fileOf(`${index}`) })),
    )
    expect(added).toEqual([...taken('A vault key “one”'), 'done'])
    const resource = { ResourceName: 'one', IPADDRESS: '127.0.0.1', Port: 22 }
    const resources = await outcomes(Array.from({ length: 5 }, () => keys.call('addSshResource', resource)))
    expect(resources).toEqual([...taken('An SSH resource “one”'), 'done'])
  })

  test('updates at once leave one of their files, whole', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `file ${index}`)
    await Promise.all(texts.map((text) => keys.call('updateVaultKey', { keyName: 'one', File: fileOf(text) })))
    const { bytes } = await keys.download('exportVaultKey', { keyName: 'one' })
    expect(texts).toContain(bytes.toString())
  })

  test('NUL is refused wherever it stands, and every letter is kept', async () => {
    expect(await refusalOf(keys.call('getSshKey', { keyName: '\0' }))).toMatch(/^keyName: /)
    expect(await refusalOf(keys.download('getPgpKey', { User: '\0', keyExportType: 'public' }))).toMatch(/^User: /)
    expect(await refusalOf(keys.download('exportVaultKey', { keyName: 'a\0' }))).toMatch(/^keyName: /)
    const asked = { userName: '\0', resourceName: 'one' }
    expect(await refusalOf(keys.call('listSshKeysOfUser', asked))).toMatch(/^userName: /)
    for (const keyName of ['__proto__', '田中さん', '‮gnp.exe', '👩‍👩‍👧', "'; drop table key_ssh_key; --"]) {
      await keys.call('createSshKey', { keyName, keyType: 'ed25519' })
      expect(await keys.call('getSshKey', { keyName })).toMatchObject({ details: [{ KeyName: keyName }] })
    }
  })

  test('a PGP key is made once', async () => {
    const asked = { User: 'Ann <ann@example.org>', keyExportType: 'public' }
    const files = await Promise.all([served(), served()].map(({ download }) => download('getPgpKey', asked)))
    expect(files[0]?.bytes).toEqual(files[1]?.bytes)
  })

  test('keys are associated, users found, and all of it removed again', async () => {
    const resourceName = 'build-server'
    const { address, port } = host.host
    await keys.call('addSshResource', { ResourceName: resourceName, IPADDRESS: address, Port: port })
    await trustHost(world, resourceName)
    const login = { userName: 'root', password, resourceName }
    await keys.call('applyCredentials', { ...login, isAdmin: 'false' })
    await keys.call('applyCredentials', { ...login, isAdmin: 'true' })
    const association = { keyName: 'one', resourceName, userName: 'deploy' }
    await keys.call('associateKey', association)
    await keys.call('associateKey', association)
    expect((await keys.call('listAssociations')).totalRows).toBe(1)
    expect((await keys.call('listAssociatedUsers')).totalRows).toBe(1)
    expect((await keys.call('listSshKeysOfUser', { userName: 'deploy', resourceName })).details).toBe('one')
    await keys.call('enumerateUsers', { userName: 'root', resourceName })
    await expect.poll(async () => (await keys.call('listSshUsers')).totalRows).toBe(3)
    expect(await refusalOf(keys.call('deleteSshKey', { key_name: 'one' }))).toContain(
      'grants access to deploy on build-server',
    )
    await keys.call('dissociateKey', association)
    await keys.call('deleteSshKey', { key_name: 'one' })
    await keys.call('removeSshResource', { ResourceName: resourceName })
    expect((await keys.call('listSshUsers')).totalRows).toBe(0)
    expect(await world.parts.audit.verify()).toBeUndefined()
  })
})

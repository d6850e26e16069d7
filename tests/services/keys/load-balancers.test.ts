// Key stores of a load balancer, read over real SSH from a host of the lab.
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unmanagedRows } from '#contract/keys/certificates.ts'
import { loadBalancerRows } from '#contract/keys/load-balancers.ts'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows } from '#contract/keys/ssh.ts'
import { unmanagedHandlers } from '#services/keys/certificates/unmanaged-handlers.ts'
import { loadBalancerHandlers } from '#services/keys/load-balancers/load-balancer-handlers.ts'
import { deliverFile } from '#services/keys/ssh/deliver-file.ts'
import { onHost } from '#services/keys/ssh/on-host.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { requireResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { passwords, vector } from '../../crypto/x509/vectors.ts'
import { fileOf, type KeyWorld, refusalOf, startKeyWorld } from './key-world.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { trustHost } from './trust-host.ts'

const folder = '/etc/ssl/certs'
const balancer = { ResourceName: 'balancer', userName: 'root', storePath: folder }

let world: KeyWorld
let host: RunningHost
beforeAll(async () => {
  world = await startKeyWorld()
  host = await startRunningHost()
  const { port } = host.host
  for (const ResourceName of ['balancer', 'gone']) {
    await resources()('addSshResource', { ResourceName, IPADDRESS: '127.0.0.1', Port: port })
    await trustHost(world, ResourceName)
    const credentials = { userName: 'root', password, resourceName: ResourceName, isAdmin: 'true' }
    await world.serve(sshHostRows, sshHostHandlers(world.parts)).call('applyCredentials', credentials)
  }
})
afterAll(async () => {
  await host.stop()
  await world.stop()
})
beforeEach(async () => {
  for (const table of ['key_load_balancer', 'key_certificate', 'key_managed_entry'] as const)
    await world.parts.db.deleteFrom(table).execute()
  for (const path of [host.fileOf(folder), world.parts.sharedPath]) {
    await rm(path, { recursive: true, force: true })
    await mkdir(path)
  }
})

const resources = () => world.serve(sshResourceRows, sshResourceHandlers(world.parts)).call
const balancers = () => world.serve(loadBalancerRows, loadBalancerHandlers(world.parts)).call
const unmanaged = () => world.serve(unmanagedRows, unmanagedHandlers(world.parts)).call
const put = async (name: string, bytes: Uint8Array) => {
  const resource = await requireResource(world.parts.db, 'balancer', 'ResourceName')
  await onHost(world.parts, resource, 'root', (session) =>
    deliverFile(session, `${folder}/${name}`, bytes, { mode: 0o600 }),
  )
}
const listed = async (type: string) => {
  const { details } = await unmanaged()('listUnmanagedCertificates', { type })
  return Object.keys((details as object[])[0] ?? {})
}
const importAll = (list: object) =>
  unmanaged()('importUnmanagedCertificates', { File: fileOf(JSON.stringify(list), 'passwords.txt') })

test('what lies behind a load balancer is listed apart from the shared path, and imported by its password', async () => {
  await put('web.p12', vector('default.p12'))
  await put('java.jks', vector('keytool.jks'))
  await put('notes.txt', Buffer.from('no key store'))
  await writeFile(`${world.parts.sharedPath}/shared.p12`, vector('default.p12'))
  expect(await listed('loadbalancer')).toEqual([])

  expect(await balancers()('addLoadBalancer', balancer)).toMatchObject({
    result: { status: 'Success', message: 'Load balancer connected; it has 2 key stores' },
  })
  expect(await listed('loadbalancer')).toEqual(['balancer/java.jks::1', 'balancer/java.jks::2', 'balancer/web.p12::1'])
  expect(await listed('sharedpath')).toEqual(['shared.p12::1'])

  expect(await refusalOf(importAll({ 'balancer/web.p12::1': 'wrong' }))).toContain('0 of 1 key stores imported')
  expect(await importAll({ 'balancer/web.p12::1': passwords.usual })).toMatchObject({
    Status: 'Success',
    ImportedCertificate: ['balancer/web.p12'],
  })
  // The Java key store holds the same certificates and keys.
  expect(await listed('loadbalancer')).toEqual([])
  expect((await world.audit()).map(({ description }) => description)).toContainEqual(
    expect.stringContaining('Key store "balancer/web.p12::1" imported'),
  )
})

test('a link on a load balancer is not followed, and its files are never written', async () => {
  await put('web.p12', vector('default.p12'))
  await symlink('/etc/passwd', `${host.fileOf(folder)}/linked.p12`)
  await balancers()('addLoadBalancer', balancer)
  expect(await listed('loadbalancer')).toEqual(['balancer/web.p12::1'])
})

test('a folder that is not there, an unknown user and a host twice are refused by name', async () => {
  const add = (more: object) => refusalOf(balancers()('addLoadBalancer', { ...balancer, ...more }))
  expect(await add({ storePath: '/no/such/folder' })).toContain('There is no folder /no/such/folder on balancer')
  expect(await add({ storePath: '/etc/passwd' })).toContain('/etc/passwd on balancer is not a folder')
  expect(await add({ storePath: '/etc/../etc' })).toMatch(/^storePath: /)
  expect(await add({ ResourceName: 'nobody' })).toMatch(/^ResourceName: /)
  await balancers()('addLoadBalancer', balancer)
  expect(await add({})).toBe('ResourceName: balancer is already connected as a load balancer')
  expect(await balancers()('listLoadBalancers')).toMatchObject({
    details: [{ ...balancer, CreationTime: expect.any(String) as string }],
  })
})

test('a load balancer that cannot be reached is a failure, never an empty list', async () => {
  await balancers()('addLoadBalancer', { ...balancer, ResourceName: 'gone' })
  await world.parts.db.updateTable('key_ssh_resource').set({ port: 1 }).where('name', '=', 'gone').execute()
  expect(await refusalOf(unmanaged()('listUnmanagedCertificates', { type: 'loadbalancer' }))).toContain('gone')
  expect(await listed('sharedpath')).toEqual([])
})

test('one that is disconnected is asked no more, and neither is one whose host was removed', async () => {
  await put('web.p12', vector('default.p12'))
  await balancers()('addLoadBalancer', balancer)
  await balancers()('removeLoadBalancer', { ResourceName: 'balancer' })
  expect(await listed('loadbalancer')).toEqual([])
  expect(await refusalOf(balancers()('removeLoadBalancer', { ResourceName: 'balancer' }))).toContain('is not connected')
  await balancers()('addLoadBalancer', balancer)
  await resources()('removeSshResource', { ResourceName: 'balancer' })
  expect(await world.parts.db.selectFrom('key_load_balancer').selectAll().execute()).toEqual([])
})

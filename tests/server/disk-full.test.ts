import { execFileSync } from 'node:child_process'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

/**
 * The kernel refuses to let any file of the process grow, as a full disk or a used-up quota does; its output goes to
 * pipes. It needs neither root nor a file system of its own.
 */
const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])

const noLimits = (() => {
  try {
    limitFiles(process.pid, 'unlimited')
    return undefined
  } catch {
    return 'prlimit of util-linux is not installed'
  }
})()

let server: Awaited<ReturnType<typeof startServer>>
const client = consoleClient()
const call = (row: string, input: object = {}) => client.call(server.ready.console, row, input)

beforeAll(async () => {
  if (noLimits) return
  await buildIfStale()
  server = await startServer({ TRIPTYCH_DEMO_API_KEY: 'key-of-the-test-7741' })
  await client.signIn(server.ready.console, 'admin', server.password)
}, 120_000)
afterAll(async () => {
  await client.close()
  await server?.stop()
})

test.skipIf(noLimits)(
  'on a full disk changes are refused, reads go on, and all is well again when there is space',
  async () => {
    expect((await call('mdm.createGroup', { name: 'before' })).status).toBeLessThan(300)
    await expect.poll(async () => (await client.ready(server.ready.console)).status).toBe(200)
    const keyNames = async () => JSON.stringify((await call('keys.listSshKeys')).value)
    await expect.poll(keyNames, { timeout: 30_000 }).toContain('"build"')

    const { value: proof } = await call('session.confirmIdentity', { password: server.password })
    expect(proof.state).toBe('confirmed')

    limitFiles(server.pid, 8192)
    const full = { status: 507, value: { code: 'STORAGE_FULL' } }
    expect(await call('mdm.createGroup', { name: 'while full' })).toMatchObject(full)
    const host = { ResourceName: 'while-full', IPADDRESS: '127.0.0.1', Port: 22 }
    expect(await call('keys.addSshResource', host)).toMatchObject(full)
    expect(await call('session.signIn', { username: 'helpdesk', password: server.password })).toMatchObject(full)
    for (const row of ['mdm.listDevices', 'desktop.listComputers', 'keys.listVaultKeys', 'session.current']) {
      expect([row, (await call(row)).status]).toEqual([row, 200])
    }
    const reveal = await call('keys.getSshKeyPassphrase', { keyName: 'build', reason: 'while the disk is full' })
    expect(['STORAGE_FULL', 'AUDIT_UNAVAILABLE'], 'no secret without an audit').toContain(reveal.value.code)
    await expect
      .poll(() => client.ready(server.ready.console), { timeout: 30_000 })
      .toEqual({ status: 503, text: '{"status":"not ready","part":"storage"}' })
    const mdm = await request(`${server.ready.mdm}/api/v1/mdm/groups`, {
      method: 'POST',
      headers: { authorization: 'key-of-the-test-7741', 'content-type': 'application/json' },
      body: '{"name":"by a script"}',
    })
    expect([mdm.statusCode, await mdm.body.json()]).toMatchObject([507, { error_code: 'STORAGE_FULL' }])
    expect(server.stderr()).toMatch(/"event":"database failed".*"code":(13|778)/)
    expect(server.stderr()).not.toContain('cannot rollback')

    limitFiles(server.pid, 'unlimited')
    await expect.poll(async () => (await client.ready(server.ready.console)).status, { timeout: 30_000 }).toBe(200)
    expect((await call('mdm.createGroup', { name: 'afterwards' })).status).toBeLessThan(300)
    const { value } = await call('mdm.listGroups', { limit: '100' })
    const names = (value.groups as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['before', 'afterwards']))
    expect(names).not.toContain('while full')
  },
  120_000,
)

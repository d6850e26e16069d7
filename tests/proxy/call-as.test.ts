// What the console does in somebody's name goes the way of a call from their browser.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSshKey, deleteSshKey, listSshKeys } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import type { Owner } from '#platform/console.ts'
import { type Proxy, secret, startProxy } from '../support/proxy.ts'
import { json } from '../support/upstream.ts'

let proxy: Proxy
beforeEach(async () => {
  proxy = await startProxy({ ownToken: true })
})
afterEach(() => proxy.stop())

const { signal } = new AbortController()

/** Whoever has just signed in. */
async function signedIn(name: string): Promise<Owner> {
  await proxy.signIn(name)
  const sessions = proxy.tables.selectFrom('proxy_session').select(['site', 'owner', 'id_hash'])
  const { site, owner } = await sessions.orderBy('started_at', 'desc').executeTakeFirstOrThrow()
  return { site, owner }
}
const entries = () =>
  proxy.tables
    .selectFrom('proxy_audit')
    .select(['user_name', 'action', 'target', 'result', 'code'])
    .orderBy('id')
    .execute()
const newKey = { keyName: 'web', keyType: 'ed25519' } as const

test('their credential opens the server, and its answer is decoded', async () => {
  const devices = await proxy.people.callAs(await signedIn('admin'), listDevices, {}, signal)
  expect(devices.rows).toMatchObject([{ device_id: '9007199254741001' }])
  expect(proxy.mdm.received.at(-1)?.headers.authorization).toBe(secret.token)
})

test('a key of the connection opens the server, where it has one', async () => {
  await proxy.people.callAs(await signedIn('admin'), listSshKeys, {}, signal)
  expect(proxy.keys.received.at(-1)?.headers.authtoken).toBe(secret.apiKey)
})

test('what they may not do is refused before a server hears of it, and is recorded', async () => {
  const owner = await signedIn('helpdesk')
  await expect(proxy.people.callAs(owner, createSshKey, newKey, signal)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your account needs KeyManagement_Write',
  })
  expect(proxy.keys.received).toHaveLength(0)
  expect((await entries()).at(-1)).toEqual({
    user_name: 'helpdesk',
    action: 'keys.createSshKey',
    target: 'keyName: web',
    result: 'refused',
    code: 'FORBIDDEN',
  })
})

test('input that makes no sense is refused before a server hears of it', async () => {
  const owner = await signedIn('writer')
  const input = { ...newKey, keyName: '' }
  await expect(proxy.people.callAs(owner, createSshKey, input, signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(proxy.keys.received).toHaveLength(0)
})

test('what is irreversible needs a fresh proof of identity', async () => {
  const owner = await signedIn('chief')
  await expect(proxy.people.callAs(owner, deleteSshKey, { key_name: 'web' }, signal)).rejects.toMatchObject({
    code: 'CONFIRM_IDENTITY',
  })
  expect(proxy.keys.received).toHaveLength(0)
})

test('a change leaves one entry, with their name', async () => {
  const answer = { name: 'createSSHKey', result: { status: 'Success', message: 'Done' } }
  proxy.keys.answer((_, response) => json(response, answer))
  await proxy.people.callAs(await signedIn('writer'), createSshKey, newKey, signal)
  const ofKey = (await entries()).filter(({ action }) => action === 'keys.createSshKey')
  expect(ofKey).toEqual([
    { user_name: 'writer', action: 'keys.createSshKey', target: 'keyName: web', result: 'done', code: '' },
  ])
})

test('where the session that asks has ended, no other one of theirs takes its place', async () => {
  const { site, owner } = await signedIn('admin')
  await expect(proxy.people.callAs({ site, owner, session: 'ended' }, listDevices, {}, signal)).rejects.toMatchObject({
    code: 'SIGNED_OUT',
  })
})

test('nobody is called for who has signed out', async () => {
  const cookie = await proxy.signIn('admin')
  const { site, owner } = await proxy.tables
    .selectFrom('proxy_session')
    .select(['site', 'owner'])
    .executeTakeFirstOrThrow()
  await proxy.call('session.signOut', {}, cookie)
  await expect(proxy.people.callAs({ site, owner }, listDevices, {}, signal)).rejects.toMatchObject({
    code: 'SIGNED_OUT',
  })
  expect(proxy.mdm.received).toHaveLength(0)
})

import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { discover } from '#contract/desktop/authentication.ts'
import { startRunning, type Running } from '../running.ts'
import { problemOf, signInTo } from './sign-in.ts'

/** Longer than the 72 bytes at which some hashes stop reading. */
const password = `Grüße, ${'пароль '.repeat(12)}終`
let running: Running
let signIn: ReturnType<typeof signInTo>
beforeAll(async () => {
  running = await startRunning({ demoPassword: password })
  signIn = signInTo(running)
})
afterAll(() => running.stop())

const post = (body: object) =>
  running.ask('/api/1.3/desktop/authentication', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('signing in with a password', () => {
  test('an administrator gets a token and may read, write and administer every module', async () => {
    const answer = await signIn.withPassword('admin')
    expect(answer.auth_data?.auth_token).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.user_data).toEqual({
      auth_type: 'Local Authentication',
      user_id: '1',
      user_name: 'admin',
      phone_number: null,
      email: 'admin@demo.example',
    })
    expect(answer.user_permissions?.admin).toContain('MDM_Admin')
    expect(answer.two_factor_data).toBeUndefined()
  })

  test('an operator may read and write, the help desk may read', async () => {
    const operator = await signIn.withPassword('operator')
    expect(operator.user_permissions).toMatchObject({
      write: expect.arrayContaining(['SOM_Write']) as unknown,
      admin: [],
    })
    const helpdesk = await signIn.withPassword('helpdesk')
    expect(helpdesk.user_permissions).toMatchObject({
      read: ['Common_Read', 'SOM_Read', 'Inventory_Read', 'Tools_Read', 'MDM_Read', 'KeyManagement_Read'],
      write: [],
      admin: [],
    })
  })

  test('the answer has the envelope of the reference', async () => {
    const response = await post({ username: 'admin', password: base64(password), auth_type: 'local_authentication' })
    expect(await response.json()).toMatchObject({
      message_type: 'authentication',
      message_version: '1.0',
      status: 'success',
      message_response: { authentication: { user_data: { user_id: 1 } } },
    })
  })

  test('a password is the same in whichever Unicode form it is typed, and every byte of it counts', async () => {
    await expect(signIn.withPassword('admin', password.normalize('NFD'))).resolves.toHaveProperty('auth_data')
    expect(await problemOf(signIn.withPassword('admin', password.slice(0, -1)))).toMatchObject({ code: '10001' })
  })

  test.each([' Admin ', 'ADMIN', 'ａｄｍｉｎ'])('the name may be typed as "%s"', async (name) => {
    await expect(signIn.withPassword(name)).resolves.toHaveProperty('user_data.user_name', 'admin')
  })

  test('the demo accounts are known to the first domain that discovery names, and to no other', async () => {
    const { domains = [] } = await running.call(discover, {})
    const inDomain = (domainName?: string) =>
      signIn.withPassword('operator', password, { auth_type: 'ad_authentication', domainName })
    await expect(inDomain(domains[0])).resolves.toHaveProperty('user_data.auth_type', 'AD Authentication')
    expect(await problemOf(inDomain(domains[1]))).toMatchObject({ code: '10001', status: 401 })
    expect(await problemOf(inDomain())).toMatchObject({
      code: '10010',
      status: 400,
      message: expect.stringContaining('domainName') as unknown,
    })
  })
})

test.each(['domainName', 'device_token'])('nothing may be sent as %s where it is not needed', async (field) => {
  const body = { username: 'admin', password: base64(password), auth_type: 'local_authentication', [field]: null }
  expect((await post(body)).status).toBe(200)
})

describe('signing in is refused', () => {
  test('a wrong password and an unknown user answer the same', async () => {
    const answers = await Promise.all(
      ['operator', 'nobody'].map(async (username) => {
        const response = await post({ username, password: base64('wrong'), auth_type: 'local_authentication' })
        return { status: response.status, body: await response.text() }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 401, body: expect.stringContaining('"error_code":"10001"') as unknown })
  })

  test('and take the same time: one password is derived for each', async () => {
    // Counted, not measured: what a derivation takes depends on what else the process does.
    let derived = 0
    const hook = createHook({ init: (_id, type) => void (derived += /argon2/i.test(type) ? 1 : 0) }).enable()
    onTestFinished(() => void hook.disable())
    const derivedFor = async (name: string) => {
      derived = 0
      await problemOf(signIn.withPassword(name, 'wrong'))
      return derived
    }
    // Other names every time: nobody is locked, and every other account exists.
    for (const name of ['admin', 'helpdesk', 'otp-admin', 'operator'])
      expect([await derivedFor(name), await derivedFor(`${name}x`)], name).toEqual([1, 1])
  })

  test.each(['%%%', 'cGFzc3dvcmQ', base64('x').slice(0, 1), Buffer.from([0xff, 0xfe]).toString('base64')])(
    'the password %s is no base64 of text, and so a wrong one',
    async (unreadable) => {
      const response = await post({ username: 'somebody', password: unreadable, auth_type: 'local_authentication' })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error_code: '10001', status: 'error' })
    },
  )

  test.each(['username', 'password', 'auth_type'])('without %s, which the error names', async (field) => {
    const body: Record<string, string> = {
      username: 'admin',
      password: base64(password),
      auth_type: 'local_authentication',
    }
    delete body[field]
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: '10010', error_description: `${field}: is missing` })
  })

  test.each(['username', 'password', 'auth_type'])('with nothing as %s, like without it', async (field) => {
    const body = { username: 'admin', password: base64(password), auth_type: 'local_authentication', [field]: null }
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: '10010', error_description: `${field}: is missing` })
  })

  test('with another login type, or a body that is not JSON', async () => {
    const otherType = await post({ username: 'admin', password: base64(password), auth_type: 'kerberos' })
    expect(otherType.status).toBe(400)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = await running.ask('/api/1.3/desktop/authentication', {
      method: 'POST',
      headers,
      body: 'username=admin',
    })
    expect(form.status).toBe(400)
    expect(await form.text()).toContain('Content-Type')
  })
})

test('neither password nor token reaches the log', async () => {
  const { auth_data } = await signIn.withPassword('admin')
  const log = running.logged.join('\n')
  expect(log).toContain('desktop.authenticate')
  expect(log).not.toContain(auth_data?.auth_token)
  expect(log).not.toContain(base64(password))
  expect(log).not.toContain('пароль')
})

import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { defaultUploadBytes } from '#contract/mdm/upload.ts'
import { readable, secret, startProxy } from '../../support/proxy.ts'
import { type Answer, json } from '../../support/upstream.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.stop())
afterEach(() => vi.useRealTimers())

const minute = 60_000
const site = { name: 'test', title: 'Test' }
/** Moves the clock and nothing else: timers and sockets run on. */
const moveClock = (ms: number) => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
}
const stateOf = async (cookie: string) => (await proxy.call('session.current', {}, cookie)).value.state
const signIn = (input: object, cookie = '') =>
  proxy.call('session.signIn', { username: 'admin', password: secret.password, ...input }, cookie)
const verify = (cookie: string, otp = secret.otp, remember = false) =>
  proxy.call('session.verifyOtp', { otp, remember }, cookie)

describe('signing in with a password', () => {
  test('shows who one is, and hands out a cookie that no script and no other site can use', async () => {
    const { status, value, headers } = await signIn({})
    expect(status).toBe(200)
    expect(value).toEqual({
      state: 'signed-in',
      demo: true,
      by: 'password',
      site,
      sites: [site],
      moduleHints: {},
      maxUploadBytes: defaultUploadBytes,
      user: {
        name: 'admin',
        email: '',
        authType: 'Local Authentication',
        permissions: [...readable, 'KeyManagement_Admin'],
      },
    })
    const [session, browser] = [headers['set-cookie']].flat()
    expect(session).toMatch(/^__Host-Http-triptych=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(browser).toMatch(
      /^__Host-Http-triptych-browser=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  test('sends exactly what the reference states', async () => {
    await signIn({ auth_type: 'ad_authentication', domainName: 'EXAMPLE' })
    const { url, body } = proxy.desktop.received.at(-1) ?? {}
    expect(url).toBe('/api/1.3/desktop/authentication')
    expect(JSON.parse(body ?? '')).toEqual({
      username: 'admin',
      password: Buffer.from(secret.password).toString('base64'),
      auth_type: 'ad_authentication',
      domainName: 'EXAMPLE',
    })
    await signIn({})
    expect(JSON.parse(proxy.desktop.received.at(-1)?.body ?? '')).toMatchObject({ auth_type: 'local_authentication' })
  })

  test('that is wrong says so, whatever the server said', async () => {
    const { status, text, headers } = await signIn({ password: 'wrong' })
    expect(status).toBe(401)
    expect(JSON.parse(text)).toEqual({
      service: 'session',
      status: 401,
      code: 'WRONG_CREDENTIALS',
      message: 'Incorrect user name or password',
    })
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('does not turn a broken server into a wrong password, and tells nothing of what it sent', async () => {
    const other = await startProxy()
    const codes = []
    for (const [status, body] of [
      [500, `oops ${secret.token}`],
      [500, `{"error_code":"10050","error_description":"${secret.token}"}`],
      [200, 'oops'],
      [200, `{"message_response":{"authentication":{"auth_data":{},"note":"${secret.token}"}}}`],
      [200, `{"message_response":{"authentication":"${secret.token}"}}`],
    ] as const) {
      other.desktop.answer((_, response) => json(response, body, status))
      const answer = await other.call('session.signIn', { username: 'a', password: secret.password })
      expect(answer.text).not.toContain(secret.token)
      codes.push(answer.value.code)
    }
    expect(codes).toEqual(['HTTP_500', '10050', 'UNEXPECTED_CONTENT', 'UNEXPECTED_CONTENT', 'UNEXPECTED_CONTENT'])
    await other.stop()
  })

  test('offers the directory domains; a server that does not say has none', async () => {
    const options = { site, sites: [site], password: true, setUpRequired: false }
    expect((await proxy.call('session.signInOptions')).value).toEqual({
      ...options,
      domains: ['EXAMPLE'],
      trouble: false,
    })
    const other = await startProxy()
    other.desktop.answer((_, response) => json(response, 'no', 404))
    expect((await other.call('session.signInOptions')).value).toEqual({ ...options, domains: [], trouble: false })
    await other.stop()
  })
})

describe('a session', () => {
  test('never takes the id that a browser brings', async () => {
    const planted = `__Host-Http-triptych=${'A'.repeat(43)}`
    const { cookie } = await signIn({}, planted)
    expect(cookie).not.toBe(planted)
    expect(await stateOf(planted)).toBe('signed-out')
    expect(await stateOf(cookie)).toBe('signed-in')
  })

  test('gets a new id at every step; the one before is dead', async () => {
    const first = await signIn({})
    const again = await signIn({ username: 'otp' }, first.cookie)
    expect(await stateOf(first.cookie)).toBe('signed-out')
    expect(again.value.state).toBe('otp')
    const done = await verify(again.cookie)
    expect(done.value.state).toBe('signed-in')
    expect(await stateOf(again.cookie)).toBe('signed-out')
    expect(new Set([first.cookie, again.cookie, done.cookie]).size).toBe(3)
  })

  test('ends after 30 idle minutes, and not before', async () => {
    const cookie = await proxy.signIn()
    moveClock(29 * minute)
    expect(await stateOf(cookie)).toBe('signed-in')
    moveClock(29 * minute)
    expect(await stateOf(cookie)).toBe('signed-in')
    moveClock(30 * minute)
    const { status, value } = await proxy.call('mdm.listDevices', {}, cookie)
    expect([status, value.code]).toEqual([401, 'SIGNED_OUT'])
    moveClock(-30 * minute)
  })

  test('ends after 12 hours, however busy it is', async () => {
    const cookie = await proxy.signIn()
    for (let elapsed = 0; elapsed < 12 * 60 - 20; elapsed += 20) {
      moveClock(20 * minute)
      expect(await stateOf(cookie)).toBe('signed-in')
    }
    moveClock(20 * minute)
    expect(await stateOf(cookie)).toBe('signed-out')
  })

  test('ends on signing out, here and in every copy of the cookie, and the browser forgets what it kept', async () => {
    const cookie = await proxy.signIn()
    const { value, headers } = await proxy.call('session.signOut', {}, cookie)
    expect(value).toEqual({ state: 'signed-out' })
    expect(headers['clear-site-data']).toBe('"cache", "storage"')
    expect(headers['set-cookie']).toMatch(/^__Host-Http-triptych=; Max-Age=0; Path=\//)
    expect((await proxy.call('mdm.listDevices', {}, cookie)).value.code).toBe('SIGNED_OUT')
  })

  test('is told without asking any server', async () => {
    const cookie = await proxy.signIn()
    const before = proxy.desktop.received.length + proxy.mdm.received.length
    expect(await stateOf(cookie)).toBe('signed-in')
    expect(await stateOf('')).toBe('signed-out')
    expect(proxy.desktop.received.length + proxy.mdm.received.length).toBe(before)
  })

  describe('and a server that answers 401', () => {
    const refuses: Answer = (_, response) => json(response, { error_code: '10002', error_description: 'expired' })
    const signedIn = async (ownToken: boolean) => {
      const other = await startProxy({ ownToken })
      onTestFinished(() => other.stop())
      const cookie = await other.signIn()
      return {
        other,
        list: async (row: string) => {
          const { status, value } = await other.call(row, {}, cookie)
          return [status, value.code]
        },
        state: async () => (await other.call('session.current', {}, cookie)).value.state,
      }
    }

    test('ends it where it is the service that the person signed in at', async () => {
      const { other, list, state } = await signedIn(true)
      other.desktop.answer(refuses)
      expect(await list('desktop.listComputers')).toEqual([401, 'SIGNED_OUT'])
      expect(await state()).toBe('signed-out')
    })

    test('ends it where that service refuses the token, too', async () => {
      const { other, list, state } = await signedIn(true)
      await list('mdm.listDevices')
      expect(other.mdm.received[0]?.headers.authorization).toBe(secret.token)
      other.desktop.answer(refuses)
      other.mdm.answer(refuses)
      expect(await list('mdm.listDevices')).toEqual([401, 'SIGNED_OUT'])
      expect(await state()).toBe('signed-out')
    })

    test('leaves it alone where another service takes API keys only, and every other service goes on', async () => {
      const { other, list, state } = await signedIn(true)
      other.mdm.answer(refuses)
      expect(await list('mdm.listDevices')).toEqual([503, 'KEY_NEEDED'])
      expect(await state()).toBe('signed-in')
      expect(await list('keys.listSshKeys')).toEqual([200, undefined])
      expect((await list('console.listConnections'))[0]).toBe(200)
    })

    test('leaves it alone where only that one address is refused', async () => {
      const { other, list, state } = await signedIn(true)
      other.desktop.answer((request, response) =>
        request.url.includes('/som/') ? refuses(request, response) : json(response, { message_response: {} }),
      )
      expect(await list('desktop.listComputers')).toEqual([403, 'FORBIDDEN'])
      expect(await state()).toBe('signed-in')
    })

    test('leaves it alone where it is the key of the console that is refused', async () => {
      const { other, list, state } = await signedIn(false)
      other.mdm.answer(refuses)
      expect(await list('mdm.listDevices')).toEqual([503, 'KEY_REFUSED'])
      expect(await state()).toBe('signed-in')
    })
  })

  test('that was altered in the database, or copied to another row, does not open', async () => {
    const other = await startProxy()
    const cookies = [await other.signIn('admin'), await other.signIn('nobody')]
    const [one, two] = await other.tables.selectFrom('proxy_session').selectAll().execute()
    for (const [row, sealed] of [
      [one, two?.sealed],
      [two, two?.sealed.replace(/.{8}$/, 'AAAAAAAA')],
    ] as const) {
      await other.tables
        .updateTable('proxy_session')
        .set({ sealed })
        .where('id_hash', '=', row?.id_hash ?? '')
        .execute()
    }
    for (const cookie of cookies) {
      expect((await other.call('session.current', {}, cookie)).value.state).toBe('signed-out')
    }
    await other.stop()
  })

  test('opens only what its permissions allow', async () => {
    const { value, status } = await proxy.call('mdm.listDevices', {}, await proxy.signIn('nobody'))
    expect([status, value.code, value.message]).toEqual([403, 'FORBIDDEN', 'Your account needs MDM_Read'])
    expect((await proxy.call('mdm.listDevices')).value.code).toBe('SIGNED_OUT')
  })
})

describe('the one-time code', () => {
  test('is asked for in the server’s words, and survives a reload', async () => {
    const { value, cookie } = await signIn({ username: 'otp' })
    const asked: JsonObject = { state: 'otp', message: 'Mail has been sent', rememberDays: 30 }
    expect(value).toEqual(asked)
    expect((await proxy.call('session.current', {}, cookie)).value).toEqual(asked)
  })

  test('opens nothing before it is given', async () => {
    const { cookie } = await signIn({ username: 'otp' })
    expect((await proxy.call('mdm.listDevices', {}, cookie)).value.code).toBe('SIGNED_OUT')
  })

  test('that is wrong may be given again', async () => {
    const { cookie } = await signIn({ username: 'otp' })
    const wrong = await verify(cookie, '000000')
    expect([wrong.status, wrong.value.code]).toEqual([401, 'WRONG_CODE'])
    expect(await stateOf(cookie)).toBe('otp')
    expect((await verify(cookie, '4815 1623')).value.state).toBe('signed-in')
  })

  test('is sent with the id of the attempt, which the browser never sees, and "remember" as the text true or false', async () => {
    const { cookie, text } = await signIn({ username: 'otp' })
    expect(text).not.toContain(secret.uid)
    await verify(cookie, '000000', true)
    expect(JSON.parse(proxy.desktop.received.at(-1)?.body ?? '')).toEqual({
      uid: secret.uid,
      otp: '000000',
      rememberme_enabled: 'true',
    })
    await verify(cookie)
    expect(JSON.parse(proxy.desktop.received.at(-1)?.body ?? '')).toMatchObject({ rememberme_enabled: 'false' })
  })

  test('has to come within 10 minutes', async () => {
    const { cookie } = await signIn({ username: 'otp' })
    moveClock(10 * minute)
    expect((await verify(cookie)).value.code).toBe('OTP_EXPIRED')
    expect((await verify('')).value.code).toBe('OTP_EXPIRED')
  })

  test('of an attempt that the server has ended cannot be given any more', async () => {
    const other = await startProxy()
    const { cookie } = await other.call('session.signIn', { username: 'otp', password: secret.password })
    other.desktop.answer((_, response) => json(response, { status: 'error', error_code: '10004' }, 401))
    const { value } = await other.call('session.verifyOtp', { otp: '123456' }, cookie)
    expect(value.code).toBe('OTP_EXPIRED')
    expect((await other.call('session.current', {}, cookie)).value.state).toBe('signed-out')
    await other.stop()
  })
})

test('a lock of the server is passed on with its waiting time', async () => {
  const other = await startProxy()
  other.desktop.answer((_, response) => {
    response.setHeader('retry-after', '840')
    return json(response, { status: 'error', error_code: '10005', error_description: 'locked' }, 429)
  })
  const { value, headers } = await other.call('session.signIn', { username: 'admin', password: secret.password })
  expect(value).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 840, service: 'session' })
  expect(headers['retry-after']).toBe('840')
  await other.stop()
})

test('no secret is readable in the database, the log, or any answer', async () => {
  const answers = [await signIn({ username: 'otp' }), await signIn({ password: 'wrong' })]
  const otp = await signIn({ username: 'otp' })
  answers.push(otp, await verify(otp.cookie, '000000'), await verify(otp.cookie), await signIn({}))
  const cookie = answers.at(-1)?.cookie ?? ''
  answers.push(await proxy.call('mdm.listDevices', {}, cookie), await proxy.call('session.current', {}, cookie))

  const id = cookie.split('=')[1] ?? ''
  const places = {
    database: await proxy.stored(),
    log: proxy.log.join('\n'),
    answers: answers.map(({ text, headers }) => text + JSON.stringify({ ...headers, 'set-cookie': '' })).join('\n'),
  }
  expect(places.database).toContain('proxy_session')
  expect(places.log).toContain('session.verifyOtp')
  for (const [place, content] of Object.entries(places)) {
    for (const value of [...Object.values(secret), id]) {
      for (const written of [value, Buffer.from(value).toString('base64'), Buffer.from(value).toString('hex')]) {
        expect(content.includes(written), `${value} in the ${place}`).toBe(false)
      }
    }
  }
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isDangerous, type Endpoint, revealsSecret } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { type FilePart, isFile, isFilePart, isFileStream } from '#contract/http/file-part.ts'
import { targetOf } from '#platform/audit-target.ts'
import { firstOf } from '../../contract/arbitrary.ts'
import { type AuditedProxy, startAuditedProxy } from '../../services/console/audit/audited-proxy.ts'
import { json } from '../../support/upstream.ts'
import { asPageCalls, why } from '../../support/why.ts'

let proxy: AuditedProxy
beforeAll(async () => {
  proxy = await startAuditedProxy()
})
afterAll(() => proxy.stop())
afterEach(() => {
  vi.useRealTimers()
  proxy.answerAsUsual()
})

const changesAnything = ({ changes, danger }: Endpoint) => changes?.length || danger
const all = [...endpoints.values()].filter(({ permission }) => permission !== 'proxy')
const audited = all.filter((endpoint: Endpoint) => changesAnything(endpoint) || endpoint.secret)
const signInRows = ['session.setUp', 'session.signIn', 'session.verifyOtp']
/** Whose act it is, where the input says so. */
const typedName = ({ id }: Endpoint, input: object): string | undefined => {
  const { username, user_name } = input as { username?: string; user_name?: string }
  if (id === 'session.signIn') return username
  return id === 'session.setUp' ? user_name : undefined
}

const chance = { count: 30, seed: 1 }
/** An input that the row takes, and that reveals what there is to reveal. */
const inputFor = (endpoint: Endpoint): object =>
  firstOf<object>(endpoint.input, chance, (one) => !endpoint.secret || revealsSecret(endpoint, one)) ?? {}
/** An input that needs a proof of identity, where others do not; undefined where chance makes none. */
const dangerousInput = (endpoint: Endpoint): object | undefined =>
  endpoint.dangerFor && firstOf<object>(endpoint.input, chance, (one) => isDangerous(endpoint, one))
/** As the console sends it: with files, a form. */
async function send(row: Endpoint, given: object, cookie = '') {
  const [endpoint, input] = asPageCalls(row, given)
  const files = Object.entries(input).filter((entry): entry is [string, FilePart] => isFilePart(entry[1]))
  const large = Object.entries(input).flatMap(([part, file]) => (isFileStream(file) ? [{ part, file }] : []))
  if (files.length + large.length === 0)
    return proxy.call(endpoint.id, stringifyJson(toWireInput(endpoint, input)), cookie)
  const rest = Object.fromEntries(Object.entries(toWireInput(endpoint, input)).filter(([, value]) => !isFile(value)))
  const sizes = large.map(({ part, file: { size } }) => [part, { size }])
  const parts = [
    ...files.map(([name, { bytes, name: fileName }]) => [name, new File([Uint8Array.from(bytes)], fileName)]),
    ...large.map(({ part, file }) => [part, new File([file.content as Blob], file.name)]),
  ]
  return proxy.callWithFiles(
    endpoint.id,
    { ...rest, ...(Object.fromEntries(sizes) as object) },
    Object.fromEntries(parts) as Record<string, File>,
    cookie,
  )
}
const resultOf = (status: number) => (status < 400 ? 'done' : status < 500 ? 'refused' : 'failed')

test.each(audited)('$id leaves exactly one entry: who, what, to what, and how it ended', async (endpoint: Endpoint) => {
  const { name, cookie } = await proxy.arrives()
  const input = inputFor(endpoint)
  const before = await proxy.lastEntry()
  const { status, value } = await send(endpoint, input, cookie)
  const entries = await proxy.entriesAfter(before)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    site: 'test',
    user_name: typedName(endpoint, input) ?? name,
    address: '127.0.0.1',
    action: endpoint.id,
    target: targetOf(endpoint, input),
    result: resultOf(status),
    code: status < 400 ? '' : value.code,
  })
})

test.each(audited.filter(({ permission }) => permission.includes('_')))(
  '$id leaves one entry, too, where it was refused for want of permission, with what it was about',
  async (endpoint: Endpoint) => {
    const { name, cookie } = await proxy.arrives('guest')
    const input = inputFor(endpoint)
    const before = await proxy.lastEntry()
    await send(endpoint, input, cookie)
    expect(await proxy.entriesAfter(before)).toMatchObject([
      { user_name: name, action: endpoint.id, target: targetOf(endpoint, input), result: 'refused', code: 'FORBIDDEN' },
    ])
  },
)

test.each(audited.filter((endpoint: Endpoint) => endpoint.danger || endpoint.secret || dangerousInput(endpoint)))(
  '$id leaves one entry where nobody had confirmed who they are',
  async (endpoint: Endpoint) => {
    const { cookie } = await proxy.arrives('root', false)
    const before = await proxy.lastEntry()
    await send(endpoint, dangerousInput(endpoint) ?? inputFor(endpoint), cookie)
    expect(await proxy.entriesAfter(before)).toMatchObject([
      { action: endpoint.id, result: 'refused', code: 'CONFIRM_IDENTITY' },
    ])
  },
)

test('strangers leave no entry, whatever they call; only who tries to sign in does', async () => {
  for (const endpoint of all) {
    const before = await proxy.lastEntry()
    await send(endpoint, inputFor(endpoint))
    const ids = (await proxy.entriesAfter(before)).map(({ action }) => action)
    expect(ids).toEqual(signInRows.includes(endpoint.id) ? [endpoint.id] : [])
  }
}, 120_000)

test('reading leaves no entry', async () => {
  const { cookie } = await proxy.arrives()
  const before = await proxy.lastEntry()
  for (const endpoint of all.filter((one) => !audited.includes(one))) await send(endpoint, inputFor(endpoint), cookie)
  expect(await proxy.entriesAfter(before)).toEqual([])
}, 120_000)

test('an input that makes no sense is an attempt as well', async () => {
  const { cookie } = await proxy.arrives()
  const before = await proxy.lastEntry()
  await proxy.call('mdm.wipeDevice', '{', cookie)
  await proxy.call('mdm.wipeDevice', { device_id: '' }, cookie)
  expect(await proxy.entriesAfter(before)).toMatchObject([
    { action: 'mdm.wipeDevice', target: '', result: 'refused', code: 'INVALID_INPUT' },
    { action: 'mdm.wipeDevice', target: '', result: 'refused', code: 'COM0005' },
  ])
})

test('what the server refused, failed or did not answer is told apart', async () => {
  const { name, cookie } = await proxy.arrives()
  const before = await proxy.lastEntry()
  const lock = () => proxy.call('mdm.sendCommand', { device_id: '7', action_name: 'lock' }, cookie)
  proxy.mdm.answer((_, response) => json(response, { error_code: 'CMD0001', error_description: 'not now' }, 412))
  await lock()
  proxy.mdm.answer((_, response) => json(response, { error_code: 'COM0004', error_description: 'no' }, 500))
  await lock()
  proxy.mdm.answer((_, response) => response.destroy())
  await lock()
  const about = { user_name: name, action: 'mdm.sendCommand', target: 'device_id: 7, action_name: lock' }
  expect(await proxy.entriesAfter(before)).toMatchObject([
    { ...about, result: 'refused', code: 'CMD0001' },
    { ...about, result: 'failed', code: 'COM0004' },
    { ...about, result: 'failed', code: 'UNREACHABLE' },
  ])
})

test('each step of signing in is an entry, with the name of who has signed in before, and never the password', async () => {
  const before = await proxy.lastEntry()
  await proxy.call('session.signIn', { username: ` ${'Ä'.repeat(255)}`, password: 'canary-wrong' })
  const { cookie } = await proxy.call('session.signIn', { username: 'otp', password: proxy.secret.password })
  await proxy.call('session.verifyOtp', { otp: '00000000' }, cookie)
  const second = await proxy.call('session.verifyOtp', { otp: proxy.secret.otp }, cookie)
  await proxy.call('session.confirmIdentity', { password: 'canary-wrong' }, second.cookie)
  await proxy.call('session.signOut', {}, second.cookie)
  await proxy.call('session.verifyOtp', { otp: '00000000' })
  const entries = await proxy.entriesAfter(before)
  expect(entries.map(({ user_name, action, result, code }) => [user_name, action, result, code])).toEqual([
    [expect.stringMatching(/^unknown account [0-9a-f]{12}$/), 'session.signIn', 'refused', 'WRONG_CREDENTIALS'],
    ['otp', 'session.signIn', 'done', ''],
    ['otp', 'session.verifyOtp', 'refused', 'WRONG_CODE'],
    ['otp', 'session.verifyOtp', 'done', ''],
    ['otp', 'session.confirmIdentity', 'refused', 'WRONG_CREDENTIALS'],
    ['otp', 'session.signOut', 'done', ''],
    ['', 'session.verifyOtp', 'refused', 'OTP_EXPIRED'],
  ])
  expect(JSON.stringify(entries)).not.toContain('canary')
})

describe('a secret', () => {
  const passphrase = 'canary-passphrase-4xR9'
  const told = () =>
    proxy.keys.answer((_, response) =>
      json(response, {
        name: 'getSSHKeyPassphrase',
        result: { status: 'Success', message: 'ok' },
        details: { passphrase },
      }),
    )
  const reveal = (cookie: string) => proxy.call('keys.getSshKeyPassphrase', { keyName: 'web', ...why }, cookie)

  test('is told ten times a minute; the eleventh is refused with the time to wait, and no server is asked', async () => {
    told()
    const { name, cookie } = await proxy.arrives()
    for (let time = 0; time < 10; time += 1) expect((await reveal(cookie)).text).toContain(passphrase)
    const [heard, before] = [proxy.keys.received.length, await proxy.lastEntry()]
    const eleventh = await reveal(cookie)
    expect(eleventh).toMatchObject({ status: 429, value: { code: 'TOO_MANY_REVEALS' } })
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(30)
    expect(eleventh.text).not.toContain(passphrase)
    expect(proxy.keys.received.length).toBe(heard)
    expect(await proxy.entriesAfter(before)).toMatchObject([
      { result: 'refused', code: 'TOO_MANY_REVEALS', revealed_to: null },
    ])

    const again = await proxy.returns(name)
    expect((await reveal(again.cookie)).status, 'a new sign-in is no new chance').toBe(429)
    expect((await reveal((await proxy.arrives()).cookie)).text).toContain(passphrase)
    expect((await proxy.call('keys.getCertificate', certificate, cookie)).status, 'no secret').toBe(200)
    const withKey = { ...certificate, fileType: 'KEY', ...why }
    expect((await proxy.call('keys.getCertificate', withKey, cookie)).status).toBe(429)
  })
  const certificate = { common_name: 'a', serial_number: '1' }

  test('twenty at once are still ten', async () => {
    told()
    const { cookie } = await proxy.arrives()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reveal(cookie)))
    expect(answers.filter(({ text }) => text.includes(passphrase))).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('that was made just now is told, even as the eleventh of calls that came together', async () => {
    proxy.keys.answer((_, response) =>
      json(response, {
        name: 'generateApiKey',
        result: { status: 'Success', message: 'ok' },
        details: { id: 1, apiKey: passphrase },
      }),
    )
    const { cookie } = await proxy.arrives()
    const heard = proxy.keys.received.length
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => proxy.call('keys.generateApiKey', { name: 'ci' }, cookie)),
    )
    const made = proxy.keys.received.length - heard
    expect(answers.filter(({ text }) => text.includes(passphrase))).toHaveLength(made)
  })

  test('is in no entry, export, log line or byte of the database, whichever way it came', async () => {
    const canary = 'canary-everywhere-8Zt3'
    proxy.keys.answer((_, response) =>
      json(response, { details: { passphrase: canary }, result: { status: 'Success', message: canary } }),
    )
    const { cookie } = await proxy.arrives()
    const file = new File([canary], 'id_ed25519')
    await reveal(cookie)
    await proxy.call(
      'keys.createSshKey',
      { keyName: 'a', keyType: 'ed25519', passPhrase: canary, comment: canary },
      cookie,
    )
    await proxy.call(
      'keys.applyCredentials',
      { userName: 'u', password: canary, resourceName: 'r', isAdmin: 'false' },
      cookie,
    )
    await proxy.callWithFiles('keys.addSshKey', { keyName: 'b', passphrase: canary }, { File: file }, cookie)
    await proxy.callWithFiles('keys.importRequest', { password: canary }, { CSR: file, Key: file }, cookie)
    await proxy.call('keys.unsealVault', { passphrase: canary }, cookie)
    await proxy.call('mdm.sendCommand', { device_id: '7', action_name: 'clear_passcode', passcode: canary }, cookie)
    await proxy.call('console.replaceKey', { connection: 'test', key: canary }, cookie)
    await proxy.call('session.signIn', { username: 'root', password: canary })
    await proxy.call('session.confirmIdentity', { password: canary }, cookie)
    proxy.keys.answer((_, response) => json(response, { result: { status: 'Failed', message: canary } }))
    await proxy.call('keys.unsealVault', { passphrase: canary }, cookie)
    const [csv, jsonl] = [await proxy.exported('csv'), await proxy.exported('jsonl')]
    for (const said of ['keyName: a', 'File: id_ed25519', 'CSR: id_ed25519', 'console.replaceKey'])
      expect(csv).toContain(said)
    const places = { csv, jsonl, log: proxy.log.join('\n'), database: await proxy.stored() }
    for (const [place, text] of Object.entries(places)) expect(text.includes(canary), place).toBe(false)
  })
})

// Once: reading hundreds of entries again after each of them took a sixth of the work of this file.
test('the chain of all entries above is intact', async () => {
  const before = await proxy.lastEntry()
  const verified = await proxy.verify()
  expect(verified).toMatchObject({ intact: true })
  expect(verified.entries).toBeGreaterThanOrEqual(before)
})

describe('without an audit that can be written', () => {
  const canary = 'canary-unaudited-1Qp7'
  /** A proxy of its own: what it has lost does not come back. */
  const broken = async (how: string) => {
    const other = await startAuditedProxy()
    const { cookie } = await other.arrives()
    other.keys.answer((_, response) =>
      json(response, { details: { passphrase: canary }, result: { status: 'Success', message: 'ok' } }),
    )
    await sql.raw(how).execute(other.tables)
    return { ...other, cookie, [Symbol.asyncDispose]: () => other.stop() }
  }

  test.each([
    ['whose table is gone', 'drop table proxy_audit'],
    ['whose head is gone', 'delete from proxy_audit_head'],
    [
      'that takes no entry',
      "create trigger full before insert on proxy_audit begin select raise(abort, 'disk full'); end",
    ],
  ])('%s, no secret leaves, nobody signs in, and a change says that it was done', async (_which, how) => {
    await using other = await broken(how)
    const secret = await other.call('keys.getSshKeyPassphrase', { keyName: 'web', ...why }, other.cookie)
    expect(secret).toMatchObject({ status: 503, value: { code: 'AUDIT_UNAVAILABLE', service: 'console' } })
    expect(secret.text).not.toContain(canary)

    const signedIn = await other.call('session.signIn', { username: 'root', password: other.secret.password })
    expect(signedIn).toMatchObject({ status: 503, value: { code: 'AUDIT_UNAVAILABLE' } })
    expect(signedIn.headers['set-cookie']).toBeUndefined()

    const heard = other.mdm.received.length
    const changed = await other.call('mdm.sendCommand', { device_id: '7', action_name: 'lock' }, other.cookie)
    expect(changed).toMatchObject({ status: 500, value: { code: 'NOT_RECORDED' } })
    expect(other.mdm.received.length).toBe(heard + 1)

    const refused = await other.call('mdm.sendCommand', { device_id: '7', action_name: 'dance' }, other.cookie)
    expect(refused.status).toBe(400)
    expect((await other.call('mdm.listDevices', {}, other.cookie)).status).toBe(200)
    expect(other.log.filter((line) => line.includes('audit not written')).length).toBeGreaterThan(2)
  })
})

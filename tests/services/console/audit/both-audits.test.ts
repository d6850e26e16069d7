// The console's audit and that of key management in one list, through the proxy, on both databases.
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { archiveAudit } from '#services/console/audit/chain.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { own, type Proxy, secret, startProxy } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'
import { type Running, startRunning } from '../../running.ts'

type Entry = { source: string; id?: number; at?: number; user: string; action: string; description: string }
type Listed = {
  total: number
  entries: Entry[]
  missing: { source: string; code: string; message: string }[]
  unseen: number
}
const listOf = async (proxy: Proxy, cookie: string, filter: object = {}) =>
  (await proxy.call('console.listAudit', filter, cookie)).value as unknown as Listed

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
beforeAll(async () => {
  postgres = noPostgres ? undefined : await startPostgres()
})
afterAll(() => postgres?.stop())
afterEach(() => vi.useRealTimers())

describe.each(['SQLite', 'PostgreSQL'])('before the embedded services, on %s', (kind) => {
  const isPostgres = kind === 'PostgreSQL'
  describe.skipIf(isPostgres && noPostgres)('', () => {
    let services: Running
    let proxy: Proxy
    let cookie: string
    beforeAll(async () => {
      const newDatabase = async (name: string) => (isPostgres ? postgres?.createDatabase(name) : undefined)
      const url = await newDatabase('audit_services')
      services = await startRunning({ keys: {}, ...(url && { url }) })
      const { keys } = services
      if (!keys) throw new Error('Key management does not run')
      const common = { dialect: defaultDialect }
      proxy = await startProxy({
        url: await newDatabase('audit_proxy'),
        sites: [
          {
            name: 'test',
            title: 'Test',
            connections: {
              desktop: { ...common, name: 'desktop', baseUrl: new URL(services.desktop) },
              keys: {
                ...common,
                name: 'keys',
                baseUrl: new URL(keys.origin),
                ca: await readFile(keys.ca, 'utf8'),
                credential: keys.key,
              },
            },
          },
        ],
      })
      const { password } = services
      ;({ cookie } = await proxy.call('session.signIn', { username: 'admin', password }))
      ;({ cookie } = await proxy.call('session.confirmIdentity', { password }, cookie))
    }, 180_000)
    afterAll(async () => {
      await proxy?.stop()
      await services?.stop()
    })

    test('an action on a key has two entries: of the person here, and of the API key there', async () => {
      await listOf(proxy, cookie) // what was kept before does not hide what is done now
      const made = await proxy.call('keys.generateApiKey', { name: 'of the timeline' }, cookie)
      expect(made.status).toBe(200)
      const { entries, missing, unseen, total } = await listOf(proxy, cookie, { search: 'of the timeline' })
      expect({ missing, unseen, total }).toEqual({ missing: [], unseen: 0, total: 2 })
      expect(entries).toMatchObject([
        { source: 'console', user: 'admin', action: 'keys.generateApiKey', result: 'done', description: '' },
        { source: 'keys', action: 'generateApiKey', target: '', address: '', code: '' },
      ])
      expect(entries[1]?.description).toContain('API key “of the timeline”')
      expect(entries[1]).not.toHaveProperty('result')
      expect(Math.abs((entries[1]?.at ?? 0) - Date.now())).toBeLessThan(60_000)
    })

    test('entries are filtered by action in both, by source and by result', async () => {
      const found = async (filter: object) =>
        (await listOf(proxy, cookie, filter)).entries.map(({ source, action }) => `${source} ${action}`)
      expect(await found({ action: 'keys.generateApiKey' })).toEqual([
        'console keys.generateApiKey',
        'keys generateApiKey',
      ])
      expect(await found({ action: 'generateApiKey' })).toEqual(['keys generateApiKey'])
      expect(new Set((await listOf(proxy, cookie, { source: 'keys' })).entries.map(({ source }) => source))).toEqual(
        new Set(['keys']),
      )
      expect(await found({ action: 'keys.generateApiKey', result: 'done' })).toEqual(['console keys.generateApiKey'])
      expect(await found({ action: 'keys.generateApiKey', until: Date.now() - 3_600_000 })).toEqual([])
    })

    test('a spreadsheet has both; JSON lines have the chain of this console, and say so', async () => {
      const exported = (input: object) =>
        proxy.send('/api/console.exportAudit', 'POST', { ...own, cookie }, JSON.stringify(input))
      const csv = (await exported({ format: 'csv', search: 'of the timeline' })).text.trim().split('\r\n')
      expect(csv).toHaveLength(3)
      expect(csv[1]).toMatch(/^This console,\d+,.*,keys\.generateApiKey,"?name: of the timeline/)
      expect(csv[2]).toMatch(/^Key management,\d+,\d{4}-.*,generateApiKey,,"API key “of the timeline”/)
      const lines = (await exported({ format: 'jsonl', search: 'of the timeline' })).text.trim().split('\n')
      expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(['keys.generateApiKey'])
      const refused = await proxy.call('console.exportAudit', { format: 'jsonl', source: 'keys' }, cookie)
      expect(refused).toMatchObject({ status: 400, value: { code: 'INVALID_INPUT', field: 'source' } })
    })

    test('both chains are verified, each by its owner', async () => {
      expect((await proxy.call('console.verifyAudit', {}, cookie)).value).toMatchObject({ intact: true })
      expect((await proxy.call('keys.verifyAudit', {}, cookie)).value).toMatchObject({ details: { intact: true } })
    })
  })
})

describe('with a faulty key management', () => {
  let proxy: Proxy
  beforeEach(async () => {
    proxy = await startProxy()
  })
  afterEach(() => proxy.stop())

  const rowsOf =
    (details: object[], totalRows = details.length): Answer =>
    (_, response) =>
      json(response, { name: 'getAuditDetails', result: { status: 'Success', message: '' }, details, totalRows })
  const created = (AUDITID: number, TIME: string) => ({
    AUDITID,
    OPERATION: 'createSSHKey',
    DESCRIPTION: `key ${AUDITID}`,
    USERNAME: 'console',
    TIME,
  })
  const heard = () => proxy.keys.received.filter(({ url }) => url.includes('getAuditDetails')).length

  test('an entry with an unknown time format is shown with its action', async () => {
    proxy.keys.answer(rowsOf([created(1, '03/04/2027 10:00')]))
    const { entries } = await listOf(proxy, await proxy.signIn('chief'), { source: 'keys' })
    expect(entries).toMatchObject([{ description: 'key 1 · TIME: 03/04/2027 10:00' }])
    expect(entries[0]).not.toHaveProperty('at')
  })

  test('the console’s entries are shown, and the response says why the others are missing', async () => {
    const cookie = await proxy.signIn('chief')
    const consoleAlone = await listOf(proxy, cookie, { source: 'console' })
    expect(consoleAlone).toMatchObject({ total: 1, missing: [] })
    const cases: [Answer, object][] = [
      [(_, response) => response.destroy(), { code: 'UNREACHABLE' }],
      [
        (_, response) => json(response, { result: { status: 'Failed', message: 'The vault is closed' } }),
        { code: 'REFUSED', message: 'The vault is closed' },
      ],
      [
        ({ headers }, response) =>
          json(response, { result: { status: 'Failed', message: `Try again (${String(headers['x-request-id'])})` } }),
        { message: 'Try again' },
      ],
      [(_, response) => json(response, { result: { status: 'Failed', message: 'no' } }, 401), { code: 'KEY_REFUSED' }],
      [(_, response) => json(response, { result: { status: 'Failed', message: 'no' } }, 404), { code: 'HTTP_404' }],
      [(_, response) => json(response, '<html>'), { code: 'UNEXPECTED_CONTENT' }],
      [(_, response) => json(response, { details: 'none' }), { code: 'UNEXPECTED_CONTENT' }],
    ]
    for (const [answer, why] of cases) {
      proxy.keys.answer(answer)
      const { missing, entries, total } = await listOf(proxy, cookie)
      expect(missing).toMatchObject([{ source: 'keys', ...why }])
      expect({ entries, total }).toEqual({ entries: consoleAlone.entries, total: 1 })
    }
    const { text } = await proxy.send(
      '/api/console.exportAudit',
      'POST',
      { ...own, cookie },
      JSON.stringify({ format: 'csv' }),
    )
    expect(text.split('\r\n')[1]).toMatch(/^Key management,.*Not in this file: .*,UNEXPECTED_CONTENT$/)
  })

  test('a retry reads again', async () => {
    const cookie = await proxy.signIn('chief')
    proxy.keys.answer((_, response) => response.destroy())
    expect((await listOf(proxy, cookie)).missing).toHaveLength(1)
    proxy.keys.answer(rowsOf([created(1, '2026-11-21T12:00:00Z')]))
    expect(await listOf(proxy, cookie)).toMatchObject({ total: 2, missing: [] })
  })

  test('without the permission for key management, the console’s entries and the missing permission are shown', async () => {
    proxy.desktop.answer((request, response) => {
      if (!request.url.includes('/authentication')) return json(response, { message_type: 'list', status: 'success' })
      return json(response, signedInWith(['Common_Admin']))
    })
    const cookie = await proxy.signIn('auditor')
    const { missing, entries } = await listOf(proxy, cookie)
    const message = expect.stringMatching(/^Your account needs KeyManagement_Read/) as string
    expect(missing).toEqual([{ source: 'keys', code: 'FORBIDDEN', message }])
    expect(entries).toHaveLength(1)
    expect(heard(), 'no server hears of it').toBe(0)
  })

  test('archived entries are mentioned, unless none of them could match', async () => {
    const cookie = await proxy.signIn('chief')
    expect(await listOf(proxy, cookie)).not.toHaveProperty('archived')
    await archiveAudit(proxy.tables, proxy.base.masterKey, Date.now() + 1)
    const archived = { archives: 1, until: expect.any(Number) as number }
    expect(await listOf(proxy, cookie, { source: 'console' })).toMatchObject({ archived, total: 0 })
    expect(await listOf(proxy, cookie, { since: Date.now() + 1 })).not.toHaveProperty('archived')
    expect(await listOf(proxy, cookie, { source: 'keys' })).not.toHaveProperty('archived')
    const { text } = await proxy.send('/api/console.exportAudit', 'POST', { ...own, cookie }, '{"format":"csv"}')
    expect(text).toMatch(/\r\nThis console,.*Not in this file: archived entries up to 20/)
    const { value } = await proxy.call('console.verifyAudit', {}, cookie)
    expect(value).toMatchObject({ intact: true, archives: 1 })
  })

  test('a site without key management has one audit', async () => {
    const site = { name: 'test', title: 'Test' }
    const desktop = { name: 'desktop', dialect: defaultDialect, baseUrl: proxy.desktop.url }
    const alone = await startProxy({ sites: [{ ...site, connections: { desktop } }] })
    const { missing, entries } = await listOf(alone, await alone.signIn('chief'))
    expect(missing).toMatchObject([{ code: 'NOT_CONNECTED' }])
    expect(entries).toHaveLength(1)
    await alone.stop()
  })

  test('concurrent readers share one request, paging needs none, and after five seconds the entries are read again', async () => {
    const [one, other] = [await proxy.signIn('chief'), await proxy.signIn('chief')]
    proxy.keys.answer(async (request, response) => {
      await delay(50)
      rowsOf([created(1, '2026-11-21T12:00:00Z')])(request, response)
    })
    await Promise.all([listOf(proxy, one), listOf(proxy, other), listOf(proxy, one, { search: 'key' })])
    await listOf(proxy, one, { page: 3 })
    expect(heard()).toBe(1)
    await listOf(proxy, one, { source: 'console' })
    await listOf(proxy, one, { result: 'done' })
    expect(heard(), 'nobody asks for what cannot match').toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_001 })
    await listOf(proxy, one)
    expect(heard()).toBe(2)
    await proxy.call('keys.deleteSshKey', { keyName: 'x' }, one)
    await listOf(proxy, one)
    expect(heard(), 'something was done meanwhile').toBe(3)
  })

  test('the response to one person is not shown to another', async () => {
    const site = { name: 'test', title: 'Test' }
    const common = { dialect: defaultDialect }
    const own = await startProxy({
      sites: [
        {
          ...site,
          connections: {
            desktop: { ...common, name: 'desktop', baseUrl: proxy.desktop.url },
            keys: { ...common, name: 'keys', baseUrl: proxy.keys.url },
          },
        },
      ],
    })
    const [one, other] = [await own.signIn('chief'), await own.signIn('chief')]
    await Promise.all([listOf(own, one), listOf(own, other)])
    expect(heard()).toBe(2)
    proxy.keys.answer((_, response) => json(response, { result: { status: 'Failed', message: 'no' } }, 401))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_001 })
    expect((await listOf(own, one)).missing).toEqual([
      {
        source: 'keys',
        code: 'KEY_NEEDED',
        message: 'This server does not accept your sign-in. It needs an API key.',
      },
    ])
    expect((await own.call('session.current', {}, one)).value.state, 'to the console they still are').toBe('signed-in')
    await own.stop()
  })

  test('entries without time or number, in other formats, and hostile ones are shown', async () => {
    proxy.keys.answer(
      rowsOf(
        [
          { OPERATION: 'importNew', DESCRIPTION: 'without time' },
          created(7, '1763726400000'),
          { ...created(8, '--'), DESCRIPTION: 'eve\r\n\u202eroot' },
          'not a record' as unknown as object,
          { ...created(9, '2026-11-21T12:00:00Z'), AUDITID: 'nine' },
        ],
        12_345,
      ),
    )
    const cookie = await proxy.signIn('chief')
    const { entries, total, unseen } = await listOf(proxy, cookie, { source: 'keys' })
    expect({ total, unseen }).toEqual({ total: 5, unseen: 12_340 })
    expect(entries.map(({ id, at }) => [id, at])).toEqual([
      [undefined, Date.UTC(2026, 10, 21, 12)],
      [7, 1_763_726_400_000],
      [8, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(entries[2]?.description).toBe(String.raw`eve\u000d\u000a\u202eroot`)
    expect((await listOf(proxy, cookie, { source: 'keys', since: 1 })).total, 'no time, no period').toBe(2)
    expect(JSON.stringify(entries)).not.toContain(secret.apiKey)
  })
})

const signedInWith = (admin: string[]) => ({
  message_type: 'authentication',
  message_response: {
    authentication: {
      user_permissions: { read: [], write: [], admin },
      user_data: { user_id: 9, user_name: 'auditor', auth_type: 'Local Authentication', email: '', phone_number: null },
      auth_data: { auth_token: secret.token },
      two_factor_data: { is_TwoFactor_Enabled: false, OTP_Validation_Required: false },
    },
  },
  message_version: '1.0',
  status: 'success',
})

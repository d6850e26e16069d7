// Notices by webhook: of certificates of the real key service, over TLS, judged by the library of receivers and by openssl.
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addWebhook, type WebhookForm } from '#contract/console/webhooks.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { createCertificate } from '#contract/keys/requests.ts'
import type { ConsoleCaller } from '#platform/console.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { call } from '#platform/upstream/call.ts'
import { openSites } from '#platform/upstream/sites.ts'
import { migrations } from '#server/migrations.ts'
import { openNotifications } from '#services/console/notifications/open-notifications.ts'
import { webhookNotices } from '#services/console/notifications/webhook-message.ts'
import { webhookPoster } from '#services/console/notifications/webhook-poster.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { ask, isInstalled } from '../../../crypto/x509/tools.ts'
import type { Received } from '../../../support/upstream.ts'
import { authorityPem, startTlsServer } from '../connections/tls-server.ts'
import { noEvents } from './no-events.ts'
import { type Running, startRunning } from '../../running.ts'

const never = new AbortController().signal
const host = 'hooks.example'
let services: Running
let keys: { origin: URL; ca: string; key: string }
let folder: string
let database: Database
beforeAll(async () => {
  services = await startRunning({ keys: {} })
  const { keys: vault } = services
  if (!vault) throw new Error('key management does not run')
  keys = { origin: new URL(vault.origin), ca: await readFile(vault.ca, 'utf8'), key: await vault.key() }
  const upstream = siteOf().upstreams.get('keys')
  if (!upstream) throw new Error('There is no key management')
  const input = { CNAME: host, ALG: 'EC', VALIDITY: '6' }
  await call(createCertificate, input, { upstream, secret: keys.key, signal: never })
  await upstream.close()
})
afterAll(() => services?.stop())

const siteOf = () => {
  const connection = { name: 'vault', baseUrl: keys.origin, dialect: defaultDialect, ca: keys.ca }
  const [site] = openSites([{ name: 'one', title: 'Harbour', connections: { keys: connection } }]).all
  if (!site) throw new Error('There is no site')
  return site
}

const closers: (() => Promise<unknown>)[] = []
const stopAll = () => Promise.all(closers.splice(0).map((stop) => stop()))

/** A process of the console, without any mail server. */
function startProcess(networks = ['127.0.0.0/8']) {
  const site = siteOf()
  const person = { name: 'Ada', permissions: ['KeyManagement_Admin'] } as Partial<ConsoleCaller['person']>
  const caller: ConsoleCaller = { site, person: person as ConsoleCaller['person'], signal: never }
  const { handlers, begin, close } = openNotifications({
    database: database.db.$extendTables<ConsoleTables>(),
    sites: { all: [site] } as unknown as ReturnType<typeof openSites>,
    ...noEvents,
    bearerFor: () => Promise.resolve({ value: keys.key, whose: 'console', isKey: true }),
    mail: undefined,
    masterKey: Buffer.alloc(32, 7),
    postWebhook: webhookPoster({ networks, ca: authorityPem }),
    log: () => undefined,
    pace: { lookMs: 50, againMs: [0, 0, 0] },
  })
  const upstreams = [...site.upstreams.values()]
  closers.push(async () => (await close(), await Promise.all(upstreams.map((upstream) => upstream.close()))))
  return {
    begin,
    add: (form: WebhookForm, url: URL | string) =>
      handlers.addWebhook({ name: `Desk ${form}`, form, url: String(url) }, caller),
    change: (webhook: number, url: URL) => handlers.changeWebhook({ webhook, name: 'Desk', url: String(url) }, caller),
    remove: (webhook: number) => handlers.removeWebhook({ webhook }, caller),
    test: (webhook: number) => handlers.testWebhook({ webhook }, caller),
    list: async () => (await handlers.listWebhooks({}, caller)).rows,
    turn: (isOn: boolean) => handlers.setNotifications({ isOn, days: [30, 7], recipients: [] }, caller),
    notices: async () => (await handlers.listNotices({ page: 0, limit: 200 }, caller)).rows,
  }
}
type Process = ReturnType<typeof startProcess>
const settled = (process: Process, wanted: object[]) =>
  expect.poll(process.notices, { timeout: 30_000, interval: 30 }).toMatchObject(wanted)

/** A receiver that answers like this, one status after the other; the last again and again. */
async function receiver(...statuses: number[]) {
  const received: Received[] = []
  const { url } = await startTlsServer({
    answer: (request, response) => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 204
      received.push(request)
      response.writeHead(status, status === 302 ? { location: 'https://127.0.0.1:1/elsewhere' } : {}).end()
    },
  })
  return { url: new URL('/hooks/T0/secret-part', url), received }
}

describe('a notice', () => {
  const open = async () => {
    folder = await mkdtemp(join(tmpdir(), 'triptych-webhooks-'))
    database = await openDatabase({ folder, migrations })
  }
  beforeAll(open)
  afterEach(async () => {
    await stopAll()
    await database.close()
    await rm(folder, { recursive: true, force: true })
    await open()
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('reaches a webhook once, signed, with two processes and restarts', async () => {
    const { url, received } = await receiver(204)
    const [first, second] = [startProcess(), startProcess()]
    const { secret = '', id } = await first.add('standard', url)
    expect(await first.list()).toEqual([
      {
        id,
        name: 'Desk standard',
        form: 'standard',
        host: url.host,
        by: 'Ada',
        changedAt: expect.any(Number) as number,
      },
    ])
    expect(
      JSON.stringify(
        await database.db
          .selectFrom('console_webhook' as never)
          .selectAll()
          .execute(),
      ),
    ).not.toMatch(/secret-part|whsec_/)
    await first.turn(true)
    second.begin()
    await settled(first, [{ state: 'sent', recipient: 'Webhook Desk standard', days: 7 }])
    await stopAll()
    const restarted = startProcess()
    restarted.begin()
    await restarted.turn(true)
    await settled(restarted, [{ state: 'sent' }])
    expect(received).toHaveLength(1)

    const body = received[0]?.body ?? ''
    const headers = received[0]?.headers as Record<string, string>
    const taken = new Webhook(secret).verify(body, headers)
    expect(taken).toMatchObject({
      type: 'certificate.expiring',
      data: { site: 'Harbour', certificate: host, servedAt: [], expiresAt: expect.stringMatching(/Z$/) as string },
    })
    expect(body).not.toContain(keys.key)
    expect(() => new Webhook(secret).verify(body.replace(host, 'evil.example'), headers)).toThrow()
    const signature = headers['webhook-signature']
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    if (isInstalled('openssl')) {
      const hex = ['-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`]
      const made = ask('openssl', ['dgst', '-sha256', '-binary', ...hex, '-out', 'mac', 'content'], { content })
      expect(signature).toBe(`v1,${Buffer.from(made.file('mac')).toString('base64')}`)
    }
  })

  test('is sent again with the same ID while the webhook is unavailable, but not after a refusal', async () => {
    const { url, received } = await receiver(503, 429, 200)
    const gone = await receiver(404)
    const moved = await receiver(302)
    const process = startProcess()
    const { secret = '' } = await process.add('standard', url)
    await process.add('standard', gone.url)
    await process.add('standard', moved.url)
    await process.turn(true)
    await expect
      .poll(async () => (await process.notices()).map(({ state, attempts, why }) => `${state} ${attempts} ${why}`), {
        timeout: 30_000,
      })
      .toEqual([
        expect.stringMatching(/^failed 1 .*redirect \(HTTP 302\)/) as string,
        expect.stringMatching(/^failed 1 .*HTTP 404/) as string,
        'sent 3 ',
      ])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const { body, headers } of received) new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(moved.received).toHaveLength(1)
  })

  test('waits for an unreachable webhook, and is sent to its new URL', async () => {
    const { url, received } = await receiver(200)
    const process = startProcess()
    const { id } = await process.add('standard', 'https://127.0.0.1:1/')
    await process.turn(true)
    await settled(process, [
      { state: 'failed', attempts: 4, why: expect.stringContaining('could not be reached') as string },
    ])
    await process.change(id, url)
    await process.test(id)
    expect(received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([{ type: 'test' }])
  })

  test('is plain text for chats, without mentions and links', async () => {
    const slack = await receiver(200)
    const teams = await receiver(202)
    const process = startProcess()
    await process.add('slack', slack.url)
    expect(await process.add('teams', teams.url)).not.toHaveProperty('secret')
    await process.turn(true)
    await settled(process, [{ state: 'sent' }, { state: 'sent' }])
    const [toSlack] = slack.received.map(({ body }) => JSON.parse(body) as { text: string; mrkdwn: boolean })
    expect(toSlack).toMatchObject({ mrkdwn: false })
    expect(toSlack?.text).toContain(`Certificate ${host} expires in 5 days`)
    const [toTeams] = teams.received.map(({ body }) => body)
    expect(toTeams).toContain('RichTextBlock')
    expect(toTeams).not.toContain('"TextBlock"')
    expect(teams.received[0]?.headers).not.toHaveProperty('webhook-signature')
  })

  test('is not sent to addresses of this machine or of metadata services, whatever their names', async () => {
    const { url, received } = await receiver(200)
    const process = startProcess([])
    const { port } = url
    const targets = [
      url,
      `https://localhost:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      'https://169.254.169.254/',
    ]
    for (const target of targets) {
      const { id } = await process.add('standard', target)
      await expect(process.test(id)).rejects.toThrow(/connected to/)
    }
    expect(received).toEqual([])
  })

  test('to a webhook that was removed is skipped', async () => {
    const { url, received } = await receiver(500)
    const process = startProcess()
    const { id } = await process.add('standard', url)
    await process.turn(true)
    await settled(process, [{ state: 'failed' }])
    await process.remove(id)
    await expect(process.remove(id)).rejects.toThrow('It was removed')
    expect(await process.notices()).toMatchObject([{ recipient: 'Webhook (removed)' }])
    expect(received.length).toBe(4)
  })
})

test.each(['http://hooks.example/', 'ftp://hooks.example', 'https://user:word@hooks.example/', 'hooks.example'])(
  'the URL %s is refused with the reason',
  (url) => {
    const { error } = addWebhook.input.safeParse({ name: 'Desk', form: 'standard', url })
    expect(error?.issues).toMatchObject([{ path: ['url'], message: expect.stringContaining('https://') as string }])
  },
)

test('has no formula that a spreadsheet would evaluate, whatever a host is called', () => {
  const certificate = {
    certificate: 'a',
    certificateId: '1',
    label: '=1+1',
    issuer: '@evil',
    expiresAt: 0,
    email: '',
    places: ['=HYPERLINK("https://evil.example"):443', 'www.example.com:443'],
  }
  const content = webhookNotices('standard', 'Harbour', [{ kind: 'certificate', certificate }], 0)
  expect(content).toMatchObject({
    data: {
      certificate: "'=1+1",
      issuer: "'@evil",
      servedAt: [`'=HYPERLINK("https://evil.example"):443`, 'www.example.com:443'],
    },
  })
})

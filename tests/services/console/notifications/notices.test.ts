// Somebody is told before a certificate expires: by real mail, of certificates of the real key service.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from '#contract/console/notifications.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { createCertificate } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import type { ConsoleCaller } from '#platform/console.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { call } from '#platform/upstream/call.ts'
import { openSites } from '#platform/upstream/sites.ts'
import { migrations } from '#server/migrations.ts'
import { openNotifications } from '#services/console/notifications/open-notifications.ts'
import { webhookPoster } from '#services/console/notifications/webhook-poster.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { type MailTransport, smtpTransport } from '#services/mail/mail-transport.ts'
import { noEvents } from './no-events.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Running, startRunning } from '../../running.ts'

const dayMs = 86_400_000
const never = new AbortController().signal
let services: Running
let keys: { origin: URL; ca: string; key: string }
let smtp: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  services = await startRunning({ keys: {} })
  const { keys: vault } = services
  if (!vault) throw new Error('key management does not run')
  keys = { origin: new URL(vault.origin), ca: await readFile(vault.ca, 'utf8'), key: await vault.key() }
  smtp = await mailServer()
})
afterAll(async () => {
  await smtp?.close()
  await services?.stop()
})

async function mailServer() {
  const mails: string[] = []
  const refuses = { connections: 0, recipients: 0 }
  /** Passes on, or refuses as a busy server does. */
  const passOn = (what: keyof typeof refuses, done: (error?: Error) => void) => {
    if (refuses[what] === 0) return done()
    refuses[what] -= 1
    done(Object.assign(new Error('Try again later'), { responseCode: what === 'connections' ? 421 : 451 }))
  }
  const server = new SMTPServer({
    onConnect: (_session, done) => passOn('connections', done),
    onRcptTo: (_address, _session, done) => passOn('recipients', done),
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        mails.push(text.replaceAll('=\r\n', ''))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { mails, refuses, port, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}
const byPort = (port: number) =>
  smtpTransport({ url: new URL(`smtp://127.0.0.1:${port}`), from: 'triptych@example.com' }, () => undefined)

const newSites = () => {
  const connection = { name: 'vault', baseUrl: keys.origin, dialect: defaultDialect, ca: keys.ca }
  return openSites([{ name: 'one', title: 'Harbour', connections: { keys: connection } }])
}

/** A self-signed certificate; those with a person have their address. */
async function issue(name: string, days: number, email?: string) {
  const [site] = newSites().all
  const upstream = site?.upstreams.get('keys')
  if (!upstream) throw new Error('There is no key management')
  const input = { CNAME: name, ALG: 'EC', VALIDITY: String(days) }
  await call(createCertificate, input, { upstream, secret: keys.key, signal: never })
  await upstream.close()
  // It takes the address of its request, and this one had none.
  const tables = services.database.db.$extendTables<KeyTables>()
  if (email) await tables.updateTable('key_certificate').set({ email }).where('common_name', '=', name).execute()
}

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('a notice on $name', ({ name, skip }) => {
  let folder: string
  let database: Database
  const closers: (() => Promise<unknown>)[] = []
  const host = `${name.toLowerCase()}.example`
  let now = Date.now()
  beforeAll(async () => {
    if (skip) return
    folder = await mkdtemp(join(tmpdir(), 'triptych-notices-'))
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('notices') : undefined
    database = await openDatabase({ url, folder, migrations })
    await issue(host, 29, `owner@${host}`)
  })
  beforeEach(() => void (smtp.mails.length = 0))
  afterAll(async () => {
    if (skip) return
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A process of the console. */
  function startProcess({
    mail = byPort(smtp.port),
    hasKey = true,
  }: { mail?: MailTransport | 'none'; hasKey?: boolean } = {}) {
    const sites = newSites()
    const { handlers, close, begin } = openNotifications({
      database: database.db.$extendTables<ConsoleTables>(),
      sites,
      ...noEvents,
      bearerFor: () => Promise.resolve(hasKey ? { value: keys.key, whose: 'console', isKey: true } : undefined),
      mail: mail === 'none' ? undefined : mail,
      masterKey: Buffer.alloc(32),
      postWebhook: webhookPoster({ networks: [] }),
      log: () => undefined,
      pace: { lookMs: 50, againMs: [0, 0] },
      clock: () => now,
    })
    const person = { name: 'Ada', permissions: ['KeyManagement_Admin'] } as Partial<
      ConsoleCaller['person']
    > as ConsoleCaller['person']
    const [site] = sites.all
    if (!site) throw new Error('There is no site')
    const caller: ConsoleCaller = { site, person, signal: never }
    const stop = async () => {
      await close()
      await Promise.all([...site.upstreams.values()].map((upstream) => upstream.close()))
    }
    closers.push(stop)
    return {
      begin,
      stop,
      read: () => handlers.readNotifications({}, caller),
      set: (isOn: boolean, recipients: string[] = []) =>
        handlers.setNotifications({ isOn, days: [7, 90, 30, 14, 1], recipients }, caller),
      again: (notice: number) => handlers.sendNoticeAgain({ notice }, caller),
      explain: (certificate: string) => handlers.explainNotices({ certificate }, caller),
      mute: (page: string) => handlers.muteNotices({ page, isMuted: true }, caller),
      test: (to: string) => handlers.sendTestMail({ to }, caller),
      notices: async (): Promise<Notice[]> => {
        const { rows } = await handlers.listNotices({ page: 0, limit: 200 }, caller)
        return rows.filter(({ about }) => about === host)
      },
    }
  }
  const stopAll = () => Promise.all(closers.splice(0).map((stop) => stop()))
  const mailsTo = (address: string) => smtp.mails.filter((mail) => mail.includes(`To: ${address}`))
  const settled = (process: ReturnType<typeof startProcess>, wanted: object[]) =>
    expect.poll(process.notices, { timeout: 30_000, interval: 30 }).toMatchObject(wanted)

  test.skipIf(skip)('is off until somebody turns it on, and then says what it lacks', async () => {
    const process = startProcess({ mail: 'none', hasKey: false })
    expect(await process.read()).toMatchObject({
      mail: 'none',
      rule: { isOn: false, days: [90, 30, 14, 7, 1] },
      look: { state: 'never' },
    })
    await expect(process.test('a@example.com')).rejects.toThrow('TRIPTYCH_SMTP_URL')
    await process.set(true)
    await expect.poll(async () => (await process.read()).look.state).toBe('no-credential')
    await process.set(false)
    await stopAll()
  })

  test.skipIf(skip)('goes out once by two processes and through restarts, to the owner and who is named', async () => {
    now = Date.now() // 29 days are left
    const [first, second] = [startProcess(), startProcess()]
    await Promise.all([first.set(true, ['Desk@example.com']), second.read()])
    second.begin()
    await settled(first, [{ state: 'sent' }, { state: 'sent' }])
    for (let restart = 0; restart < 5; restart += 1) {
      await stopAll()
      const next = startProcess()
      next.begin()
      await expect.poll(async () => (await next.read()).look.at).toBe(now)
      now += 1000
      await expect.poll(async () => (await next.read()).look.at).toBe(now)
    }
    const [mail = ''] = mailsTo(`owner@${host}`)
    expect(mail).toMatch(new RegExp(`Subject: Certificate ${host} expires in 28 days`))
    expect(mail).not.toContain(keys.key)
    expect([mailsTo(`owner@${host}`).length, mailsTo('desk@example.com').length]).toEqual([1, 1])
    const asked = startProcess()
    const [told] = await asked.notices()
    expect(await asked.explain(told?.certificateId ?? '')).toMatchObject({
      rule: { isOn: true },
      look: { state: 'done' },
      rows: [{ state: 'sent' }, { state: 'sent' }],
    })
    await asked.mute(paths.certificate('0'))
    expect(await asked.explain('0')).toMatchObject({ rows: [], muted: { by: 'Ada', at: now } })
    await stopAll()
  })

  test.skipIf(skip)('is tried again while the mail server is away, at the next step', async () => {
    now = Date.now() + 17 * dayMs // 12 days
    const away = startProcess({ mail: byPort(1) })
    await away.set(true)
    await settled(away, [
      { state: 'failed', days: 14, attempts: 3, why: expect.stringContaining('cannot be used') as unknown },
      {},
      {},
    ])
    const [failed] = await away.notices()
    await stopAll()
    // A server that refuses the first connection and the recipient of the second, and then accepts.
    Object.assign(smtp.refuses, { connections: 1, recipients: 1 })
    const back = startProcess()
    await back.again(failed?.id ?? 0)
    await settled(back, [{ state: 'sent', days: 14, attempts: 3, why: '' }, {}, {}])
    expect(smtp.refuses).toEqual({ connections: 0, recipients: 0 })
    expect(mailsTo(`owner@${host}`)).toHaveLength(1)
    await stopAll()
  })

  test.skipIf(skip)('that was being sent when a process ended is unknown, and not sent again by itself', async () => {
    now = Date.now() + 23 * dayMs // 6 days
    let posts = 0
    const stuck: MailTransport = { by: 'smtp', post: () => ((posts += 1), new Promise(() => undefined)) }
    const killed = startProcess({ mail: stuck })
    closers.pop() // it never closes
    await killed.set(true)
    await settled(killed, [{ state: 'sending', days: 7 }, {}, {}, {}])
    await expect.poll(() => posts).toBe(1) // it is stored before the message leaves
    await database.db
      .$extendTables<{ lease: { name: string } }>()
      .deleteFrom('lease')
      .where('name', '=', 'notifications')
      .execute()
    now += 11 * 60_000
    const next = startProcess()
    next.begin()
    await settled(next, [
      { state: 'unknown', days: 7, why: expect.stringContaining('may have arrived') as unknown },
      {},
      {},
      {},
    ])
    expect([posts, mailsTo(`owner@${host}`).length]).toEqual([1, 0])
    await stopAll()
  })

  test.skipIf(skip)('ends with a successor, where no host tells what it serves', async () => {
    now = Date.now() + 28.5 * dayMs // half a day
    await issue(host, 397)
    const process = startProcess()
    process.begin()
    await expect.poll(async () => (await process.read()).look).toMatchObject({ state: 'done', at: now })
    expect((await process.notices()).map(({ days }) => days)).toEqual([7, 14, 30, 30])
    expect(smtp.mails).toEqual([])

    // A host presents the old one: what was issued is not served yet.
    const tables = services.database.db.$extendTables<KeyTables>()
    const issued = await tables
      .selectFrom('key_certificate')
      .select('id')
      .where('common_name', '=', host)
      .orderBy('not_after')
      .execute()
    const serve = (at: number) => {
      const place = { certificate_id: issued[at]?.id ?? 0, address: '192.0.2.1', seen_at: at }
      return tables
        .insertInto('key_certificate_place')
        .values({ ...place, host, port: 443 })
        .onConflict((conflict) => conflict.columns(['host', 'port']).doUpdateSet(place))
        .execute()
    }
    await serve(0)
    await expect.poll(() => mailsTo(`owner@${host}`).length).toBe(1)
    expect(mailsTo(`owner@${host}`).join()).toMatch(
      new RegExp(
        `expires within a day[^]+Served at: \\S+:443[^]+Successor: certificate ID ${issued[1]?.id}, valid until`,
      ),
    )
    await serve(1)
    await expect.poll(async () => (await process.read()).look).toMatchObject({ state: 'done', expiring: 0 })
    await stopAll()
  })
})

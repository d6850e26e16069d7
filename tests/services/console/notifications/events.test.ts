// Somebody is told of what happens beside certificates: once, in one mail a day where they want it, and of nothing that is muted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { GivenRule } from '#contract/console/notice-rules.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { Problem } from '#contract/problem.ts'
import { paths } from '#paths.ts'
import type { ConsoleCaller } from '#platform/console.ts'
import { type Database, openDatabase } from '#platform/database/open.ts'
import { openSites } from '#platform/upstream/sites.ts'
import { migrations } from '#server/migrations.ts'
import type { Found } from '#services/console/notifications/events/server-events.ts'
import { dueEventNotices } from '#services/console/notifications/due-notices.ts'
import { noticeStore } from '#services/console/notifications/notice-store.ts'
import { openNotifications } from '#services/console/notifications/open-notifications.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Mail, MailTransport } from '#services/mail/mail-transport.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'

const dayMs = 86_400_000
const patience = { timeout: 30_000, interval: 30 }
const device = (id: string, state = 'a', days?: number): Found => ({
  id: `silent ${id}`,
  state,
  kind: 'silent',
  urgent: false,
  title: `Till ${id}`,
  why: 'Enrolled device: no contact for 40 days',
  to: paths.device(id),
  days,
})

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('a notice of an event on $name', ({ name, skip }) => {
  let folder: string
  let database: Database
  let now = Date.parse('2027-03-01T12:00Z')
  let happened: Found[] | Problem = []
  const mails: Mail[] = []
  const posts: object[] = []
  let bounces = ''
  const closers: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    if (skip) return
    folder = await mkdtemp(join(tmpdir(), 'triptych-events-'))
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('events') : undefined
    database = await openDatabase({ url, folder, migrations })
  })
  afterEach(async () => {
    await stopAll()
    mails.length = 0
    posts.length = 0
    bounces = ''
    happened = []
    if (skip) return
    for (const table of ['console_notice', 'console_notice_rule', 'console_notice_mute'])
      await database.db.deleteFrom(table as never).execute()
  })
  afterAll(async () => {
    if (skip) return
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const stopAll = () => Promise.all(closers.splice(0).map((stop) => stop()))
  const mail: MailTransport = {
    by: 'smtp',
    post: (one) => {
      if (bounces) return Promise.resolve({ outcome: 'refused', why: bounces })
      mails.push(one)
      return Promise.resolve({ outcome: 'sent' })
    },
  }

  /** A process of the console. */
  function startProcess() {
    const connection = { name: 'vault', baseUrl: new URL('http://127.0.0.1:1'), dialect: defaultDialect }
    const [site] = openSites([{ name: 'one', title: 'Harbour', connections: { keys: connection } }]).all
    if (!site) throw new Error('There is no site')
    const { handlers, begin, close } = openNotifications({
      database: database.db.$extendTables<ConsoleTables>(),
      sites: { all: [site] } as unknown as ReturnType<typeof openSites>,
      bearerFor: () => Promise.resolve(undefined),
      places: paths,
      linkOf: (_site, page) => `https://console.example${page}`,
      findEvents: () => (happened instanceof Problem ? Promise.reject(happened) : Promise.resolve(happened)),
      mail,
      masterKey: Buffer.alloc(32),
      postWebhook: (_target, { content }) => {
        posts.push(content)
        return Promise.resolve({ outcome: 'sent' })
      },
      log: () => undefined,
      pace: { lookMs: 50, againMs: [0, 0] },
      clock: () => now,
    })
    const permissions = ['Common_Admin', 'MDM_Admin']
    const person = { name: 'Ada', permissions } as Partial<ConsoleCaller['person']> as ConsoleCaller['person']
    const caller: ConsoleCaller = { site, person, signal: new AbortController().signal }
    closers.push(close)
    const rule = (more: Partial<GivenRule & { rule: number }> = {}) => ({
      event: 'device-silent' as const,
      isOn: true,
      filter: '',
      days: [30],
      recipients: ['Desk@example.com'],
      webhooks: [],
      delivery: 'at-once' as const,
      ...more,
    })
    const rules = async () => (await handlers.listNoticeRules({}, caller)).rows.filter(({ id }) => id !== undefined)
    return {
      begin,
      handlers,
      caller,
      rules,
      save: async (more?: Parameters<typeof rule>[0]) => (await handlers.saveNoticeRule(rule(more), caller)).rule,
      explain: (page: string) => handlers.explainEvents({ page }, caller),
      mute: (page: string, isMuted: boolean) => handlers.muteNotices({ page, isMuted }, caller),
      /** All rules were looked at, from now on: the second look begins after the first has ended. */
      looked: async () => {
        for (let look = 0; look < 2; look += 1) {
          now += 1
          const since = now
          await expect
            .poll(async () => (await rules()).every(({ look: { at = 0 } }) => at >= since), patience)
            .toBe(true)
        }
      },
    }
  }
  const texts = () => mails.map(({ text }) => text)

  test.skipIf(skip)('goes out once by two processes and through restarts, with a link and no more', async () => {
    const [first, second] = [startProcess(), startProcess()]
    happened = [device('5', 'a', 40), device('6', 'a', 10)]
    await first.save({ days: [30, 90], filter: 'till 5' })
    second.begin()
    await expect.poll(texts, patience).toHaveLength(1)
    for (let restart = 0; restart < 3; restart += 1) {
      await stopAll()
      const next = startProcess()
      next.begin()
      await next.looked()
    }
    expect(mails).toMatchObject([{ to: 'desk@example.com', subject: 'A device is silent: Till 5' }])
    expect(mails[0]?.text).toContain('https://console.example/devices/5')
  })

  test.skipIf(skip)('names only the last step that has passed, and the next one again', async () => {
    const process = startProcess()
    happened = [device('5', 'a', 40)]
    await process.save({ days: [10, 30, 90] })
    await expect.poll(texts, patience).toHaveLength(1)
    happened = [device('5', 'a', 91)]
    await expect.poll(texts, patience).toHaveLength(2)
    const steps = async () => (await process.explain(paths.device('5'))).rows.map(({ days, state }) => [days, state])
    await expect.poll(steps, patience).toEqual([
      [90, 'sent'],
      [30, 'sent'],
    ])
  })

  test.skipIf(skip)('comes in one mail a day with everything else that is due', async () => {
    now = Date.parse('2027-03-01T12:00Z')
    const process = startProcess()
    happened = [device('5', 'a', 40), device('6', 'a', 40)]
    await process.save({ delivery: 'daily' })
    await process.looked()
    const { rows, reasons } = await process.explain(paths.device('5'))
    expect(rows).toMatchObject([{ state: 'waiting', nextAt: Date.parse('2027-03-02T07:00Z') }])
    expect(reasons.map(({ text }) => text)).toContain('It is pending, as listed.')
    now = Date.parse('2027-03-02T07:00:01Z')
    await expect.poll(texts, patience).toHaveLength(1)
    expect(mails).toMatchObject([{ subject: '2 notifications' }])
    expect(mails[0]?.text).toMatch(/Till 5[^]+Till 6/)
    // What its server does with it then, nobody knows here.
    const told = async () => (await process.explain(paths.device('5'))).reasons.map(({ text }) => text)
    await expect.poll(told, patience).toContain('Accepted by the mail server or webhook, as listed.')
  })

  test.skipIf(skip)('comes to a webhook in one message a day as well', async () => {
    now = Date.parse('2027-03-01T12:00Z')
    const process = startProcess()
    const given = { name: 'Desk', form: 'standard', url: 'https://hooks.example/x' } as const
    const { id: webhook } = await process.handlers.addWebhook(given, process.caller)
    happened = [device('5', 'a', 40), device('6', 'a', 40)]
    await process.save({ delivery: 'daily', recipients: [], webhooks: [webhook] })
    await process.looked()
    now = Date.parse('2027-03-02T07:00:01Z')
    await expect.poll(() => posts, patience).toHaveLength(1)
    expect(posts).toMatchObject([
      { type: 'digest', data: { notices: [{ data: { title: 'Till 5' } }, { data: { title: 'Till 6' } }] } },
    ])
  })

  test.skipIf(skip)('has no formula that a spreadsheet would evaluate, whatever a device is called', async () => {
    const process = startProcess()
    const given = { name: 'Table', form: 'standard', url: 'https://hooks.example/x' } as const
    const { id: webhook } = await process.handlers.addWebhook(given, process.caller)
    const title = '=HYPERLINK("https://evil.example","Till")'
    happened = [{ ...device('5', 'a', 40), title, why: '+1' }]
    await process.save({ webhooks: [webhook] })
    await expect.poll(() => [mails.length, posts.length], patience).toEqual([1, 1])
    expect(posts).toMatchObject([{ data: { title: `'${title}`, text: "'+1" } }])
    const [mail] = mails
    expect(mail?.subject).toContain(`: '${title}`)
    for (const cell of `${mail?.text}`.split(/[\n:]\s*/)) expect(cell).not.toMatch(/^[=+@-]/)
  })

  test.skipIf(skip)('that bounced says so, and is listed among those that failed', async () => {
    const process = startProcess()
    bounces = 'The recipient bounced: the mail server refused the address (550).'
    happened = [device('5', 'a', 40)]
    await process.save()
    const undelivered = async () => {
      const filter = { isUndelivered: true, page: 0, limit: 50 }
      return (await process.handlers.listNotices(filter, process.caller)).rows
    }
    await expect.poll(undelivered, patience).toMatchObject([{ state: 'failed', why: bounces }])
    const { reasons } = await process.explain(paths.device('5'))
    expect(reasons.map(({ text }) => text)).toContain(`desk@example.com could not be notified. ${bounces}`)
  })

  test.skipIf(skip)('leaves time for other work, however many there are', async () => {
    const store = noticeStore(database.db.$extendTables<ConsoleTables>(), () => now)
    const rule = {
      id: 1,
      event: 'device-silent',
      filter: '',
      days: [30],
      recipients: ['desk@example.com'],
      webhooks: [],
    } as never
    const wanted = dueEventNotices(
      rule,
      Array.from({ length: 1000 }, (_, n) => device(String(n), 'a', 40)),
      now,
    )
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await store.want('one', 1, wanted, '')
    expect(turns).toBeGreaterThanOrEqual(20)
    turns = 0
    await store.want('one', 1, [], 'Over')
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(20)
    const { rows, total } = await store.list('one', { page: 0, limit: 1 }, ['device-silent'])
    expect([rows[0]?.state, total]).toEqual(['skipped', 1000])
  })

  test.skipIf(skip)('is not sent of what is muted, and says by whom', async () => {
    const process = startProcess()
    await process.mute(paths.device('5'), true)
    happened = [device('5', 'a', 40), device('6', 'a', 40)]
    await process.save()
    await expect.poll(texts, patience).toHaveLength(1)
    expect(mails[0]?.text).not.toContain('Till 5')
    expect(await process.explain(paths.device('5'))).toMatchObject({ rows: [], muted: { by: 'Ada' }, mayMute: true })
    await process.mute(paths.device('5'), false)
    await expect.poll(texts, patience).toHaveLength(2)
  })

  test.skipIf(skip)('is not sent of a page below a muted one, as of the commands of a muted device', async () => {
    const process = startProcess()
    await process.mute(paths.device('5'), true)
    happened = ['5', '55'].map((id) => Object.assign(device(id), { to: `${paths.deviceCommands(id)}?entry=9` }))
    await process.save()
    await expect.poll(texts, patience).toHaveLength(1)
    await process.looked()
    expect(texts().join()).toContain('Till 55')
    expect(await process.explain(paths.deviceCommands('5'))).toMatchObject({ rows: [], muted: { by: 'Ada' } })
    await process.mute(paths.device('5'), false)
    await expect.poll(texts, patience).toHaveLength(2)
  })

  test.skipIf(skip)('is sent again when it happens again, at the earliest after a day', async () => {
    const process = startProcess()
    happened = [device('5', 'a', 40)]
    await process.save()
    await expect.poll(texts, patience).toHaveLength(1)
    happened = []
    await process.looked()
    happened = [device('5', 'a', 40)]
    await process.looked()
    expect(mails).toHaveLength(1)
    now += 2 * dayMs
    happened = []
    await process.looked()
    happened = [device('5', 'a', 40)]
    await expect.poll(texts, patience).toHaveLength(2)
  })

  test.skipIf(skip)('waits while its server does not answer, which is told where somebody asks', async () => {
    const process = startProcess()
    const why = async () => (await process.explain(paths.device('5'))).reasons.map(({ text }) => text)
    expect(await why()).toContain('There is no rule for it.')
    happened = new Problem('UNREACHABLE', 'The server cannot be reached', { service: 'mdm' })
    const rule = await process.save()
    await expect.poll(why, patience).toContainEqual(expect.stringContaining('could not be checked: The server cannot'))
    happened = []
    await expect.poll(why, patience).toContain('No such event had occurred by the last check.')
    await process.save({ rule, recipients: [] })
    expect(await why()).toContain('Its rule has no recipients.')
    await process.save({ rule, isOn: false })
    expect(await why()).toContain('Its rule is off.')
    await process.handlers.removeNoticeRule({ rule }, process.caller)
    await expect(process.handlers.removeNoticeRule({ rule }, process.caller)).rejects.toThrow('It was removed')
  })

  test.skipIf(skip)('has three rules that stand ready and are off, of which one is that of certificates', async () => {
    const { handlers, caller } = startProcess()
    const { rows } = await handlers.listNoticeRules({}, caller)
    expect(rows.map(({ event, isOn, id }) => [event, isOn, id])).toEqual([
      ['approval', false, undefined],
      ['job-failed', false, undefined],
    ])
    expect((await handlers.readNotifications({}, caller)).rule.isOn).toBe(false)
  })
})

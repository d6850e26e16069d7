// A job is an endpoint applied to many inputs, by the console, in the name of whoever started it.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { notPlanned, planning } from '#contract/console/jobs.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { callsOf, devices, type JobWorld, pace, startJobs } from './job-world.ts'

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('a job on $name', ({ name, skip }) => {
  let world: JobWorld
  let cookie: string
  beforeAll(async () => {
    if (skip) return
    const url = name === 'PostgreSQL' ? await (await startPostgres()).createDatabase('jobs') : undefined
    world = await startJobs(url ? { url } : {})
    cookie = await world.proxy.signIn('writer')
  })
  afterAll(() => world?.proxy.stop())

  test.skipIf(skip)('is sent a hundred devices at a time, and followed to what each device did', async () => {
    const { server, proxy } = world
    const items = devices(250).map((subject, at) =>
      Object.assign({ subject, label: `Till ${subject}` }, at >= 240 && { skip: 'The device is not managed' }),
    )
    const planned = await world.plan(cookie, 0, { items })
    expect(planned).toMatchObject({ state: 'planned', by: 'writer', total: 250, counts: { waiting: 240, skipped: 10 } })
    expect(server.sent).toEqual([])
    await world.call('console.startJob', { job: planned.id }, cookie)
    await world.until(planned.id, cookie, {
      state: 'ended',
      counts: { done: 240, skipped: 10, waiting: 0, accepted: 0 },
    })
    expect(server.sent.map(({ device_ids }) => device_ids.length)).toEqual([100, 100, 40])
    expect([...server.ledger().values()].every((times) => times.length === 1)).toBe(true)
    const [first] = await world.items(planned.id, cookie, { search: 'till D77' })
    expect(first).toMatchObject({ subject: 'd77', outcome: 'done', remark: 'Executed', evidence: '1000', attempts: 1 })
    const audit = proxy.tables.selectFrom('proxy_audit').select(['user_name', 'target'])
    const entries = await audit.where('action', '=', 'mdm.sendCommands').orderBy('id').execute()
    expect(entries).toEqual(
      ['100', '100', '40'].map((count) => ({
        user_name: 'writer',
        target: expect.stringMatching(
          new RegExp(`^action_name: scan, device_ids: ${count} .*, job: ${planned.id}$`),
        ) as unknown,
      })),
    )
  })

  test.skipIf(skip)(
    'what its server does not know stays unknown, and is sent again by the word of a person only',
    async () => {
      const { server } = world
      server.sent.length = 0
      server.instead = (_, response) => json(response, { error_code: 'COM0004' }, 500) && 'refused'
      const { id } = await world.start(cookie, 5)
      await world.until(id, cookie, { counts: { unknown: 5 } })
      server.instead = undefined
      await world.call('console.stopJob', { job: id }, cookie)
      expect(server.sent).toEqual([])
      await world.call('console.retryJob', { job: id, outcomes: ['unknown'] }, cookie)
      await world.until(id, cookie, { state: 'ended', counts: { done: 5 } })
      expect(server.sent).toHaveLength(1)
    },
  )

  test.skipIf(skip)(
    'hosts are asked 64 at a time, once more where no answer came, and each shows its jobs',
    async () => {
      const { proxy } = world
      const asked: string[][] = []
      proxy.keys.answer(({ body }, response) => {
        const hosts = [...body.matchAll(/^(h\d+) 443\r?$/gm)].map(([, host = '']) => host)
        asked.push(hosts)
        if (asked.length === 1) return response.destroy()
        const details = Object.fromEntries(
          hosts.map((host) => [host, host === 'h7' ? ['FAILURE', 'No'] : ['SUCCESS', 'Yes']]),
        )
        const result = { status: 'Success', message: 'asked' }
        return json(response, { name: 'sslCertFileBasedDiscovery', result, details, totalRows: hosts.length })
      })
      const items = devices(100).map((name) => ({ subject: `h${name.slice(1)}:443`, label: name }))
      const { id } = await world.start(cookie, 0, {
        endpoint: 'keys.discoverFromFile',
        input: { TIMEOUT: '5' },
        // One subject counts once, and takes no other one's place.
        items: [...items.slice(0, 50), ...items],
      })
      await world.until(id, cookie, { state: 'ended', total: 100, counts: { done: 99, failed: 1, unknown: 0 } })
      expect(asked.map(({ length }) => length)).toEqual([64, 64, 36])
      expect(await world.items(id, cookie, { outcome: 'failed' })).toMatchObject([
        { subject: 'h7:443', remark: 'No', attempts: 2 },
      ])
      const jobsOf = (kind: string, subject: string) => world.call('console.listJobs', { kind, subject }, cookie)
      expect(await jobsOf('tls-host', 'h7:443')).toMatchObject({
        total: 1,
        rows: [{ id, item: { outcome: 'failed' } }],
      })
      expect(await jobsOf('device', 'h7:443')).toMatchObject({ total: 0, rows: [] })
    },
  )

  test.skipIf(skip).each([
    { what: 'each given once', twice: 0 },
    { what: 'some given twice', twice: 7 },
  ])('shows each item on one page: $what', async ({ twice }) => {
    const given = devices(60)
    const items = [...given.slice(0, twice), ...given].map((subject, at) =>
      Object.assign({ subject, label: subject }, at % 3 === 0 && { skip: 'The device is not managed' }),
    )
    const { id } = await world.plan(cookie, 0, { items: items.slice(0, 40) })
    await world.plan(cookie, 0, { items: items.slice(30), job: id })
    const { counts } = await world.read(id, cookie)
    const shown = async (more: object) => {
      const pages = [0, 1, 2, 3, 4, 5, 6].map((page) => world.items(id, cookie, { limit: 10, page, ...more }))
      return (await Promise.all(pages)).flat().map(({ subject }) => subject)
    }
    expect(await shown({})).toEqual(given)
    const waiting = await shown({ outcome: 'waiting' })
    expect(waiting).toHaveLength(counts.waiting)
    const skipped = await shown({ outcome: 'skipped' })
    expect([...waiting, ...skipped].toSorted()).toEqual(given.toSorted())
    expect((await shown({ search: 'd1' })).toSorted()).toEqual(
      given.filter((subject) => subject.includes('d1')).toSorted(),
    )
    await world.call('console.removeJob', { job: id }, cookie)
  })

  test.skipIf(skip)('says so where the process that planned it has ended', async () => {
    const { proxy } = world
    const { id } = await world.plan(cookie, 3)
    const silent = { why_code: planning, why_message: 'The console reads the certificates.', changed_at: 1 }
    await proxy.tables.updateTable('console_job').set(silent).where('id', '=', id).execute()
    expect((await proxy.call('console.startJob', { job: id }, cookie)).value).toMatchObject({ field: 'job' })
    const other = await startProxy({ ownToken: true, jobPace: pace, beside: proxy })
    onTestFinished(() => other.stop())
    await world.until(id, cookie, { state: 'planned', why: { code: notPlanned } })
    await world.call('console.removeJob', { job: id }, cookie)
  })

  test.skipIf(skip)('goes on in another process when its own ends, and nothing is sent twice', async () => {
    const { server, proxy } = world
    server.sent.length = 0
    let calls = 0
    // The server takes the second call, and its answer never arrives.
    server.instead = () => (++calls === 2 ? 'silent' : undefined)
    const { id } = await world.start(cookie, 300)
    await expect.poll(() => calls, { timeout: 60_000 }).toBe(2)
    expect(await world.read(id, cookie)).toMatchObject({ counts: { sent: 100, waiting: 100 } })
    server.instead = undefined
    const other = await startProxy({ ownToken: true, jobPace: pace, beside: proxy })
    await proxy.close()
    await callsOf(other).until(id, cookie, { state: 'ended', counts: { done: 300, unknown: 0 } })
    expect(server.sent).toHaveLength(3)
    expect([...server.ledger().values()].every((times) => times.length === 1)).toBe(true)
    await other.stop()
  })
})

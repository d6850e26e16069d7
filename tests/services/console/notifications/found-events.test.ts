// How each event is found: by what servers answer to the console itself, and by what stands in its database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NoticeEvent, noticeEventNames } from '#contract/console/notice-events.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { discoverHost } from '#contract/keys/discovery.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import { paths } from '#paths.ts'
import { openSites, type Sites } from '#platform/upstream/sites.ts'
import { eventFinder, type EventSources } from '#services/console/notifications/events/find-events.ts'
import { json } from '../../../support/upstream.ts'
import { type JobWorld, startJobs } from '../jobs/job-world.ts'

const dayMs = 86_400_000
const now = Date.now()
const ago = (days: number) => now - days * dayMs
let world: JobWorld
let sites: Sites
let isIntact = true
/** Devices whose command failed, those that the server does not know, and those whose history was read. */
const failing = new Set<string>()
const gone = new Set<string>()
const histories: string[] = []
beforeAll(async () => {
  world = await startJobs()
  const { mdm, keys } = world.proxy
  mdm.answer(({ url }, response) => {
    const [, device = '', part] = /\/devices\/(s\d+)(\/commandhistory)?/.exec(url) ?? []
    if (part) {
      histories.push(device)
      if (gone.has(device)) return json(response, { error_code: 'COM0008' }, 404)
      const command = { command_history_id: '9', command_name: 'lock', added_time: ago(1) }
      const ended = failing.has(device) ? { command_status: 0, remarks: 'Refused' } : { command_status: 2 }
      return json(response, { commands: [{ ...command, ...ended }] })
    }
    if (device) return json(response, { device_id: device, device_name: `Till ${device}` })
    const devices = [
      { device_id: '5', device_name: 'Till 5', last_contact_time: ago(40) },
      { device_id: '6', device_name: 'Till 6', last_contact_time: ago(1) },
    ]
    return json(response, { devices, metadata: { total_record_count: 2 } })
  })
  keys.answer(({ url, body }, response) => {
    const name = url.split('?')[0]?.split('/').at(-1) ?? ''
    const rows: Record<string, object[]> = {
      listTlsHosts: (url + body).includes('bad')
        ? [
            { Host: 'shop.example', Port: 443, Problems: ['undeployed'] },
            { Host: 'old.example', Port: 443, Problems: ['self-signed'] },
          ]
        : [{ Host: 'web.example', Port: 443, Problems: ['renewed'] }],
      listHostKeys: [
        { ResourceName: 'web-1', Change: { Type: 'ssh-ed25519', Known: 'SHA256:old', Seen: 'SHA256:new' } },
      ],
      getAllSSHKeys: [{ KeyName: 'deploy', CreationTime: new Date(ago(400)).toISOString() }],
    }
    return json(response, { name, result: { status: 'Success', message: '' }, totalRows: 2, details: rows[name] ?? [] })
  })
  sites = openSites([
    {
      name: 'test',
      title: 'Test',
      connections: {
        mdm: { name: 'test-mdm', baseUrl: mdm.url, dialect: defaultDialect },
        keys: { name: 'test-keys', baseUrl: keys.url, dialect: defaultDialect },
      },
    },
  ])
})
afterAll(async () => {
  await sites?.close()
  await world?.proxy.stop()
})

const sources = (): EventSources => ({
  database: world.proxy.tables,
  bearerFor: () => Promise.resolve({ value: 'key', whose: 'console', isKey: true }),
  places: paths,
  health: {
    check: () =>
      Promise.resolve([
        {
          name: 'test-mdm',
          service: 'mdm',
          level: 'bad',
          findings: [
            { check: 'reach', level: 'bad', title: 'It cannot be reached', detail: '10.0.0.9', next: 'Start it.' },
          ],
        },
      ]),
    close: () => Promise.resolve([]),
  },
  keys: { stateOf: () => Promise.resolve({ source: 'console', since: 0, expiresAt: now + 5 * dayMs }) },
  watchedViews: () => Promise.resolve([]),
  verifyAudit: () => Promise.resolve({ intact: isIntact, entries: 1, head: '', problem: 'Entry 3 was changed' }),
  clock: () => now,
})
function finder() {
  const [site] = sites.all
  if (!site) throw new Error('There is no site')
  const events = eventFinder(sources())
  return (event: NoticeEvent, days: number[] = []) => events(site, event, days, new AbortController().signal)
}
const find = (event: NoticeEvent, days?: number[]) => finder()(event, days)
const shownBy = async (events: ReturnType<typeof finder>) =>
  (await events('command-failed')).map(({ title, why, to }) => [title, why, to])
const shown = async (event: NoticeEvent, days?: number[]) =>
  (await find(event, days)).map(({ title, why, to }) => [title, why, to])

const entry = (target: string, at: number) => ({
  at,
  target,
  site: 'test',
  user_name: 'ada',
  address: '',
  reason: '',
  ticket: '',
  code: '',
  hash: '',
  searched: '',
  action: 'mdm.sendCommand',
  result: 'done',
  revealed_to: null,
})
let lastEntry = 1_000_000
const addEntries = (entries: ReturnType<typeof entry>[]) =>
  world.proxy.tables
    .insertInto('proxy_audit')
    .values(entries.map((one) => Object.assign(one, { id: (lastEntry += 1) })))
    .execute()

describe('an event', () => {
  test('of servers is found in their responses', async () => {
    expect(await shown('device-silent', [30])).toEqual([
      ['Till 5', 'Enrolled device: no contact for 40 days', paths.device('5')],
    ])
    expect(await shown('undeployed')).toEqual([
      ['shop.example:443', 'TLS host: Deployed, not served', paths.tlsHost('shop.example:443')],
      ['web.example:443', 'TLS host: Renewed, not served', paths.tlsHost('web.example:443')],
    ])
    expect(await shown('unknown-certificate')).toEqual([
      ['old.example:443', 'TLS host: Self-signed', paths.tlsHost('old.example:443')],
    ])
    expect(await shown('host-key')).toMatchObject([
      ['web-1', expect.stringContaining('SHA256:new'), paths.sshHost('web-1')],
    ])
    expect(await shown('key-age', [365])).toEqual([['deploy', 'SSH key created 400 days ago', paths.sshKey('deploy')]])
    expect(await shown('key-age', [500])).toEqual([])
  })

  test('of a command is found on every device that was sent one in the last week', async () => {
    const at = ago(1)
    const entries = Array.from({ length: 250 }, (_, n) => entry(`device_id: s${n + 1}, action_name: lock`, at))
    await addEntries([entry('device_id: s0, action_name: lock', ago(8)), ...entries])
    failing.add('s1').add('s0')
    gone.add('s2')
    const events = finder()
    expect(await shownBy(events)).toEqual([
      ['Lock failed', 'Till s1: Refused', expect.stringContaining(paths.deviceCommands('s1'))],
    ])
    expect(histories.splice(0)).toHaveLength(250)
    // What has ended is not read again, until the device is sent something.
    await addEntries([entry('device_id: s3, action_name: lock', at)])
    failing.add('s3')
    expect(await shownBy(events)).toHaveLength(2)
    expect(histories).toEqual(['s3'])
  })

  test('of a command of a job is found among its items, each with its device', async () => {
    const cookie = await world.proxy.signIn('writer')
    const { id: job } = await world.plan(cookie, 60)
    const before = (await find('command-failed')).length
    const set = (upTo: number, item: object) =>
      world.proxy.tables
        .updateTable('console_job_item')
        .set({ sent_at: ago(2), look_at: 0, ...item })
        .where('job', '=', job)
        .where('n', '<=', upTo)
        .execute()
    const count = (counts: object) =>
      world.proxy.tables.updateTable('console_job').set(counts).where('id', '=', job).execute()
    await set(3, { outcome: 'accepted', remark: 'Scheduled' })
    await set(2, { outcome: 'unknown', remark: '' })
    await set(1, { outcome: 'failed', remark: 'Refused', evidence: '77' })
    await count({ accepted: 1, unknown: 1, failed: 1, changed_at: now })
    const about = (device: string) => expect.stringContaining(paths.deviceCommands(device)) as string
    expect((await shown('command-failed')).slice(0, 3)).toEqual([
      ['Command to Till d1 failed', 'Refused. Job: Scan', `${paths.deviceCommands('d1')}?entry=77&sent=${ago(2)}`],
      ['Command to Till d2 may not have been sent', 'No response from the server. Job: Scan', about('d2')],
      ['Command to Till d3 is pending', 'Sent more than a day ago, not complete. Job: Scan', about('d3')],
    ])
    // An unknown result that is still looked up, and a command of today, are none.
    await set(2, { outcome: 'unknown', look_at: now })
    await set(1, { outcome: 'accepted', sent_at: now })
    expect(await find('command-failed')).toHaveLength(before + 1)
    await set(60, { outcome: 'failed', remark: 'Refused' })
    await count({ accepted: 0, unknown: 0, failed: 60 })
    const all = await shown('command-failed')
    expect(all).toHaveLength(before + 51)
    expect(all).toContainEqual(['More than 50 commands failed', 'Job: Scan', paths.job(String(job))])
    await count({ failed: 0 })
  })

  test('of the console itself is found in its database, and contains no address', async () => {
    expect(await shown('connection')).toEqual([
      ['Connection test-mdm', 'It cannot be reached: Start it.', paths.connections],
    ])
    expect(await shown('api-key')).toMatchObject([
      ['API key of test-mdm', 'Expires in 5 days', expect.stringContaining(paths.apiKeys)],
      ['API key of test-keys', 'Expires in 5 days', expect.stringContaining(paths.apiKeys)],
    ])
    expect(await shown('audit-broken')).toEqual([])
    isIntact = false
    expect(await shown('audit-broken')).toMatchObject([
      ['The audit hash chain is broken', 'Entry 3 was changed. Compare with a backup.', paths.audit],
    ])
    const cookie = await world.proxy.signIn('writer')
    const { id } = await world.plan(cookie, 3)
    await world.proxy.tables
      .updateTable('console_job')
      .set({ state: 'ended', ended_at: now, failed: 2, unknown: 1 })
      .where('id', '=', id)
      .execute()
    expect(await shown('job-failed')).toEqual([['Scan', 'Job ended: 2 failed, 1 unknown', paths.job(String(id))]])
  })

  test('of a job does not include what a check or a discovery found', async () => {
    const cookie = await world.proxy.signIn('writer')
    const { id } = await world.plan(cookie, 3)
    const jobs = world.proxy.tables.updateTable('console_job').where('id', '=', id)
    const before = (await shown('job-failed')).length
    for (const { id: endpoint } of [getDeviceSecurity, discoverHost]) {
      await jobs.set({ state: 'ended', ended_at: now, endpoint, failed: 1900, unknown: 0 }).execute()
      expect(await shown('job-failed')).toHaveLength(before)
      await jobs.set({ unknown: 1 }).execute()
      expect(await shown('job-failed')).toContainEqual(['Scan', 'Job ended: 1 unknown', paths.job(String(id))])
    }
  })

  test('that a server does not report says why, and every event has a detection', async () => {
    world.proxy.keys.answer((_, response) => json(response, { error: 'gone' }, 500))
    await expect(find('host-key')).rejects.toThrow()
    world.proxy.mdm.answer((_, response) => json(response, { devices: [], metadata: { total_record_count: 0 } }))
    for (const event of noticeEventNames) await find(event, [30]).catch(() => [])
  })
})

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
beforeAll(async () => {
  world = await startJobs()
  const { mdm, keys } = world.proxy
  mdm.answer(({ url }, response) => {
    if (url.includes('/commandhistory'))
      return json(response, {
        commands: [
          { command_history_id: '9', command_name: 'lock', command_status: 0, added_time: ago(1), remarks: 'Refused' },
        ],
      })
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
const find = (event: NoticeEvent, days: number[] = []) => {
  const [site] = sites.all
  if (!site) throw new Error('There is no site')
  return eventFinder(sources())(site, event, days, new AbortController().signal)
}
const shown = async (event: NoticeEvent, days?: number[]) =>
  (await find(event, days)).map(({ title, why, to }) => [title, why, to])

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

  test('of a command is found in the history of devices with sent commands', async () => {
    expect(await shown('command-failed')).toEqual([])
    const entry = {
      at: now,
      site: 'test',
      user_name: 'ada',
      address: '',
      reason: '',
      ticket: '',
      code: '',
      hash: '',
      searched: '',
    }
    await world.proxy.tables
      .insertInto('proxy_audit')
      .values({
        ...entry,
        id: 1_000_000,
        action: 'mdm.sendCommand',
        target: 'device_id: 5',
        result: 'done',
        revealed_to: null,
      })
      .execute()
    expect(await shown('command-failed')).toMatchObject([
      ['Lock failed', 'Refused', expect.stringContaining(paths.deviceCommands('5'))],
    ])
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

// A discovery that is repeated tells what is new since the run before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#paths.ts'
import { discoveryChanges, jobsFailed } from '#services/console/notifications/events/own-events.ts'
import { json } from '../../../support/upstream.ts'
import { type ScheduleWorld, startSchedules } from './schedule-world.ts'

let world: ScheduleWorld
beforeAll(async () => {
  world = await startSchedules()
})
afterAll(() => world.stop())

test('new, changed and missing certificates are counted per host', async () => {
  const certificate = (CertID: number, name: string, host: string) => ({
    CertID,
    'Common Name': name,
    'DNS Name/FQDN': host,
    Port: 443,
  })
  const inventory = [
    certificate(1, 'a', 'a.example'),
    certificate(2, 'b', 'b.example'),
    certificate(3, 'c', 'C.example'),
  ]
  const silent = new Set<string>(['d.example'])
  world.proxy.keys.answer(({ method, body }, response) => {
    const ok = { name: 'sslCertFileBasedDiscovery', result: { status: 'Success', message: 'Done' } }
    if (method === 'GET') return json(response, { ...ok, details: inventory, totalRows: inventory.length })
    const hosts = [...body.matchAll(/^(\S+) 443$/gm)].map(([, host = '']) => host)
    const details: Record<string, string[]> = {}
    for (const host of hosts) details[host] = [silent.has(host) ? 'Failure' : 'Success', '']
    return json(response, { ...ok, details })
  })
  const cookie = await world.proxy.signIn('writer')
  const items = ['a', 'b', 'c', 'd'].map((name) => ({ subject: `${name}.example:443`, label: name }))
  const discovery = { endpoint: 'keys.discoverFromFile', title: 'Discovery', input: { TIMEOUT: '5' }, items }
  const { id } = await world.create(cookie, { kind: 'daily', time: '02:00' }, {}, 0, discovery)

  world.setTime('2027-03-02T01:00Z')
  await world.untilRuns(id, cookie, [{ found: { isFirst: true, added: 3, changed: 0, lost: 0, places: [] } }])

  silent.clear()
  silent.add('b.example')
  inventory.push(certificate(4, 'new of a', 'a.example'), certificate(5, 'd', 'd.example'))
  world.setTime('2027-03-03T01:00Z')
  await world.untilRuns(id, cookie, [
    {
      found: {
        isFirst: false,
        added: 1,
        changed: 1,
        lost: 1,
        places: [
          { place: 'a.example:443', change: 'changed', name: 'new of a' },
          { place: 'b.example:443', change: 'lost', name: '' },
          { place: 'd.example:443', change: 'added', name: 'd' },
        ],
      },
    },
    { found: { isFirst: true } },
  ])

  // Notified as what it is, and not as a failed job or schedule.
  const asked = [world.proxy.tables, 'test', paths, Date.now] as const
  expect((await discoveryChanges(...asked)).map(({ title, why, to }) => [title, why, to])).toEqual([
    [
      'Scan tills',
      'Hosts since the run before: 1 new, 1 changed, 1 no longer with a certificate',
      paths.schedule(String(id)),
    ],
  ])
  expect(await jobsFailed(...asked)).toEqual([])
})

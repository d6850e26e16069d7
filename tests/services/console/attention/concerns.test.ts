// What needs attention, read by the console for each person: the same in every browser, and told where it is not known.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { listConcerns } from '#contract/attention/list-concerns.ts'
import type { Output } from '#contract/endpoint.ts'
import { desktopAnswers, type Proxy, startProxy } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'

const dayMs = 86_400_000
const daysAgo = (days: number) => Date.now() - days * dayMs
type Row = Record<string, unknown>
const served = { devices: [] as Row[], computers: [] as Row[], certificates: [] as Row[] }

let proxy: Proxy
beforeEach(async () => {
  proxy = await startProxy()
  Object.assign(served, { devices: [], computers: [], certificates: [] })
  proxy.mdm.answer(sorting)
  proxy.desktop.answer(
    computersOf((rows, status) => rows.filter(({ installation_status: is }) => String(is) === status)),
  )
  proxy.keys.answer(({ url }, response) => {
    const name = /\/(\w+)(\?|$)/.exec(url)?.[1] ?? ''
    if (name !== 'getAllSSLCertificates') return json(response, {}, 404)
    const { certificates: details } = served
    return json(response, { name, result: { status: 'Success', message: '' }, details, totalRows: details.length })
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await proxy.stop()
})

const device = (id: number, days: number, managed_status = 2) => ({
  device_id: `${id}`,
  device_name: `Phone ${id}`,
  managed_status,
  last_contact_time: daysAgo(days),
})
const computer = (id: number, days: number, installation_status = 22) => ({
  resource_id: id,
  resource_name: `PC-${id}`,
  installation_status,
  agent_last_contact_time: daysAgo(days),
})
const byContact = (rows: readonly Row[], name: string) =>
  rows.toSorted((one, other) => Number(one[name]) - Number(other[name]))

/** A device server that sorts and filters, and pages. */
const sorting: Answer = ({ url }, response) => {
  const asked = new URL(url, 'http://test').searchParams
  const status = asked.get('managed_status')
  const meant = status
    ? served.devices.filter(({ managed_status: is }) => status.split(',').includes(String(is)))
    : served.devices
  return page(asked.has('sort') ? byContact(meant, 'last_contact_time') : meant)({ url } as never, response)
}
const page =
  (rows: readonly Row[]): Answer =>
  ({ url }, response) => {
    const asked = new URL(url, 'http://test').searchParams
    const [offset, limit] = [Number(asked.get('offset') ?? 0), Number(asked.get('limit') ?? 50)]
    json(response, { devices: rows.slice(offset, offset + limit), metadata: { total_record_count: rows.length } })
  }
const computersOf =
  (filtered: (rows: readonly Row[], status: string) => readonly Row[]): Answer =>
  (request, response) => {
    if (!request.url.includes('/som/computers')) return desktopAnswers(request, response)
    const asked = new URL(request.url, 'http://test').searchParams
    const status = asked.get('installstatusfilter')
    const computers = byContact(
      status ? filtered(served.computers, status) : served.computers,
      'agent_last_contact_time',
    )
    return json(response, {
      message_type: 'computers',
      message_response: { total: computers.length, computers },
      message_version: '1.0',
      status: 'success',
    })
  }

type Concerns = Output<typeof listConcerns>
const answerTo = async (cookie: string) => {
  const { status, value } = await proxy.call('console.listConcerns', {}, cookie)
  expect([status, value]).toMatchObject([200, {}])
  return value as unknown as Concerns
}
/** Once every server has answered, as a page asks for them. */
const concernsOf = async (cookie: string): Promise<Concerns> => {
  const concerns = await answerTo(cookie)
  return concerns.waiting.length > 0 ? concernsOf(cookie) : concerns
}
const silentOf = ({ rows }: Concerns) => rows.filter(({ kind }) => kind === 'silent').map(({ title }) => title)
const callsTo = (name: 'mdm' | 'keys' | 'desktop') =>
  proxy[name].received.filter(({ url }) => !/auth|\/desktop\/account/.test(url))

test('are the same in every browser of a person, with a reason and a link each', async () => {
  served.devices = [device(1, 40), device(2, 3), device(3, 90, 5)]
  served.computers = [computer(7, 31), computer(8, 1), computer(9, 200, 29)]
  const [office, home] = [await proxy.signIn('chief'), await proxy.signIn('chief')]
  const concerns = await concernsOf(office)
  expect(concerns.rows).toMatchObject([
    { kind: 'failed', title: 'PC-9', to: '/desktops/computers/9' },
    { kind: 'silent', title: 'Phone 1', why: 'Enrolled device: no contact for 40 days', to: '/devices/1' },
    { kind: 'silent', title: 'PC-7', why: 'Agent: no contact for 31 days', to: '/desktops/computers/7' },
  ])
  expect(concerns).toMatchObject({ failed: [], notAllowed: [] })
  expect((await concernsOf(home)).rows).toEqual(concerns.rows)
})

test('are read with the rights of the person', async () => {
  served.devices = [device(1, 40)]
  const { rows, notAllowed } = await concernsOf(await proxy.signIn('nobody'))
  expect(rows).toEqual([])
  expect(notAllowed).toEqual(
    expect.arrayContaining(['certificates', 'TLS hosts', 'silent devices', 'silent desktops', 'commands']) as string[],
  )
  expect([...callsTo('mdm'), ...callsTo('keys'), ...callsTo('desktop')]).toEqual([])
})

test('of one server are missing while it is away: stated once, with the others told, and read again at once', async () => {
  served.devices = [device(1, 40)]
  served.computers = [computer(7, 31)]
  const cookie = await proxy.signIn('chief')
  const works = computersOf((rows) => rows)
  proxy.desktop.answer((request, response) =>
    request.url.includes('/som/computers') ? json(response, {}, 503) : works(request, response),
  )
  const away = await concernsOf(cookie)
  expect(away.failed).toEqual([
    { whats: ['silent desktops', 'desktops without an agent'], message: expect.any(String) as string },
  ])
  expect(silentOf(away)).toEqual(['Phone 1'])
  proxy.desktop.answer(
    computersOf((rows, status) => rows.filter(({ installation_status: is }) => String(is) === status)),
  )
  const back = await concernsOf(cookie)
  expect(back.failed).toEqual([])
  expect(silentOf(back)).toEqual(['Phone 1', 'PC-7'])
})

describe('of a server that does not answer', () => {
  /** The device server answers only once it is told to. */
  const hang = () => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    proxy.mdm.answer((request, response) => void promise.then((answer) => answer(request, response)))
    return { answer: resolve }
  }
  const devicesAsked = () => callsTo('mdm').filter(({ method }) => method === 'GET').length
  /** Once the other servers, which may be slow in a test, have answered. */
  const ofOthers = async (cookie: string): Promise<Concerns> => {
    const concerns = await answerTo(cookie)
    if (concerns.waiting.some((what) => what.includes('desktops'))) return ofOthers(cookie)
    expect(concerns.waiting).toContain('silent devices')
    return concerns
  }
  beforeEach(() => {
    served.devices = [device(1, 40)]
    served.computers = [computer(7, 31)]
  })

  test('are named as waiting while those of the others are told, and follow when it answers', async () => {
    const server = hang()
    const cookie = await proxy.signIn('chief')
    const first = await ofOthers(cookie)
    expect(silentOf(first)).toEqual(['PC-7'])
    expect(first.failed).toEqual([])
    expect((await answerTo(cookie)).waiting).toEqual(['silent devices'])
    expect(devicesAsked()).toBe(1)
    server.answer(sorting)
    expect(silentOf(await concernsOf(cookie))).toEqual(['Phone 1', 'PC-7'])
  })

  test('are told with the reason when it fails late', async () => {
    const server = hang()
    const cookie = await proxy.signIn('chief')
    await ofOthers(cookie)
    server.answer((_request, response) => json(response, {}, 503))
    const { failed, waiting } = await concernsOf(cookie)
    expect({ failed, waiting }).toMatchObject({ failed: [{ whats: ['silent devices'] }], waiting: [] })
  })

  test('are told as last known while it is asked again', async () => {
    const cookie = await proxy.signIn('chief')
    expect(silentOf(await concernsOf(cookie))).toEqual(['Phone 1', 'PC-7'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
    const server = hang()
    expect(silentOf(await ofOthers(cookie))).toEqual(['Phone 1', 'PC-7'])
    served.devices = []
    server.answer(sorting)
    expect(silentOf(await concernsOf(cookie))).toEqual(['PC-7'])
  })

  test('are not told as last known after a change', async () => {
    const cookie = await proxy.signIn('chief')
    expect(silentOf(await concernsOf(cookie))).toEqual(['Phone 1', 'PC-7'])
    await proxy.call('mdm.updateDevice', { device_id: '1', device_name: 'Till' }, cookie)
    const server = hang()
    expect(silentOf(await ofOthers(cookie))).toEqual(['PC-7'])
    server.answer(sorting)
  })
})

test('ask no server again within a minute, until a change through this console', async () => {
  served.devices = [device(1, 40)]
  const cookie = await proxy.signIn('chief')
  await concernsOf(cookie)
  const devicesAsked = () => callsTo('mdm').filter(({ method }) => method === 'GET').length
  const asked = devicesAsked()
  served.devices = []
  expect(silentOf(await concernsOf(cookie))).toEqual(['Phone 1'])
  expect(devicesAsked()).toBe(asked)

  await proxy.call('mdm.updateDevice', { device_id: '1', device_name: 'Till' }, cookie)
  expect(silentOf(await concernsOf(cookie))).toEqual([])

  served.devices = [device(2, 50)]
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect(silentOf(await concernsOf(cookie))).toEqual(['Phone 2'])
})

test('are told with the kinds of which there may be more', async () => {
  served.devices = Array.from({ length: 30 }, (_, at) => device(at, 60 + at))
  served.computers = [computer(1, 90)]
  const cookie = await proxy.signIn('chief')
  const concerns = await concernsOf(cookie)
  expect(silentOf(concerns)).toHaveLength(26)
  expect(concerns.limited).toEqual(['silent devices'])
})

describe('on a server with the documented operations only', () => {
  const fewer = (rows: readonly Row[], ...without: string[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name))))

  test('devices that it neither sorts nor filters are sorted here', async () => {
    served.devices = [
      device(1, 1),
      ...Array.from({ length: 300 }, (_, at) => device(10 + at, 2)),
      device(2, 77),
      device(3, 99, 5),
    ]
    proxy.mdm.answer((request, response) => page(served.devices)(request, response))
    const { failed, ...concerns } = await concernsOf(await proxy.signIn('chief'))
    expect(silentOf({ failed, ...concerns })).toEqual(['Phone 2'])
    expect(failed).toEqual([])
  })

  test('devices that it rejects to sort are sorted here', async () => {
    served.devices = [device(1, 1), device(2, 77)]
    proxy.mdm.answer((request, response) =>
      /sort|managed_status|exclude_removed/.test(request.url)
        ? json(response, { error_code: 'COM0003', error_description: 'Unknown parameter' }, 400)
        : page(served.devices)(request, response),
    )
    expect(silentOf(await concernsOf(await proxy.signIn('chief')))).toEqual(['Phone 2'])
  })

  test('too many devices to be sorted here are unknown, and not few', async () => {
    served.devices = Array.from({ length: 2500 }, (_, at) => device(at, at % 50))
    proxy.mdm.answer((request, response) => page(served.devices)(request, response))
    const concerns = await concernsOf(await proxy.signIn('chief'))
    expect(silentOf(concerns)).toEqual([])
    expect(concerns.failed).toMatchObject([
      { whats: ['silent devices'], message: expect.stringContaining('does not sort') as string },
    ])
  })

  test('what rows do not carry is not reported, and nobody is called silent for it', async () => {
    const devices = [device(1, 40), device(2, 50), { ...device(3, 9), is_removed: true }]
    served.devices = fewer(devices, 'last_contact_time', 'managed_status')
    served.computers = fewer([computer(7, 31), computer(8, 31)], 'agent_last_contact_time', 'installation_status')
    proxy.mdm.answer((request, response) => page(served.devices)(request, response))
    proxy.desktop.answer(computersOf((rows) => rows))
    const { rows, failed, notReported } = await concernsOf(await proxy.signIn('chief'))
    expect(rows).toEqual([])
    expect(failed).toEqual([])
    expect(notReported).toEqual(
      expect.arrayContaining(['silent devices', 'silent desktops', 'desktops without an agent']) as string[],
    )
  })

  test('desktops whose rows do not say whether they have an agent are not reported', async () => {
    served.computers = fewer([computer(7, 31), computer(8, 31)], 'installation_status')
    proxy.desktop.answer(computersOf((rows) => rows))
    const { notReported } = await concernsOf(await proxy.signIn('chief'))
    expect(notReported).toEqual(expect.arrayContaining(['silent desktops', 'desktops without an agent']) as string[])
  })
})

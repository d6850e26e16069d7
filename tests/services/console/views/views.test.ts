// Views that several people share, and what the console does with them in the name of whoever asks.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { unzipped } from '#components/bulk/archive.ts'
import type { Job } from '#contract/console/jobs.ts'
import type { View } from '#contract/console/views/views.ts'
import type { Mail } from '#services/mail/mail-transport.ts'
import { desktopAnswers, startProxy, token } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { callsOf, pace } from '../jobs/job-world.ts'

const patience = { timeout: 60_000, interval: 50 }
const mails: Mail[] = []
let world: Awaited<ReturnType<typeof startWorld>>

async function startWorld() {
  const proxy = await startProxy({
    ownToken: true,
    jobPace: pace,
    mail: {
      by: 'smtp',
      post: (mail) => {
        mails.push(mail)
        return Promise.resolve({ outcome: 'sent' })
      },
    },
  })
  const calls = callsOf(proxy)
  const state = { devices: [] as object[], isAway: false, hasTotal: true }
  proxy.mdm.answer(({ url }, response) => {
    if (state.isAway) return json(response, { error_code: 'COM0009' }, 503)
    const asked = new URL(url, 'http://mdm.test').searchParams
    const [offset, limit] = [Number(asked.get('offset') ?? 0), Number(asked.get('limit') ?? 50)]
    return json(response, {
      devices: state.devices.slice(offset, offset + limit),
      ...(state.hasTotal && { metadata: { total_record_count: state.devices.length } }),
    })
  })
  proxy.desktop.answer((request, response) => {
    const { username } = JSON.parse(request.body || '{}') as { username?: string }
    if (username !== 'mona') return desktopAnswers(request, response)
    return json(response, JSON.stringify(token('mona')).replace('"email":""', '"email":"Mona@example.com"'))
  })
  const save = async (cookie: string, more: object = {}) => {
    const question = { list: 'mdm.listDevices', input: { platform: 'android' }, columns: ['user', 'device_name'] }
    const view = { name: 'Silent phones', page: '/devices', search: 'platform=android', audience: 'me', question }
    return (await calls.call<{ view: number }>('console.saveView', { ...view, ...more }, cookie)).view
  }
  const list = async (cookie: string) => (await calls.call<{ rows: View[] }>('console.listViews', {}, cookie)).rows
  return { proxy, ...calls, state, save, list }
}
const devices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ device_id: String(at + 1), device_name: `Till ${at + 1}` }))

beforeAll(async () => {
  world = await startWorld()
})
afterEach(async () => {
  Object.assign(world.state, { devices: [], isAway: false, hasTotal: true })
  mails.length = 0
  for (const table of ['console_view', 'console_view_watch', 'console_notice', 'console_notice_rule'] as const)
    await world.proxy.tables.deleteFrom(table).execute()
})
afterAll(() => world.proxy.stop())

test('a shared view is visible to those it is shared with, under the name of its owner, and to nobody else', async () => {
  const { proxy, save, list } = world
  const [chief, writer] = [await proxy.signIn('chief'), await proxy.signIn('writer')]
  const reader = await proxy.signIn('reader')
  await save(chief, { name: 'For all', audience: 'site' })
  const forWriters = await save(chief, { name: 'For writers', audience: 'MDM_Write' })
  await save(chief, { name: 'Mine' })
  const namesOf = async (cookie: string) => (await list(cookie)).map(({ name, by, isMine }) => [name, by, isMine])
  expect(await namesOf(chief)).toEqual([
    ['For all', 'chief', true],
    ['For writers', 'chief', true],
    ['Mine', 'chief', true],
  ])
  expect(await namesOf(writer)).toEqual([
    ['For all', 'chief', false],
    ['For writers', 'chief', false],
  ])
  expect(await namesOf(reader)).toEqual([['For all', 'chief', false]])
  for (const [row, input] of [
    ['countView', { view: forWriters }],
    ['pinView', { view: forWriters, isPinned: true }],
    ['watchView', { view: forWriters, isWatched: true }],
    ['removeView', { view: forWriters }],
  ] as const)
    expect((await proxy.call(`console.${row}`, input, reader)).value).toMatchObject({ code: 'NOT_FOUND' })
  const change = { view: forWriters, name: 'x', page: '/devices', search: '', audience: 'site' }
  expect((await proxy.call('console.saveView', change, writer)).value).toMatchObject({ code: 'NOT_FOUND' })
  expect((await proxy.call('console.removeView', { view: forWriters }, writer)).status).toBe(403)
})

test('filters are sealed in the database, and only lists can be queried', async () => {
  const { proxy, save } = world
  const cookie = await proxy.signIn('chief')
  await save(cookie, { search: 'search=grace.hopper' })
  expect(JSON.stringify(await proxy.tables.selectFrom('console_view').selectAll().execute())).not.toContain('hopper')
  const question = (list: string, input = {}) => ({ question: { list, input, columns: [] } })
  for (const [given, code] of [
    [question('mdm.wipeDevices'), 'INVALID_INPUT'],
    [question('mdm.listDevices', { managed_status: 'x' }), 'INVALID_INPUT'],
  ] as const) {
    const view = { name: 'x', page: '/devices', search: '', audience: 'me', ...given }
    expect((await proxy.call('console.saveView', view, cookie)).value).toMatchObject({ code })
  }
  for (const given of [{ page: '//evil.example/devices' }, { name: 'x\nBcc: a@evil.example' }, { search: 'a=\n' }]) {
    const view = { name: 'x', page: '/devices', search: '', audience: 'site', ...given }
    expect((await proxy.call('console.saveView', view, cookie)).status, JSON.stringify(given)).toBe(400)
  }
})

test('a view is counted with the permissions of its viewer, and a failure is no number', async () => {
  const { proxy, call, save, list, state } = world
  const [chief, reader] = [await proxy.signIn('chief'), await proxy.signIn('reader')]
  const nobody = await proxy.signIn('nobody')
  const view = await save(chief, { audience: 'site' })
  state.devices = devices(450)
  await call('console.pinView', { view, isPinned: true }, reader)
  expect(await list(reader)).toMatchObject([{ isPinned: true }])
  expect(await list(chief)).toMatchObject([{ isPinned: false }])
  expect(await call('console.countView', { view }, reader)).toEqual({ count: 450, isMore: false })
  state.hasTotal = false
  expect(await call('console.countView', { view }, reader)).toEqual({ count: 200, isMore: true })
  expect((await proxy.call('console.countView', { view }, nobody)).value).toMatchObject({ code: 'FORBIDDEN' })
  state.isAway = true
  const { status, value } = await proxy.call('console.countView', { view }, reader)
  expect([status >= 400, value.count]).toEqual([true, undefined])
})

test('a long list is exported page by page as a job, also after its owner has signed out, and for nobody else', async () => {
  const { proxy, call, until, state } = world
  const cookie = await proxy.signIn('reader')
  state.devices = [
    { device_id: '0', device_name: '=cmd()', user: { user_name: 'Ada, "A"' }, token: 't0p' },
    ...devices(449),
  ]
  const item = { list: 'mdm.listDevices', input: {}, columns: ['device_name'], name: 'All devices' }
  const planned = { endpoint: 'console.exportRows', title: 'Export devices', input: {} }
  const items = [{ subject: 'mdm.listDevices', label: 'All devices', input: item }]
  const { id: job } = await call<Job>('console.planJob', { ...planned, items }, cookie)
  await call('console.startJob', { job }, cookie)
  await until(job, cookie, { state: 'ended', counts: { done: 1 }, files: { count: 1, isSecret: false } })
  const other = await proxy.signIn('chief')
  // What somebody exports is nothing that others may know of.
  for (const row of ['console.fetchJobFiles', 'console.readJob'])
    expect((await proxy.call(row, { job }, other)).status, row).toBe(404)
  const { bytes } = await proxy.call('console.fetchJobFiles', { job }, cookie)
  const [file] = unzipped(bytes)
  const [name, text] = [file?.name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(file?.bytes)]
  const lines = text.trimEnd().split('\r\n')
  expect([name, lines.length, new Set(lines).size]).toEqual(['All-devices.csv', 451, 451])
  expect(lines[0]).toMatch(/^\uFEFFdevice_name,device_id/)
  expect(lines[1]).toMatch(/^'=cmd\(\),0,.*"Ada, ""A"""/)
  expect(text).not.toContain('t0p')
})

test('a list of the console itself is exported after its owner has signed out', async () => {
  const { proxy, call, until, state } = world
  const [cookie, again] = [await proxy.signIn('reader'), await proxy.signIn('reader')]
  state.isAway = false
  proxy.keys.answer((_, response) =>
    json(response, { name: 'x', result: { status: 'Success', message: '' }, details: [], totalRows: 0 }),
  )
  const item = { list: 'console.findSshKeys', input: {}, columns: [], name: 'Keys' }
  const items = [{ subject: 'console.findSshKeys', label: 'Keys', input: item }]
  const planned = { endpoint: 'console.exportRows', title: 'Export', input: {}, items }
  const { id: job } = await call<Job>('console.planJob', planned, cookie)
  await call('console.startJob', { job }, cookie)
  await call('session.signOut', {}, cookie)
  await until(job, again, { state: 'ended', counts: { done: 1 } })
})

test('the results of a long job are exported as a job, too', async () => {
  const { proxy, call, plan, until } = world
  const cookie = await proxy.signIn('writer')
  const { id: long } = await plan(cookie, 450)
  const item = { list: 'console.listJobItems', input: { job: long }, columns: ['label', 'outcome'], name: 'Results' }
  const items = [{ subject: 'console.listJobItems', label: 'Results', input: item }]
  const planned = { endpoint: 'console.exportRows', title: 'Export results', input: {}, items }
  const { id: job } = await call<Job>('console.planJob', planned, cookie)
  await call('console.startJob', { job }, cookie)
  await until(job, cookie, { state: 'ended', counts: { done: 1 } })
  const { bytes } = await proxy.call('console.fetchJobFiles', { job }, cookie)
  const text = new TextDecoder().decode(unzipped(bytes)[0]?.bytes)
  const lines = text.trimEnd().split('\r\n')
  expect([lines.length, new Set(lines).size]).toEqual([451, 451])
  expect(lines[450]).toMatch(/^Till d450,waiting,/)
})

test.each([
  ['mdm.listUsers', {}],
  ['mdm.listGroupMembers', { group_id: '7' }],
])('a long list of %s is exported as a job, too', async (list, input) => {
  const { proxy, call, until, state } = world
  const cookie = await proxy.signIn('reader')
  state.devices = devices(450).map(({ device_id, device_name }) => ({
    device_id,
    user_id: device_id,
    name: device_name,
  }))
  const items = [{ subject: list, label: 'All', input: { list, input, columns: ['name'], name: 'All' } }]
  const planned = { endpoint: 'console.exportRows', title: 'Export', input: {}, items }
  const { id: job } = await call<Job>('console.planJob', planned, cookie)
  await call('console.startJob', { job }, cookie)
  await until(job, cookie, { state: 'ended', counts: { done: 1 } }, 20_000)
  const { bytes } = await proxy.call('console.fetchJobFiles', { job }, cookie)
  const lines = new TextDecoder().decode(unzipped(bytes)[0]?.bytes).trimEnd().split('\r\n')
  expect([lines.length, new Set(lines).size]).toEqual([451, 451])
})

test('the watcher of a view is notified once of rows that appear or leave, and not of existing ones', async () => {
  const { proxy, call, save, list, state } = world
  const cookie = await proxy.signIn('mona')
  const view = await save(cookie)
  state.devices = devices(3)
  await call('console.watchView', { view, isWatched: true }, cookie)
  const watch = async () => (await list(cookie))[0]?.watch
  await expect.poll(async () => (await watch())?.at ?? 0, patience).toBeGreaterThan(0)
  expect(await watch()).toMatchObject({ state: 'active', appeared: [], isTold: true })
  state.devices = [...devices(3).slice(1), { device_id: '9', device_name: 'Till 9' }]
  await lookAgain()
  await expect.poll(() => mails, patience).toHaveLength(1)
  expect(mails).toMatchObject([{ to: 'mona@example.com', subject: 'New in “Silent phones”: Till 9' }])
  expect(await watch()).toMatchObject({ appeared: [{ label: 'Till 9' }] })
  const before = (await watch())?.at ?? 0
  await lookAgain()
  await expect.poll(async () => ((await watch())?.at ?? 0) > before, patience).toBe(true)
  // A row that one look does not find may have been passed by; one that two do not find has left.
  await expect.poll(() => mails, patience).toHaveLength(2)
  expect(mails[1]).toMatchObject({ subject: 'No longer in “Silent phones”: Till 1' })
  expect(await watch()).toMatchObject({ appeared: [{ label: 'Till 9' }], left: [{ label: 'Till 1' }] })
  await lookAgain()
  expect(mails).toHaveLength(2)
})

test('the first two concurrent watches enable one rule', async () => {
  const { proxy, call, save } = world
  const cookies = await Promise.all(['mona', 'chief', 'reader'].map((name) => proxy.signIn(name)))
  const view = await save(cookies[0] ?? '', { audience: 'site' })
  await Promise.all(cookies.map((cookie) => call('console.watchView', { view, isWatched: true }, cookie)))
  const rules = proxy.tables.selectFrom('console_notice_rule').select('event')
  expect(await rules.execute()).toEqual([{ event: 'view-row' }])
})

test('rows of a private view are reported to its watcher, and to nobody else', async () => {
  const { proxy, call, save, list, state } = world
  const [mona, chief] = [await proxy.signIn('mona'), await proxy.signIn('chief')]
  state.devices = devices(1)
  for (const [name, audience] of [
    ['Quiet list', 'me'],
    ['Known list', 'site'],
  ]) {
    const view = await save(mona, { name, audience })
    await call('console.watchView', { view, isWatched: true }, mona)
  }
  await expect.poll(async () => (await list(mona)).every(({ watch }) => watch?.at), patience).toBe(true)
  state.devices = devices(2)
  await lookAgain(['boss@example.com'])
  await expect
    .poll(() => mails.map(({ to, text }) => [to, /Quiet list/.test(text), /Known list/.test(text)]), patience)
    .toEqual(
      expect.arrayContaining([
        ['mona@example.com', true, true],
        ['boss@example.com', false, true],
      ]),
    )
  expect(mails).toHaveLength(2)
  const { rows } = await call<{ rows: object[] }>('console.listNotices', { page: 0, limit: 50 }, chief)
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('Quiet list')
})

test('a watch of a view that is no longer shared says so, and reads nothing', async () => {
  const { proxy, call, save, list, state } = world
  const [chief, mona] = [await proxy.signIn('chief'), await proxy.signIn('mona')]
  const view = await save(chief, { audience: 'site' })
  state.devices = devices(3)
  await call('console.watchView', { view, isWatched: true }, mona)
  await expect.poll(async () => (await list(mona))[0]?.watch?.at, patience).toBeGreaterThan(0)
  await save(chief, { view, audience: 'me' })
  await lookAgain()
  const why = () => proxy.tables.selectFrom('console_view_watch').select('why').executeTakeFirst()
  await expect.poll(async () => (await why())?.why, patience).toContain('no longer shared')
})

/** As after ten minutes. */
async function lookAgain(recipients: string[] = []) {
  const { proxy, call } = world
  await proxy.tables.updateTable('console_view_watch').set({ next_at: 0 }).execute()
  const chief = await proxy.signIn('chief')
  const { rows } = await call<{ rows: { id?: number; event: string }[] }>('console.listNoticeRules', {}, chief)
  const { id: rule } = rows.find(({ event }) => event === 'view-row') ?? expect.unreachable()
  const given = {
    event: 'view-row',
    isOn: true,
    filter: '',
    days: [],
    recipients,
    webhooks: [],
    delivery: 'at-once',
  }
  await call('console.saveNoticeRule', { rule, ...given }, chief)
}

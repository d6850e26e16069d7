// Agents of computers: looked at before they are sent, and followed in the list of computers, a hundred at a time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import { desktopAnswers, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { callsOf, pace } from './job-world.ts'

const key = (name: string) => `dc.db.agent.install.${name}`
let world: Awaited<ReturnType<typeof startComputers>>
let cookie: string
beforeAll(async () => {
  world = await startComputers()
  cookie = await world.proxy.signIn('chief')
})
afterAll(() => world.proxy.stop())

test('computers are sent a hundred at a time, and their former state is not the outcome', async () => {
  const ids = Array.from({ length: 120 }, (_, at) => String(at + 1))
  // The failure of before is the first thing that each look finds.
  for (const id of ids) world.rows.set(id, [29, key('access_denied')])
  world.rows.delete('7')
  world.isBusy = false
  const planned = await world.plan(ids)
  await world.call('console.startJob', { job: planned.id }, cookie)
  await world.until(planned.id, cookie, { counts: { accepted: 119, refused: 1 } })
  expect(world.sent.map((one) => one.length)).toEqual([99, 20])
  await world.until(planned.id, cookie, { state: 'running', counts: { accepted: 119, failed: 0 } })
  for (const id of world.sent.flat()) world.rows.set(id, [21, key('in_progress')])
  const [first] = await world.items(planned.id, cookie, { outcome: 'accepted' })
  await expect
    .poll(async () => (await world.items(planned.id, cookie, { search: `pc ${first?.subject}` }))[0]?.remark)
    .toBe('The agent is being installed')
  for (const id of world.sent.flat()) world.rows.set(id, id === '3' ? [29, key('access_denied')] : [22, key('success')])
  await world.until(planned.id, cookie, { state: 'ended', counts: { done: 118, failed: 1, refused: 1 } })
  expect(world.sent).toHaveLength(2)
  expect(await world.items(planned.id, cookie, { outcome: 'refused' })).toMatchObject([
    { subject: '7', remark: 'The server no longer lists this computer' },
  ])
  expect(await world.items(planned.id, cookie, { outcome: 'failed' })).toMatchObject([
    { subject: '3', remark: 'The account may not install software on this computer' },
  ])
})

test('nothing is sent while the state of its computers cannot be read; then it is sent once', async () => {
  world.sent.length = 0
  world.rows.clear()
  for (const id of ['1', '2']) world.rows.set(id, [21, key('yet_to_install')])
  world.isBusy = true
  const planned = await world.plan(['1', '2'])
  await world.call('console.startJob', { job: planned.id }, cookie)
  await expect.poll(() => world.looks).toBeGreaterThan(1)
  expect(world.sent).toEqual([])
  world.isBusy = false
  await world.until(planned.id, cookie, { counts: { accepted: 2 } })
  for (const id of ['1', '2']) world.rows.set(id, [22, key('success')])
  await world.until(planned.id, cookie, { state: 'ended', counts: { done: 2 } })
  expect(world.sent).toEqual([['1', '2']])
})

test('more are planned than fit into one call, and an uninstallation requires reauthentication before it starts', async () => {
  const ids = Array.from({ length: 1500 }, (_, at) => String(at + 1))
  const { id, counts } = await world.plan(ids, 'desktop.uninstallAgents')
  expect(counts.waiting).toBe(1500)
  const { value } = await world.proxy.call('console.startJob', { job: id }, cookie)
  expect(value).toMatchObject({ code: 'CONFIRM_IDENTITY' })
})

/** Computers whose rows a test decides on; what is sent changes none of them. */
async function startComputers() {
  const proxy = await startProxy({ ownToken: true, jobPace: pace })
  const rows = new Map<string, [status: number, remarks: string]>()
  const sent: string[][] = []
  const state = { rows, sent, looks: 0, isBusy: false }
  proxy.desktop.answer((request, response) => {
    const { method, url, body } = request
    if (method === 'POST' && url.includes('/som/computers/')) {
      const { resourceids } = JSON.parse(body) as { resourceids: (number | string)[] }
      sent.push(resourceids.map(String))
      return json(response, answerOf('installagents', { installagents: { accepted: resourceids.length } }))
    }
    if (!url.includes('/som/computers')) return desktopAnswers(request, response)
    state.looks += 1
    if (state.isBusy) return json(response, { error_code: '10007' }, 429)
    const asked = new URL(url, 'http://desktop').searchParams.get('residfilter')?.split(',') ?? []
    const found = asked.flatMap((id) => {
      const [installation_status, remarks] = rows.get(id) ?? []
      return remarks ? [{ resource_id: Number(id), installation_status, remarks }] : []
    })
    return json(response, answerOf('computers', { total: found.length, computers: found }))
  })
  const calls = callsOf(proxy)
  const plan = (ids: readonly string[], endpoint = 'desktop.installAgents') => {
    const items = ids.map((subject) => ({ subject, label: `PC ${subject}` }))
    return calls.call<Job>('console.planJob', { endpoint, title: 'Agents', input: {}, items }, cookie)
  }
  return Object.assign(state, { proxy, ...calls, plan })
}

const answerOf = (message_type: string, message_response: object) => ({
  message_type,
  message_response,
  message_version: '1.0',
  status: 'success',
})

// A device compared with each member of a group, by the console: before a device server that a test controls.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/console/jobs.ts'
import { restrictionNames } from '#contract/mdm/restriction-names.ts'
import { json } from '../../../support/upstream.ts'
import { type JobWorld, startJobs } from '../jobs/job-world.ts'

const members = 450
const records: Record<string, object> = {
  d1: { camera: 0, allow_popups: 1 },
  d2: { camera: 0, vendor_restricions: { allow_popups: 1 } },
  d3: { camera: 1, allow_flash: 3, allow_popups: 1 },
  d4: {},
  d6: Object.fromEntries(restrictionNames.map((name) => [name, 1])),
}

let world: JobWorld
let cookie: string
let inGroup: string[]
beforeEach(async () => {
  world = await startJobs()
  cookie = await world.proxy.signIn('chief')
  inGroup = Array.from({ length: members }, (_, at) => `d${at + 1}`)
  world.proxy.mdm.answer(({ url }, response) => {
    const asked = new URL(url, 'http://test')
    if (asked.pathname.endsWith('/groups/g7/members')) {
      const [offset, limit] = [Number(asked.searchParams.get('offset') ?? 0), Number(asked.searchParams.get('limit'))]
      const rows = inGroup.slice(offset, offset + limit).map((id) => ({ device_id: id, device_name: `Till ${id}` }))
      return json(response, { members: rows, metadata: { total_record_count: inGroup.length } })
    }
    const [, id = ''] = /\/devices\/([^/]+)$/.exec(asked.pathname) ?? []
    if (id === 'd5') return json(response, { error_code: 'COM0008', error_description: 'Gone' }, 404)
    return json(response, { device_id: id, ...(records[id] ?? records.d1) })
  })
})
afterEach(() => world.proxy.stop())

const compare = (device_id = 'd1') =>
  world.call<Job>('console.compareWithGroup', { device_id, group_id: 'g7', title: 'Comparison' }, cookie)

test('continues without the page that started it, and says in what each member differs', async () => {
  const { id, kind } = await compare()
  expect(kind).toBe('device-comparison')
  // No further call of the page is needed.
  await world.until(id, cookie, { state: 'ended', total: members - 1 })
  const rows = await world.items(id, cookie)
  const found = (subject: string) => rows.find((row) => row.subject === subject)
  expect(found('d1')).toBeUndefined()
  expect(found('d2')).toMatchObject({ label: 'Till d2', outcome: 'done', remark: 'No differences' })
  expect(found('d3')).toMatchObject({ outcome: 'failed', remark: '2 differences: Allow flash, Camera' })
  expect(found('d4')).toMatchObject({ outcome: 'unknown', remark: 'No restrictions reported' })
  expect(found('d5')).toMatchObject({ outcome: 'refused' })
  // Not cut off within a name.
  expect(found('d6')?.remark).toMatch(/^\d+ differences: (?:[^,]+, ){9}[^,]+ and \d+ more$/)
  const { counts } = await world.read(id, cookie)
  expect(counts).toMatchObject({ done: members - 5, failed: 2, unknown: 1, refused: 1 })
}, 120_000)

test('compares with each member on a server that pages by token only', async () => {
  inGroup = inGroup.slice(0, 120)
  world.proxy.mdm.answer(({ url }, response) => {
    const asked = new URL(url, 'http://test')
    if (!asked.pathname.endsWith('/members')) return json(response, { device_id: 'd1', camera: 0 })
    const at = Number(asked.searchParams.get('skip-token') ?? 0)
    const rows = inGroup.slice(at, at + 50).map((id) => ({ device_id: id, device_name: `Till ${id}` }))
    const paging = at + 50 < inGroup.length ? { next: `http://test/members?skip-token=${at + 50}` } : {}
    return json(response, { members: rows, metadata: { total_record_count: inGroup.length }, paging })
  })
  const { id } = await compare()
  await world.until(id, cookie, { state: 'ended', total: 119 })
}, 120_000)

test('says that a group has no other devices', async () => {
  inGroup = ['d1']
  const { id } = await compare()
  await world.until(id, cookie, { state: 'planned', why: { code: 'NOT_PLANNED' } })
  expect((await world.read(id, cookie)).why?.message).toContain('No other devices in this group')
})

test('is refused to accounts that may not read devices', async () => {
  const input = { device_id: 'd1', group_id: 'g7', title: 'Comparison' }
  const { status } = await world.proxy.call('console.compareWithGroup', input, await world.proxy.signIn('nobody'))
  expect(status).toBe(403)
})

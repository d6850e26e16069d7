// Groups of servers that page, search and refuse in ways of their own: no reference states how.
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#api/client.ts'
import { requestResources } from '#components/devices/checked-resources.ts'
import { forgetRefused } from '#components/lists/checked/call-without.ts'
import { listGroups } from '#contract/mdm/groups.ts'
import { Problem } from '#contract/problem.ts'
import { answering } from '../../support/answering.ts'

type Body = Record<string, unknown>
const count = 120
const groups = Array.from({ length: count }, (_, at) => ({ group_id: String(at), name: `Group ${at}` }))
const ids = ({ rows }: { rows: readonly { group_id?: string }[] }) => rows.map(({ group_id }) => Number(group_id))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

beforeEach(() => {
  queryClient.clear()
  forgetRefused()
})

/** Pages of its own size, each with the token of the next one, and nothing else. */
const byToken =
  (name: string, rows: readonly object[], size: number, total?: number) =>
  ({ 'skip-token': token }: Body) => {
    const from = typeof token === 'string' ? Number(token.slice(1)) : 0
    const next = from + size < rows.length ? `https://mdm/api/v1/${name}?skip-token=t${from + size}` : undefined
    return {
      [name]: rows.slice(from, from + size),
      ...(next && { paging: { next } }),
      ...(total !== undefined && { metadata: { total_record_count: total } }),
    }
  }

const refusing =
  (name: string, answer: (body: Body) => Body) =>
  (body: Body): Body | Problem =>
    name in body ? new Problem('COM0014', `Extra parameter found: ${name}`, { service: 'mdm' }) : answer(body)

test.each([
  ['ignores offset and limit', byToken('groups', groups, 30)],
  ['counts, and ignores offset and limit', byToken('groups', groups, 30, count)],
  ['rejects offset', refusing('offset', byToken('groups', groups, 30))],
  ['rejects limit', refusing('limit', byToken('groups', groups, 30))],
])('the second page of a server that %s is reached by its tokens', async (_, answer) => {
  answering({ [listGroups.id]: answer })
  const page = await requestResources(listGroups, { offset: 50, limit: 50 })
  expect(ids(page)).toEqual(numbers(50, 100))
  expect(page).toMatchObject({ total: count, isCorrected: true })
})

test('a list of any length is walked to the page that was asked for', async () => {
  const many = Array.from({ length: 2100 }, (_, at) => ({ group_id: String(at), name: `Group ${at}` }))
  answering({ [listGroups.id]: byToken('groups', many, 200) })
  const page = await requestResources(listGroups, { offset: 2050, limit: 50 })
  expect(ids(page)).toEqual(numbers(2050, 2100))
})

test('a search that the server ignores is done here, and one that it rejects as well', async () => {
  for (const answer of [byToken('groups', groups, 30), refusing('search', byToken('groups', groups, 30))]) {
    queryClient.clear()
    answering({ [listGroups.id]: answer })
    const page = await requestResources(listGroups, { search: 'group 11', offset: 0, limit: 50 })
    expect(ids(page)).toEqual([11, ...numbers(110, 120)])
    expect(page.unmet).toContain('search')
  }
})

test('a server that does what it is asked is asked once', async () => {
  const calls = answering({
    [listGroups.id]: ({ offset = 0, limit = 50 }) => ({
      groups: groups.slice(Number(offset), Number(offset) + Number(limit)),
      metadata: { total_record_count: count },
    }),
  })
  const page = await requestResources(listGroups, { offset: 0, limit: 50 })
  expect([ids(page), page.total, page.unmet]).toEqual([numbers(0, 50), count, undefined])
  expect(calls).toHaveLength(1)
})

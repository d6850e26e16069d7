import { expect, test } from 'vitest'
import { desktop } from '#contract/desktop/operations.ts'
import { dialect } from '#contract/dialect.ts'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { fromRequest, pathMatches } from '#contract/http/from-request.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { toResponse } from '#contract/http/to-response.ts'

const { listComputers, listSoftware, installAgents, getInventorySummary } = desktop
const read = (body: unknown, endpoint: typeof listComputers = listComputers) =>
  fromResponse(endpoint, {
    status: 200,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const computers = [{ resource_id: 1, resource_name: 'A' }]
const rows = [{ resource_id: '1', resource_name: 'A' }]

test.each([
  [
    'as real servers answer',
    { message_type: 'computers', message_response: { total: 3, limit: 25, page: 1, computers } },
  ],
  [
    'capitalized',
    { MessageType: 'x', MessageResponse: { computers, Page: 1, Total: 3, Limit: 25 }, Status: 'Success' },
  ],
  ['with numbers as text', { message_response: { total: '3', computers } }],
  ['under another name', { message_response: { total: 3, COMPUTERS: computers } }],
  ['under the only list there is', { message_response: { total: 3, machines: computers } }],
  ['without envelope', { total: 3, computers }],
])('a list %s is read', (_how, body) => {
  expect(read(body)).toEqual({ rows, total: 3 })
})

test('a bare list has no total, and what is no list is refused', () => {
  expect(read(computers)).toEqual({ rows, total: undefined })
  expect(read({ message_response: { total: '--', computers: [] } })).toEqual({ rows: [], total: undefined })
  expect(() => read({ message_response: { summary: {} }, status: 'success' })).toThrow('no list called computers')
  expect(() => read({ message_response: { computers }, status: 'error', error_code: 10002 })).toThrow(
    'Invalid or expired token',
  )
})

test('a row of a real server keeps every value, also those that its type does not allow', () => {
  const body =
    '{"message_response":{"computers":[{"resource_id":52549000000186013,"RESOURCE_NAME":"A","Os_Platform":"1",' +
    '"error_code":"--","agent_installed_on":-1,"agent_executed_on":"1695975438221","installation_status":"--",' +
    '"managedcomputer.friendly_name":"B","made_up":[1],"computer_live_status":7}]}}'
  expect(read(body).rows).toEqual([
    {
      resource_id: '52549000000186013',
      resource_name: 'A',
      os_platform: 1,
      error_code: '--',
      agent_installed_on: -1,
      agent_executed_on: '1695975438221',
      'managedcomputer.friendly_name': 'B',
      made_up: [1],
      computer_live_status: 7,
      '#unexpected': { installation_status: '--' },
    },
  ])
})

test('a key in another case never replaces the one that is there', () => {
  const [row] = read('{"computers":[{"resource_name":"A","Resource_Name":"B"}]}').rows
  expect(row).toEqual({ resource_name: 'A', Resource_Name: 'B' })
})

test('page and pagelimit travel in the query, in that order, and search as three parameters', () => {
  const target = (input: Input<typeof listComputers>) => toRequest(listComputers, input).target
  expect(target({ page: 1, pagelimit: 10 })).toBe('/api/1.3/som/computers?page=1&pagelimit=10')
  expect(target({ searchtype: 'resource_name', searchcolumn: 'resource_name', searchvalue: '100%_&+ß' })).toBe(
    '/api/1.3/som/computers?searchtype=resource_name&searchcolumn=resource_name&searchvalue=100%25_%26%2B%C3%9F',
  )
  expect(() => target({ searchcolumn: 'resource_name', searchvalue: 'x' })).toThrow('searchtype: is missing')
  expect(target({ residfilter: ['1', '2'], sort: '-owner' })).toBe(
    '/api/1.3/som/computers?sort=-owner&residfilter=1%2C2',
  )
})

test.each([
  [0, 0],
  [0, 3],
  [1, 0],
  [1, 3],
])('with pages that count from %i, our page %i is the same on both sides', (pageBase, page) => {
  const speaks = dialect.parse({ pageBase })
  const request = toRequest(listSoftware, { page }, speaks)
  expect(request.target).toContain(`page=${page + pageBase}`)
  expect(fromRequest(listSoftware, request, speaks)).toEqual({ page })
  const answer = toResponse(listSoftware, { rows: [], total: 0, page, limit: 25 }, speaks)
  expect(answer.body).toContain(`"page":${page + pageBase}`)
})

test('both spellings of an action are its path, and nothing else is', () => {
  const matches = (endpoint: Endpoint, end: string) =>
    pathMatches(endpoint, `/api/1.3/som/computers/${end}`) !== undefined
  expect(
    ['installagents', 'installagent', 'installAgent', 'uninstallagent'].map((end) => matches(installAgents, end)),
  ).toEqual([true, true, false, false])
})

test('counts of summaries travel as texts and are read from numbers too', () => {
  const clean = { software_summary: { total_software: 12 } }
  const answer = toResponse(getInventorySummary, clean)
  expect(answer.body).toContain('"total_software":"12"')
  expect(fromResponse(getInventorySummary, { ...answer, body: answer.body.replace('"12"', '12') })).toEqual(clean)
})

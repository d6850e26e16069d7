import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop } from '#contract/desktop/operations.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { structureOf } from '#contract/wire.ts'
import { problemOf } from '../sign-in.ts'
import { type RunningInventory, startInventory } from './running-inventory.ts'

let estate: RunningInventory
beforeAll(async () => {
  estate = await startInventory({ desktops: 60 })
})
afterAll(() => estate.stop())

const namesOf = async (search: string) => {
  const { body } = await estate.ask(`som/computers?${search}`)
  const { computers } = body.message_response as { computers: { resource_name: string }[] }
  return computers.map(({ resource_name }) => resource_name)
}

describe('paging', () => {
  test('page=1 selects the second page, page=0 and none the first, and the last one ends the list', async () => {
    const all = await namesOf('pagelimit=1000')
    expect(await namesOf('page=1&pagelimit=10')).toEqual(all.slice(10, 20))
    expect(await namesOf('page=0&pagelimit=10')).toEqual(all.slice(0, 10))
    expect(await namesOf('pagelimit=10')).toEqual(all.slice(0, 10))
    expect(await namesOf('page=5&pagelimit=10')).toEqual(all.slice(50))
    expect(await namesOf('page=6&pagelimit=10')).toEqual([])
  })

  test('25 rows are returned by default, and the response has total, limit and page', async () => {
    const { body, status } = await estate.ask('som/computers?page=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message_type: 'computers',
      message_version: '1.0',
      status: 'success',
      message_response: { total: 60, limit: 25, page: 2, computers: { length: 10 } },
    })
  })

  test.each([
    ['pagelimit=0', 'pagelimit'],
    ['pagelimit=-1', 'pagelimit'],
    ['pagelimit=1001', 'pagelimit'],
    ['pagelimit=1000000000', 'pagelimit'],
    ['pagelimit=NaN', 'pagelimit'],
    ['pagelimit=1e2x', 'pagelimit'],
    ['pagelimit=', 'pagelimit'],
    ['pagelimit=2.5', 'pagelimit'],
    ['page=-1', 'page'],
    ['page=x', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['pagelimit=5&pagelimit=5', 'pagelimit'],
    ['page[]=1', 'page[]'],
    ['limit=10', 'limit'],
    ['Page=1', 'Page'],
    ['__proto__=1', '__proto__'],
    ['searchcolumn=resource_name&searchvalue=a', 'searchtype'],
    ['searchtype=resource_name&searchvalue=a', 'searchcolumn'],
    ['searchtype=resource_name&searchcolumn=resource_name', 'searchvalue'],
    ['searchtype=resource_name&searchcolumn=resource_name&searchvalue=', 'searchvalue'],
    ['searchtype=owner&searchcolumn=resource_name&searchvalue=a', 'searchtype'],
    ['searchtype=remarks&searchcolumn=remarks&searchvalue=a', 'searchcolumn'],
    ['searchtype=constructor&searchcolumn=constructor&searchvalue=a', 'searchcolumn'],
    ['livestatusfilter=live', 'livestatusfilter'],
    ['residfilter=1%20or%201', 'residfilter'],
    ['sort=remarks', 'sort'],
  ])('?%s is refused, naming %s', async (search, field) => {
    const { status, body } = await estate.ask(`som/computers?${search}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: 'error', error_code: expect.stringMatching(/^(10010|IAM0028)$/) as unknown })
    expect(String(body.error_description)).toContain(field)
  })

  test('limit is refused as by real servers', async () => {
    const { body } = await estate.ask('inventory/software?limit=10')
    expect(body).toMatchObject({
      error_code: 'IAM0028',
      error_description: 'Unsupported parameter limit detected in the request.',
    })
  })
})

test.each(['a%2Bb%26c', '100%25_', '%5C', 'stra%C3%9Fe'])(
  'the search value %s reaches the column decoded',
  async (value) => {
    const found = await namesOf(`searchtype=resource_name&searchcolumn=resource_name&searchvalue=${value}`)
    const folded = (text: string) => text.toLowerCase().replaceAll('ß', 'ss')
    expect(found.every((name) => folded(name).includes(folded(decodeURIComponent(value))))).toBe(true)
    if (!value.startsWith('stra')) expect(found).toHaveLength(1)
  },
)

describe('addresses', () => {
  test.each([
    'som',
    'som/',
    'som/nothing',
    'computers',
    'inventory',
    'SOM/computers',
    'som/computers/',
    'nothing/computers',
  ])('%s is not found', async (path) => {
    expect(await estate.ask(path)).toMatchObject({ status: 404, body: { status: 'error', error_code: '10022' } })
  })

  test.each(['1.4', '1.2', '9'])('the version %s is refused', async (version) => {
    const answer = await estate.running.ask(`/api/${version}/som/computers`, {
      headers: { authorization: estate.token },
    })
    expect(await answer.json()).toMatchObject({ error_code: '10023' })
  })

  test('a list without token is refused, one with a prefix too, and so is writing for the help desk', async () => {
    for (const authorization of ['', `Bearer ${estate.token}`, 'nonsense']) {
      expect(await estate.ask('som/computers', { headers: { authorization } })).toMatchObject({
        status: 401,
        body: { error_code: '10002' },
      })
    }
    const token = await estate.tokenOf('helpdesk')
    expect((await estate.call(listComputers, {}, token)).total).toBe(60)
    for (const endpoint of [desktop.scanComputers, desktop.installAgents]) {
      // Not the code of a token that has expired: nobody has to sign in again.
      expect(await problemOf(estate.call(endpoint, { resourceids: ['1'] }, token))).toMatchObject({
        code: 'IAM0027',
        status: 403,
        next: expect.stringContaining('permission') as unknown,
      })
    }
  })
})

const lists = Object.values<Endpoint>(desktop).filter((endpoint) => structureOf(endpoint.output)?.kind === 'rows')

test.each(lists)('$id is paged, and its message_type is the end of its path', async ({ path }) => {
  const { rows } = await estate.call(desktop.listSoftware, { pagelimit: 1 })
  const { rows: computers } = await estate.call(listComputers, { pagelimit: 1, sort: '-last_successful_scan' })
  const needs: Record<string, string> = {
    'inventory/computers': `&swid=${rows[0]?.software_id}`,
    'inventory/installedsoftware': `&resid=${computers[0]?.resource_id}`,
  }
  const operation = path.replace('/api/{version}/', '')
  const { body } = await estate.ask(`${operation}?pagelimit=3&page=0${needs[operation] ?? ''}`)
  const name = operation.split('/').at(-1) ?? ''
  expect(body).toMatchObject({ message_type: name, status: 'success' })
  expect(body.message_response?.limit).toBe(3)
  expect(body.message_response?.[name]).toHaveLength(3)
})

describe('inventory/computers', () => {
  test.each(['', '?hwid=1', '?swid=abc', '?swid=1', '?hwid=1&swid=2'])(
    '%s is no list of all computers',
    async (search) => {
      const { status, body } = await estate.ask(`inventory/computers${search}`)
      expect(status).toBe(400)
      expect(String(body.error_description)).toMatch(/hwid|swid/)
    },
  )

  test('prohibitedswid takes prohibited software only', async () => {
    const { rows } = await estate.call(desktop.listSoftware, { pagelimit: 1000 })
    const prohibited = rows.find(({ is_usage_prohibited }) => is_usage_prohibited === 2)
    const allowed = rows.find(({ is_usage_prohibited }) => is_usage_prohibited === 1)
    const ask = (id = '') => estate.call(desktop.listInventoryComputers, { prohibitedswid: id })
    expect((await ask(prohibited?.software_id)).total).toBe(prohibited?.managed_installations)
    expect(await problemOf(ask(allowed?.software_id))).toMatchObject({ code: '10010' })
  })
})

test('a nonexistent computer is named', async () => {
  for (const operation of ['compdetailssummary', 'installedsoftware']) {
    const { status, body } = await estate.ask(`inventory/${operation}?resid=90074000000000002`)
    expect(status).toBe(404)
    expect(body.error_description).toContain('90074000000000002')
    expect((await estate.ask(`inventory/${operation}`)).body.error_description).toBe('resid: is missing')
  }
})

test('ids beyond 2^53 are numbers with all their digits, and the same as text', async () => {
  const { text } = await estate.ask('som/computers?searchtype=owner&searchcolumn=owner&searchvalue=Amara&pagelimit=1')
  const [, id = '', same] = /"resource_id":(\d+),"resource_id_string":"(\d+)"/.exec(text) ?? []
  expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
  expect(same).toBe(id)
})

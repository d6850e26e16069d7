// Computers of a file on servers that page in their own way.
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { identifiedObjects } from '#services/console/annotations/identified-objects.ts'
import type { Ask } from '#services/console/plans/plan-filler.ts'

const computers = Array.from({ length: 1500 }, (_, at) => ({ resource_id: `${at}`, resource_name: `PC-${at}` }))
type Paging = { page?: number; pagelimit?: number }
const server = (rowsOf: (paging: Required<Paging>) => object[], total?: number) => {
  let asked = 0
  return ((_endpoint: Endpoint, { page = 0, pagelimit = 25 }: Paging) => {
    asked += 1
    if (asked > 20) throw new Error('The list is read without end')
    return Promise.resolve({ rows: rowsOf({ page, pagelimit }), total })
  }) as Ask
}
const find = async (ask: Ask, ...names: string[]) =>
  (await identifiedObjects(ask, 'computer', 'Name', names)).map(({ subject }) => subject)

test('a server that ignores pages is read once', async () => {
  expect(
    await find(
      server(() => computers, computers.length),
      'pc-7',
      'PC-1499',
      'PC-x',
    ),
  ).toEqual(['7', '1499'])
  expect(
    await find(
      server(() => computers),
      'pc-7',
      'PC-1499',
    ),
  ).toEqual(['7', '1499'])
})

test('pages that are shorter than requested are followed by further ones', async () => {
  const ask = server(({ page }) => computers.slice(page * 500, page * 500 + 500), computers.length)
  expect(await find(ask, 'PC-7', 'PC-1499')).toEqual(['7', '1499'])
})

test('a computer that the server counts and does not list is not reported as unknown', async () => {
  const ask = server(() => [...computers.slice(0, 400), { resource_name: 'without an ID' }], computers.length)
  expect(await find(ask, 'PC-7')).toEqual(['7'])
  await expect(find(ask, 'PC-7', 'PC-1499')).rejects.toThrow('The server lists only 400 of its computers')
})

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueOf } from '#contract/desktop/list-filters.ts'
import { isInOrder } from '#components/lists/checked/row-order.ts'
import { computerSorts } from '#contract/desktop/computer-fields.ts'
import { listInventoryComputers, listScanComputers } from '#contract/desktop/inventory.ts'
import { listSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { machineAt, resourceIdOf } from '#services/demo/computers/machine.ts'
import { rememberUntilChange } from '#services/desktop/inventory/changes.ts'
import { computerList } from '#services/desktop/inventory/computer-list.ts'
import { computerWindow } from '#services/desktop/inventory/som-handlers.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { plainSearch, type Query, queries, searching, type Whole } from './plain-computers.ts'
import { type RunningInventory, startInventory } from './running-inventory.ts'
import { runs } from '../../../support/runs.ts'

const seeded = 330
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('the list of computers on $name', ({ name, skip }) => {
  let estate: RunningInventory
  let computers: Whole[] = []
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    estate = await startInventory({ desktops: seeded, url: await postgres?.createDatabase('estate') })
    computers = await everything(estate)
    stop = async () => {
      await estate.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  const list = (query: Query = {}) => estate.call(listComputers, query)

  test.skipIf(skip)('every order is one that the console recognizes', async () => {
    for (const column of computerSorts)
      for (const sort of [column, `-${column}`] as const) {
        const { rows } = await list({ sort, pagelimit: 1000 })
        expect([sort, isInOrder(rows, sort, (row, name) => valueOf(row, name))]).toEqual([sort, true])
      }
  })

  test.skipIf(skip)(
    'every page size shows every computer once, in order, and a page beyond the end is empty',
    async () => {
      const expected = idsOf(plainSearch(computers, {}))
      expect(new Set(expected).size).toBe(seeded)
      for (const pagelimit of [7, 25, 329, 1000]) {
        const walked: (string | undefined)[] = []
        for (let page = 0; page * pagelimit < seeded; page += 1) {
          const { rows, total } = await list({ page, pagelimit })
          expect(total).toBe(seeded)
          walked.push(...idsOf(rows))
        }
        expect(walked).toEqual(expected)
      }
      expect(await list({ page: 9_000_000, pagelimit: 1000 })).toMatchObject({ rows: [], total: seeded })
    },
  )

  test.skipIf(skip)('any search, filter, order and page equals a plain search through an array', async () => {
    await fc.assert(
      fc.asyncProperty(queries(computers), async (query) => {
        const { rows, total } = await list(query)
        const expected = plainSearch(computers, query)
        expect(total).toBe(expected.length)
        const { page = 0, pagelimit = 25 } = query
        expect(idsOf(rows)).toEqual(idsOf(expected.slice(page * pagelimit, (page + 1) * pagelimit)))
      }),
      { numRuns: runs(40, 200) },
    )
  })

  test.skipIf(skip)(
    'and so it does where matches are too many to be sorted, in whichever order pages are asked for',
    async () => {
      const walked = computerList(estate.tables, rememberUntilChange(estate.tables), 3)
      await fc.assert(
        fc.asyncProperty(queries(computers), async (query) => {
          const { page, limit, ...window } = computerWindow(query)
          const { rows, total } = await walked(query, { ...window, limit })
          const expected = idsOf(plainSearch(computers, query))
          expect(total).toBe(expected.length)
          expect(rows.map(({ machine }) => machine.resourceId)).toEqual(
            expected.slice(page * limit, (page + 1) * limit),
          )
        }),
        { numRuns: runs(40, 200) },
      )
    },
  )

  test.skipIf(skip).each(['%', '_', '\\', '"', "'", '&', '+', '*', '100%_', 'a+b&c', '<img', '=', ' ', '\u0000'])(
    'the search %j is plain text',
    async (value) => {
      const query = { ...searching('resource_name', value), pagelimit: 1000 }
      expect(idsOf((await list(query)).rows)).toEqual(idsOf(plainSearch(computers, query)))
    },
  )

  test.skipIf(skip).each([
    ['strasse-i̇stanbul', 'the case of İ'],
    ['οδυσσευσ', 'the case of Σ at the end of a word'],
    ['FIN', 'ligatures'],
    ['LOS-lt-AmArA', 'plain case'],
  ])('searching %s folds %s', async (value) => {
    expect((await list(searching('resource_name', value))).total).toBe(1)
  })

  test.skipIf(skip)('a search stays in its column', async () => {
    const { owner = '' } = computers.find((computer) => computer.owner) ?? {}
    expect((await list(searching('owner', owner))).total).toBeGreaterThan(0)
    expect((await list(searching('servicetag', owner))).total).toBe(0)
    expect((await list(searching('fqdn_name', '.demo.harbourvale.example'))).total).toBeGreaterThan(200)
    expect((await list(searching('resource_name', '.demo.harbourvale.example'))).total).toBe(0)
  })

  test.skipIf(skip)('computers by software are those that have it, however they are sorted and searched', async () => {
    const { rows: software } = await estate.call(listSoftware, { pagelimit: 1000 })
    for (const { software_id: swid = '', managed_installations } of software.slice(0, 12)) {
      const { rows, total } = await estate.call(listInventoryComputers, { swid, pagelimit: 1000, sort: '-owner' })
      expect(total).toBe(managed_installations)
      const known = new Set(idsOf(rows))
      expect(idsOf(rows)).toEqual(
        idsOf(plainSearch(computers, { sort: '-owner' }).filter((one) => known.has(one.resource_id))),
      )
      const search = searching('os_name', 'windows')
      const part = await estate.call(listInventoryComputers, { swid, ...search, pagelimit: 1000 })
      expect(part.total).toBe(rows.filter(({ os_name }) => os_name?.includes('Windows')).length)
    }
  })
})

const idsOf = (rows: readonly { resource_id?: string }[]) => rows.map(({ resource_id }) => resource_id)
/** Each computer with the fields of all lists. Hardware is asked for piece by piece, as the interface has it. */
async function everything(estate: RunningInventory): Promise<Whole[]> {
  const { rows } = await estate.call(listComputers, { pagelimit: 1000 })
  const scans = await estate.call(listScanComputers, { pagelimit: 1000 })
  const wholes = new Map(rows.map((row) => [row.resource_id, Object.assign({}, row) as Whole]))
  for (const row of scans.rows) Object.assign(wholes.get(row.resource_id) ?? {}, row)
  for (const column of ['model', 'manufacturer', 'servicetag'] as const) {
    for (const [resource_id, value] of await hardwareOf(estate, column)) {
      Object.assign(wholes.get(resource_id) ?? {}, { [column]: value })
    }
  }
  return [...wholes.values()]
}

async function hardwareOf({ tables }: RunningInventory, column: 'model' | 'manufacturer' | 'servicetag') {
  const rows = await tables.selectFrom('desktop').select('pk').execute()
  return rows.map(({ pk }) => {
    const { model, serial } = machineAt(pk - 1)
    return [
      resourceIdOf(pk),
      { model: model.name, manufacturer: model.manufacturer, servicetag: serial }[column],
    ] as const
  })
}

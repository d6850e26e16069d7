// The list of computers without any index: what the conventions say it holds, and queries as people make them.
import * as fc from 'fast-check'
import {
  type Computer,
  type ComputerSearchColumn,
  computerSearchColumns,
  computerSorts,
  type InventoryComputer,
  type ScanComputer,
} from '#contract/desktop/computer-fields.ts'
import type { listComputers } from '#contract/desktop/som.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Scalar } from '#contract/wire.ts'
import { fold, sortKey } from '#services/lists/fold.ts'

export type Query = Input<typeof listComputers>
/** Everything that lists tell of a computer, of whichever list. */
export type Whole = Computer & ScanComputer & Pick<InventoryComputer, 'model' | 'manufacturer' | 'servicetag'>

export const searching = (column: ComputerSearchColumn, value: string) => ({
  searchtype: column,
  searchcolumn: column,
  searchvalue: value,
})

/** What the conventions say a list holds, without any index. */
export function plainSearch(computers: readonly Whole[], query: Query): Whole[] {
  const sort = query.sort ?? 'resource_name'
  const column = sort.replace('-', '') as (typeof computerSorts)[number]
  const sorted = (value: Scalar | undefined) => {
    const time = column === 'agent_last_contact_time' || column === 'last_successful_scan'
    return Buffer.from(
      sortKey(time ? Math.max(0, Number(value)) : column === 'scan_status' ? Number(value) + 1 : value),
    )
  }
  const found = computers
    .filter((computer) => isWanted(computer, query))
    .map((computer) => ({ computer, key: sorted(computer[column]), id: BigInt(computer.resource_id ?? 0) }))
    .sort((a, b) => Buffer.compare(a.key, b.key) || (a.id < b.id ? -1 : 1))
    .map(({ computer }) => computer)
  return sort.startsWith('-') ? found.reverse() : found
}

function isWanted(computer: Whole, query: Query): boolean {
  const { searchcolumn, searchvalue } = query
  const is = (value: string | undefined, wanted: string | undefined) =>
    wanted === undefined || fold(value ?? '') === fold(wanted)
  const isOne = (value: Scalar | undefined, wanted: readonly string[] | undefined) =>
    wanted === undefined || wanted.some((text) => Number(text) === Number(value))
  return (
    (searchcolumn === undefined || fold(computer[searchcolumn] ?? '').includes(fold(searchvalue ?? ''))) &&
    is(computer.domain_netbios_name, query.domainfilter) &&
    is(computer.branch_office_name, query.branchofficefilter) &&
    (query.residfilter?.includes(computer.resource_id ?? '') ?? true) &&
    isOne(computer.computer_live_status, query.livestatusfilter) &&
    isOne(computer.installation_status, query.installstatusfilter) &&
    isOne(computer.scan_status, query.scanstatusfilter) &&
    isOne(computer.os_platform, query.platformfilter)
  )
}

/** Queries as people make them: parts of what is there, what is not there, and several filters at once. */
export function queries(computers: readonly Whole[]) {
  const computer = fc.constantFrom(...computers)
  const search = fc
    .tuple(
      computer,
      fc.constantFrom(...computerSearchColumns),
      fc.nat(30),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
    )
    .map(([from, column, start, length, upper]) => {
      const text = from[column] ?? ''
      const part = text.slice(start % Math.max(1, text.length)).slice(0, length)
      return searching(column, (upper ? part.toUpperCase() : part) || 'x')
    })
  const anySearch = fc
    .tuple(fc.constantFrom(...computerSearchColumns), fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }))
    .map(([column, value]) => searching(column, value))
  const some = (...values: string[]) => fc.subarray(values, { minLength: 1, maxLength: 3 })
  const filters = {
    domainfilter: fc.constantFrom('DEMO', 'branch', 'none'),
    branchofficefilter: computer.map(({ branch_office_name }) => branch_office_name ?? ''),
    residfilter: fc.array(
      computer.map(({ resource_id }) => resource_id ?? ''),
      { minLength: 1, maxLength: 5 },
    ),
    livestatusfilter: some('1', '2', '3', '4', '99999'),
    installstatusfilter: some('21', '22', '23', '24', '29', '0'),
    scanstatusfilter: some('-1', '0', '1', '2'),
    platformfilter: some('1', '2', '3'),
  }
  const names = Object.keys(filters) as (keyof typeof filters)[]
  const someFilters = fc
    .tuple(fc.record(filters), fc.subarray(names, { maxLength: 2 }))
    .map(([all, chosen]): Query => Object.fromEntries(chosen.map((name) => [name, all[name]])))
  const window = fc.record(
    {
      sort: fc.constantFrom(...computerSorts.flatMap((sort) => [sort, `-${sort}` as const])),
      pagelimit: fc.integer({ min: 1, max: 60 }),
      page: fc.oneof(fc.constant(0), fc.nat(9)),
    },
    { requiredKeys: [] },
  )
  const maybeSearch = fc.oneof(search, search, anySearch, fc.constant({}))
  return fc
    .tuple(someFilters, maybeSearch, window)
    .map(([wanted, text, where]): Query => Object.assign(wanted, text, where))
}

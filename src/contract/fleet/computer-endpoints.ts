/** Endpoints of the computer index of desktop management. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'
import { scalar } from '#contract/wire.ts'
import {
  asked,
  queriedChanges,
  queriedParts,
  queriedThings,
  queriedValues,
  countedValues,
  fleetState,
  foundBy,
  foundEntries,
  listedChanges,
  lookupInput,
  valuesOfThings,
} from './fleet-endpoints.ts'

const mayAsk = { ...own, permission: 'Inventory_Read', reads: ['desktop.computer', 'desktop.inventory'] } as const
const assumes = ['SOM_Read is required as well: the list of computers is of that module'] as const

export const getComputerIndex = endpoint({
  ...mayAsk,
  id: 'console.getComputerIndex',
  summary: 'State of the computer index',
  path: '/api/console.getComputerIndex',
  input: z.object({}),
  output: fleetState,
  assumes,
})

const computerRow = { resource_id: z.string(), resource_name: z.string(), values: z.record(z.string(), scalar) }

export const queryComputers = endpoint({
  ...mayAsk,
  id: 'console.queryComputers',
  summary: 'Computers by conditions on any field, from the index',
  path: '/api/console.queryComputers',
  input: z.object(asked),
  output: z.object({
    rows: z.array(z.object(computerRow)),
    total: z.int(),
    state: fleetState,
  }),
  assumes,
})

export const readQueriedComputers = endpoint({
  ...mayAsk,
  id: 'console.readQueriedComputers',
  summary: 'All computers of a query, in parts of up to 1,000 in the order of the index',
  path: '/api/console.readQueriedComputers',
  input: z.object(queriedParts),
  output: z.object({ rows: z.array(z.object(computerRow)), next: z.optional(z.int()), state: fleetState }),
  assumes,
})

/** Does not create an index: without an existing one, nothing is found. */
export const lookUpComputers = endpoint({
  ...mayAsk,
  id: 'console.lookUpComputers',
  summary: 'Computers by any text, from the index',
  path: '/api/console.lookUpComputers',
  input: z.object(lookupInput),
  output: z.object({
    rows: z.array(z.object({ ...computerRow, by: z.optional(foundBy) })),
    entries: foundEntries,
    state: fleetState,
  }),
  assumes,
})

export const countComputerValues = endpoint({
  ...mayAsk,
  id: 'console.countComputerValues',
  summary: 'The values of a field among the computers of a query, with their counts',
  path: '/api/console.countComputerValues',
  input: z.object(queriedValues),
  output: z.object(countedValues),
  assumes,
})

export const readComputerValues = endpoint({
  ...mayAsk,
  id: 'console.readComputerValues',
  summary: 'Fields of certain computers, from the index',
  path: '/api/console.readComputerValues',
  input: z.object(queriedThings),
  output: z.object({ rows: valuesOfThings, state: fleetState }),
  assumes,
})

export const listComputerChanges = endpoint({
  ...mayAsk,
  id: 'console.listComputerChanges',
  summary: 'Changes in a computer and its inventory, newest first',
  path: '/api/console.listComputerChanges',
  input: z.object({ resource_id: z.string().check(z.minLength(1), z.maxLength(200)), ...queriedChanges }),
  output: listedChanges,
  assumes,
})

export const computerIndex = {
  getComputerIndex,
  listComputerChanges,
  queryComputers,
  readQueriedComputers,
  lookUpComputers,
  countComputerValues,
  readComputerValues,
}

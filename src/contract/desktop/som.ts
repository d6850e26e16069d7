import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aLong, aText, anInteger, anObject, recordOf } from '#contract/field.ts'
import { commaList, integer, long, record } from '#contract/wire.ts'
import { agentJob } from './agent-outcome.ts'
import { computerFields, computerSearchColumns, computerSorts } from './computer-fields.ts'
import { envelope } from './envelope.ts'
import { list, listAssumes, listInput } from './list.ts'

const someNumbers = z.optional(commaList(z.string().check(z.regex(/^-?\d{1,9}$/, 'must be numbers, joined by commas'))))
const wholeText = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))

/** Filters of every list of computers. */
const computerFilters = {
  domainfilter: wholeText,
  branchofficefilter: wholeText,
  residfilter: z.optional(commaList(z.string().check(z.regex(/^\d{1,19}$/, 'must be ids, joined by commas')))),
  livestatusfilter: someNumbers,
  installstatusfilter: someNumbers,
  scanstatusfilter: someNumbers,
  platformfilter: someNumbers,
}

export const computerFiltersAssume = [
  'domainfilter and branchofficefilter match the whole name; the others are numbers or ids, joined by commas',
  'platformfilter takes os_platform',
] as const

export const computerOrder = [computerSearchColumns, computerSorts, computerFilters] as const

const liveSummary = anObject({ live: anInteger(), down: anInteger(), unknown: anInteger() })
const installationSummary = anObject({
  yet_to_install: anInteger(),
  installed: anInteger(),
  uninstalled: anInteger(),
  yet_to_uninstall: anInteger(),
  failed: anInteger(),
})
const platformSummary = anObject({ windows: anInteger(), mac: anInteger(), linux: anInteger() })

export const getComputerSummary = endpoint({
  id: 'desktop.getComputerSummary',
  source: 'desktop-management, module som; operation: as on real servers',
  summary: 'Computer counts by status and platform',
  method: 'GET',
  path: '/api/{version}/som/summary',
  encoding: 'query',
  input: z.strictObject({}),
  output: envelope(
    'summary',
    recordOf({
      total_computers: anInteger(),
      computer_live_summary: liveSummary,
      installation_summary: installationSummary,
      computer_by_os: platformSummary,
    }),
  ),
  permission: 'SOM_Read',
  reads: ['desktop.computer'],
  assumes: ['Summary fields are extensions'],
})

export const listComputers = endpoint({
  id: 'desktop.listComputers',
  source: 'desktop-management, What the service does (som, computers)',
  summary: 'Computers with their agents, paged',
  method: 'GET',
  path: '/api/{version}/som/computers',
  encoding: 'query',
  input: listInput(...computerOrder),
  output: list('computers', recordOf(computerFields)),
  pageIndex: 'page',
  permission: 'SOM_Read',
  reads: ['desktop.computer'],
  assumes: [...listAssumes, ...computerFiltersAssume, 'Fields as real servers have them'],
})

const remoteOfficeFields = {
  branch_office_id: aLong(),
  branch_office_name: aText(),
  address: aText(),
  ip_range: aText(),
  total_computers: anInteger(),
  live_computers: anInteger(),
}

export const listRemoteOffices = endpoint({
  id: 'desktop.listRemoteOffices',
  source: 'desktop-management, module som; operation: as on real servers',
  summary: 'Branch offices with computer counts',
  method: 'GET',
  path: '/api/{version}/som/remoteoffice',
  encoding: 'query',
  input: listInput(['branch_office_name'], ['branch_office_name', 'total_computers', 'live_computers'], {}),
  output: list('remoteoffice', recordOf(remoteOfficeFields)),
  pageIndex: 'page',
  permission: 'SOM_Read',
  reads: ['desktop.computer'],
  assumes: [...listAssumes, 'Office fields are extensions'],
})

/** IDs per call. */
const maxComputers = 1000
export const someComputers = z.strictObject({
  resourceids: z
    .array(long)
    .check(z.minLength(1, 'contains no computer'), z.maxLength(maxComputers, `contains more than ${maxComputers} IDs`)),
})
/** Response to calls that only start an action. */
export const accepted = record({ accepted: integer })
export const acceptedAssumes = [
  `resourceids has at most ${maxComputers} ids; the call is rejected if an id is unknown or repeated`,
  'Returns the number of accepted computers; the result is shown in the row of each computer',
] as const

export const installAgents = endpoint({
  id: 'desktop.installAgents',
  source: 'desktop-management, What the service does (computers/installagents)',
  summary: 'Install the agent on computers',
  target: ['resourceids'],
  method: 'POST',
  path: '/api/{version}/som/computers/installagents',
  alsoAt: ['/api/{version}/som/computers/installagent'],
  encoding: 'json',
  input: someComputers,
  output: envelope('installagents', accepted),
  permission: 'SOM_Write',
  changes: ['desktop.computer', 'desktop.inventory'],
  job: agentJob('install', listComputers),
  assumes: [...acceptedAssumes, 'The spelling installagent of real servers is supported as well'],
})

export const uninstallAgents = endpoint({
  id: 'desktop.uninstallAgents',
  source: 'desktop-management, module som; operation: as on real servers',
  summary: 'Remove the agent from computers',
  target: ['resourceids'],
  method: 'POST',
  path: '/api/{version}/som/computers/uninstallagents',
  alsoAt: ['/api/{version}/som/computers/uninstallagent'],
  encoding: 'json',
  input: someComputers,
  output: envelope('uninstallagents', accepted),
  permission: 'SOM_Write',
  changes: ['desktop.computer', 'desktop.inventory'],
  danger: true,
  job: agentJob('uninstall', listComputers),
  assumes: [
    ...acceptedAssumes,
    'uninstallagent of real servers is supported as well',
    'The call is rejected if a computer has no agent, and names it',
  ],
})

export const somRows = { getComputerSummary, listComputers, listRemoteOffices, installAgents, uninstallAgents }

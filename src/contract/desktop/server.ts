import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aListOf, aLong, aText, recordOf } from '#contract/field.ts'
import { envelope } from './envelope.ts'

const named = { resource_id: aLong(), name: aText() }

export const getServerProperties = endpoint({
  id: 'desktop.getServerProperties',
  source: 'desktop-management, module desktop; operation: as on real servers',
  summary: 'Domains, branch offices and custom groups, for filters',
  method: 'GET',
  path: '/api/{version}/desktop/serverproperties',
  encoding: 'query',
  input: z.strictObject({}),
  output: envelope(
    'serverproperties',
    recordOf({ domains: aListOf(named), branch_offices: aListOf(named), custom_groups: aListOf(named) }),
  ),
  permission: 'Common_Read',
  reads: ['desktop.computer'],
  assumes: ['Each entry has resource_id and name'],
})

export const serverRows = { getServerProperties }

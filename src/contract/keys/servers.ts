/** Servers that certificates are deployed to. The reference has no operations to save one: ours. */
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { integer, record, text } from '#contract/wire.ts'
import { operation, rowsOf } from './result.ts'

const of = (name: string) =>
  ({ source: 'ours, for key-management 37', path: `/api/pki/own/${name}`, encoding: 'json' }) as const

const name = z.string().min(1).max(255)
const path = z
  .string()
  .max(1000)
  .regex(/^(\/[^/]+)+$/, 'must be the path of a file, from the root')

export const listServers = endpoint({
  ...of('listServers'),
  id: 'keys.listServers',
  summary: 'Servers that certificates are deployed to',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listServers',
    record({
      ServerId: integer,
      serverName: text,
      ResourceName: text,
      userName: text,
      certificatePath: text,
      keyPath: text,
      CreationTime: text,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.server'],
})

export const addServer = endpoint({
  ...of('addServer'),
  id: 'keys.addServer',
  summary: 'Save a server that certificates are deployed to: a user of an SSH resource, and where the two files lie',
  target: ['serverName', 'ResourceName'],
  method: 'POST',
  input: z.object({ serverName: name, ResourceName: name, userName: name, certificatePath: path, keyPath: path }),
  output: operation('addServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server'],
})

export const removeServer = endpoint({
  ...of('removeServer'),
  id: 'keys.removeServer',
  summary: 'Forget a server; what was deployed to it stays there',
  target: ['serverName'],
  method: 'POST',
  input: z.object({ serverName: name }),
  output: operation('removeServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server'],
})

export const serverRows = { listServers, addServer, removeServer }

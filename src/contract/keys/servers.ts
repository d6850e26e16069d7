/** Deployment servers. The reference has no operations to save one: ours. */
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { integer, record, text } from '#contract/wire.ts'
import { operation, rowsOf } from './result.ts'

const of = (name: string) =>
  ({ source: 'extension of key-management 37', path: `/api/pki/own/${name}`, encoding: 'json' }) as const

const name = z.string().min(1).max(255)
const path = z
  .string()
  .max(1000)
  .regex(/^(\/[^/]+)+$/, 'must be the path of a file, from the root')

export const listServers = endpoint({
  ...of('listServers'),
  id: 'keys.listServers',
  summary: 'Deployment servers',
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
  summary: 'Add a deployment server: a user on an SSH resource and the paths of the two files',
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
  summary: 'Remove a deployment server; deployed files are kept',
  target: ['serverName'],
  method: 'POST',
  input: z.object({ serverName: name }),
  output: operation('removeServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server'],
})

export const serverRows = { listServers, addServer, removeServer }

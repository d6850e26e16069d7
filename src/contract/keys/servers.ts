/** Deployment servers. The reference has no operation to save one; an extension. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { integer, record, text } from '#contract/wire.ts'
import { existingName, extensionOf, newName } from './extension.ts'
import { operation, rowsOf } from './result.ts'

const of = extensionOf('deployCertificate')

const path = z.string().check(z.maxLength(1000), z.regex(/^(\/[^/]+)+$/, 'must be the path of a file, from the root'))

/** Where the server presents its certificate: host:port, with IPv6 addresses in brackets. */
const tlsAddress = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(/^(\[[0-9A-Fa-f:.]+\]|[^\s:[\]]+):[1-9]\d{0,4}$/, 'must be host:port, such as www.example.com:443'),
  )
/** A single line, executed by the host's shell. */
const reloadCommand = z
  .string()
  .check(z.minLength(1), z.maxLength(500), z.regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be one line'))

export const listServers = endpoint({
  ...of('listServers'),
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
      tlsAddress: text,
      reloadCommand: text,
      CreationTime: text,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.server'],
})

export const addServer = endpoint({
  ...of('addServer'),
  summary: 'Add a deployment server: a user on an SSH resource and the paths of the two files',
  target: ['serverName', 'ResourceName'],
  method: 'POST',
  input: z.object({
    serverName: newName,
    ResourceName: existingName,
    userName: existingName,
    certificatePath: path,
    keyPath: path,
    tlsAddress: z.optional(tlsAddress),
    reloadCommand: z.optional(reloadCommand),
  }),
  output: operation('addServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server'],
  assumes: [
    'reloadCommand is run on the host as userName after both files were replaced; if it fails, the former files are put back and it is run again',
    'tlsAddress is asked after each deployment; the certificate is listed there only if it was presented',
  ],
})

export const removeServer = endpoint({
  ...of('removeServer'),
  summary: 'Remove a deployment server; deployed files are kept',
  target: ['serverName'],
  method: 'POST',
  input: z.object({ serverName: existingName }),
  output: operation('removeServer'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.server'],
})

export const listDeployments = endpoint({
  ...of('listDeployments'),
  id: 'keys.listDeployments',
  summary: 'The certificate that was deployed last to each server',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listDeployments',
    record({
      CertID: integer,
      sha256: text,
      serverName: text,
      ResourceName: text,
      certificatePath: text,
      tlsAddress: text,
      DeployedAt: text,
      DeployedBy: text,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'CertID is absent if the certificate is no longer in the inventory',
    'A server that was removed keeps its row, because its files are kept',
  ],
})

export const serverRows = { listServers, addServer, removeServer, listDeployments }

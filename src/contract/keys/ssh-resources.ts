/** Hosts that SSH keys are managed on. The reference has no operations to add one: ours. */
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { flag, listOf, record, text } from '#contract/wire.ts'
import { operation, rowsOf } from './result.ts'

const of = (name: string) =>
  ({ source: 'extension of key-management 3', path: `/api/pki/own/${name}`, encoding: 'json' }) as const

const name = z.string().min(1).max(255)

export const addSshResource = endpoint({
  ...of('addSshResource'),
  id: 'keys.addSshResource',
  summary: 'Add a managed SSH host',
  target: ['ResourceName', 'IPADDRESS'],
  method: 'POST',
  input: z.object({
    ResourceName: name,
    IPADDRESS: z.string().min(2).max(45),
    Port: z.int().min(1).max(65_535),
    Description: z.string().max(1000).optional(),
    Path: z.string().max(1000).optional(),
  }),
  output: operation('addSshResource'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
})

export const removeSshResource = endpoint({
  ...of('removeSshResource'),
  id: 'keys.removeSshResource',
  summary: 'Remove a host with its credentials and users; the host itself does not change',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: name }),
  output: operation('removeSshResource'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource', 'keys.ssh-user'],
  danger: true,
  assumes: ['Rejected while keys are associated with it or certificates are deployed to it'],
})

export const forgetHostKey = endpoint({
  ...of('forgetHostKey'),
  id: 'keys.forgetHostKey',
  summary: 'Reset the host key, for example after a host was reinstalled',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: name }),
  output: operation('forgetHostKey'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  danger: true,
})

export const listAssociations = endpoint({
  ...of('listAssociations'),
  id: 'keys.listAssociations',
  summary: 'Key associations by account, file and date',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAssociations',
    record({ KeyName: text, ResourceName: text, UserName: text, Path: text, AssociatedTime: text }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-key', 'keys.ssh-resource', 'keys.ssh-association'],
})

export const listHostKeys = endpoint({
  ...of('listHostKeys'),
  id: 'keys.listHostKeys',
  summary: 'Host keys and credentials of all hosts',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listHostKeys',
    record({ ResourceName: text, HostKey: text, Credentials: listOf(record({ UserName: text, isAdmin: flag })) }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-resource', 'keys.ssh-association'],
  assumes: ['HostKey is the SHA-256 fingerprint; absent before the first connection'],
})

export const sshResourceRows = { addSshResource, removeSshResource, forgetHostKey, listAssociations, listHostKeys }

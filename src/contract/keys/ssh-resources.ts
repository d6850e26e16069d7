/** Hosts with managed SSH keys. The reference has no operation to add one; an extension. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { file, record, text } from '#contract/wire.ts'
import { existingName, extensionOf, newName } from './extension.ts'
import { detailOf, operation, rowsOf } from './result.ts'

const of = extensionOf('getAllSSHResourceDetails')

export const addSshResource = endpoint({
  ...of('addSshResource'),
  summary: 'Add a managed SSH host',
  target: ['ResourceName', 'IPADDRESS'],
  method: 'POST',
  input: z.object({
    ResourceName: newName,
    IPADDRESS: z.string().check(z.minLength(2), z.maxLength(45)),
    Port: z.int().check(z.minimum(1), z.maximum(65_535)),
    Description: z.optional(z.string().check(z.maxLength(1000))),
    Path: z.optional(z.string().check(z.maxLength(1000))),
  }),
  output: operation('addSshResource'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
})

export const removeSshResource = endpoint({
  ...of('removeSshResource'),
  summary: 'Remove a host with its credentials and users; the host itself does not change',
  target: ['ResourceName'],
  method: 'POST',
  input: z.object({ ResourceName: existingName }),
  output: operation('removeSshResource'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource', 'keys.ssh-user'],
  danger: true,
  assumes: ['Rejected while keys are associated with it or certificates are deployed to it'],
})

/** Access of a key to an account. */
export const association = record({
  KeyName: text,
  ResourceName: text,
  UserName: text,
  Path: text,
  AssociatedTime: text,
  /** Result and time of the last test sign-in with the key. */
  Outcome: text,
  OutcomeText: text,
  TestedTime: text,
})

export const listAssociations = endpoint({
  ...of('listAssociations'),
  summary: 'Key associations by account, file and date',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('listAssociations', association),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-key', 'keys.ssh-resource', 'keys.ssh-association'],
  assumes: ['Outcome: opens, refused or unknown, by the last sign-in with the key; absent before the first one'],
})

export const testSshKey = endpoint({
  ...of('testSshKey'),
  summary: 'Test a sign-in to a user’s account with a key, and explain a refusal',
  target: ['keyName', 'userName', 'resourceName'],
  method: 'POST',
  input: z.object({ keyName: existingName, resourceName: existingName, userName: existingName }),
  output: detailOf('testSshKey', record({ Outcome: text, OutcomeText: text, TestedTime: text })),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-association'],
  assumes: [
    'Outcome: opens, refused or unknown; the session is closed at once, no command is run',
    'A refusal is explained by the files of the user and by sshd -T; if they could not be read, OutcomeText states why',
  ],
})

export const exportPuttyKey = endpoint({
  ...of('exportPuttyKey'),
  summary: 'Export a private SSH key as a PuTTY file (.ppk)',
  target: ['keyName', 'Version'],
  method: 'POST',
  input: z.object({ keyName: existingName, Version: z.enum(['2', '3']) }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Admin',
  secret: true,
  reason: true,
  assumes: [
    'Version 3 is read by PuTTY 0.75 (2021) and later, version 2 by all',
    'The file has the passphrase of the key, if it has one',
  ],
})

export const sshResourceRows = { addSshResource, removeSshResource, listAssociations, testSshKey, exportPuttyKey }

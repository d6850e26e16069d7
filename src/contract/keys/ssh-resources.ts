/** Hosts that SSH keys are managed on. The reference has no operations to add one: ours. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { file, record, text } from '#contract/wire.ts'
import { detailOf, operation, rowsOf } from './result.ts'

const of = (name: string) =>
  ({
    source: 'extension of key-management, getAllSSHResourceDetails',
    path: `/api/pki/own/${name}`,
    encoding: 'json',
  }) as const

const name = z.string().check(z.minLength(1), z.maxLength(255))

export const addSshResource = endpoint({
  ...of('addSshResource'),
  id: 'keys.addSshResource',
  summary: 'Add a managed SSH host',
  target: ['ResourceName', 'IPADDRESS'],
  method: 'POST',
  input: z.object({
    ResourceName: name,
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

/** That a key opens an account. */
export const association = record({
  KeyName: text,
  ResourceName: text,
  UserName: text,
  Path: text,
  AssociatedTime: text,
  /** What a sign-in with the key has shown, and when. */
  Outcome: text,
  OutcomeText: text,
  TestedTime: text,
})

export const listAssociations = endpoint({
  ...of('listAssociations'),
  id: 'keys.listAssociations',
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
  id: 'keys.testSshKey',
  summary: 'Sign in to a user’s account with a key, and explain a refusal',
  target: ['keyName', 'userName', 'resourceName'],
  method: 'POST',
  input: z.object({ keyName: name, resourceName: name, userName: name }),
  output: detailOf('testSshKey', record({ Outcome: text, OutcomeText: text, TestedTime: text })),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-association'],
  assumes: [
    'Outcome: opens, refused or unknown; the session is closed at once, no command is run',
    'A refusal is explained by the files of the user and by sshd -T; where that could not be asked, OutcomeText says why',
  ],
})

export const exportPuttyKey = endpoint({
  ...of('exportPuttyKey'),
  id: 'keys.exportPuttyKey',
  summary: 'Export a private SSH key as a PuTTY file (.ppk)',
  target: ['keyName', 'Version'],
  method: 'POST',
  input: z.object({ keyName: name, Version: z.enum(['2', '3']) }),
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

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { commaList, file, flag, flagText, integer, record, text } from '#contract/wire.ts'
import { escapedText } from './escaped-text.ts'
import { comparedFirst } from './host-credentials.ts'
import { knownHostKeys } from './host-keys.ts'
import { deletionJob } from './jobs/deletion-job.ts'
import { exportJob } from './jobs/key-jobs.ts'
import { existingName, newName } from './extension.ts'
import { detailOf, operation, rowsOf } from './result.ts'

const of = (apiName: string) =>
  ({
    source: `key-management, ${apiName}`,
    path: `/api/pki/restapi/${apiName}`,
    encoding: 'input-data',
  }) as const

const association = z.object({ keyName: existingName, resourceName: existingName, userName: existingName })
const exportTypes = ['public', 'private'] as const
const unlessPublic = ({ keyExportType }: { keyExportType?: (typeof exportTypes)[number] }) =>
  keyExportType === 'public' ? undefined : 'KeyManagement_Admin'

const sshKeyTypes = ['ssh-rsa', 'ssh-dss', 'ed25519', 'ecdsa'] as const

export const sshKey = record({
  KeyName: text,
  KeyType: text,
  KeyLength: text,
  FingerPrint: text,
  isPassphraseAvailable: flag,
  CreatedBy: text,
  CreationTime: text,
})
export const sshResource = record({
  Path: text,
  Description: text,
  ResourceId: integer,
  ResourceName: text,
  Port: integer,
  CreationTime: text,
  IPADDRESS: text,
  LandingServerName: text,
})
const userOnResource = record({ UserName: text, ResourceName: text })

export const createSshKey = endpoint({
  ...of('createsshkey'),
  id: 'keys.createSshKey',
  summary: 'Create an SSH key pair',
  target: ['keyName'],
  method: 'POST',
  input: z.object({
    keyName: newName,
    passPhrase: z.optional(z.string()),
    comment: z.optional(z.string()),
    length: z.optional(z.pipe(text, z.string())),
    keyType: z.enum(sshKeyTypes),
  }),
  output: operation('CreateSSHKey'),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-key'],
  assumes: [
    'An ed25519 key has no length: omit it or leave it empty',
    'Key names are unique and have no comma, as getSSHkeysforuser joins them by commas',
  ],
})

export const applyCredentials = endpoint({
  ...of('applycredentials'),
  id: 'keys.applyCredentials',
  summary: 'Set the credentials of a user on an SSH resource',
  target: ['userName', 'resourceName'],
  method: 'POST',
  input: z.object({
    userName: existingName,
    password: z.string().check(z.minLength(1)),
    resourceName: existingName,
    isAdmin: flagText,
    Known: z.optional(knownHostKeys),
  }),
  output: operation('ApplyCredentials'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-resource'],
  danger: true,
  assumes: [
    'Credentials are tested on the host before they are stored',
    comparedFirst,
    'isAdmin true: also used for keys of other users; requires the user with UID 0',
  ],
})

export const listSshResources = endpoint({
  ...of('getAllSSHResourceDetails'),
  id: 'keys.listSshResources',
  summary: 'Managed SSH hosts',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllSSHResourceDetails', sshResource),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-resource'],
  assumes: ['CreationTime is in UTC: 2026-11-21T14:00:00Z'],
})

export const listSshKeys = endpoint({
  ...of('getAllSSHKeys'),
  id: 'keys.listSshKeys',
  summary: 'All SSH keys',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllSSHKeys', sshKey),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-key'],
  assumes: ['FingerPrint is SHA-256', 'CreationTime is in UTC: 2026-11-21T14:00:00Z'],
})

export const getSshKey = endpoint({
  ...of('getSSHKey'),
  id: 'keys.getSshKey',
  summary: 'One SSH key',
  method: 'POST',
  input: z.object({ keyName: existingName }),
  output: rowsOf('getSSHKey', sshKey),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-key'],
})

export const exportSshKey = endpoint({
  ...of('exportSSHKey'),
  id: 'keys.exportSshKey',
  summary: 'Export an SSH key, public or private',
  target: ['keyName', 'keyExportType'],
  method: 'POST',
  input: z.object({ keyName: existingName, keyExportType: z.optional(z.enum(exportTypes)) }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Read',
  permissionFor: unlessPublic,
  secret: true,
  reason: true,
  job: exportJob({ kind: 'ssh-key', subject: 'keyName' }),
  assumes: ['Without keyExportType the private key is exported, in OpenSSH form'],
})

export const getSshKeyPassphrase = endpoint({
  ...of('getSSHKeyPassphrase'),
  id: 'keys.getSshKeyPassphrase',
  summary: 'Show the passphrase of an SSH key',
  target: ['keyName'],
  method: 'GET',
  input: z.object({ keyName: existingName }),
  output: detailOf('getSSHKeyPassphrase', record({ passphrase: text })),
  permission: 'KeyManagement_Admin',
  secret: true,
  reason: true,
})

export const listSshKeysOfUser = endpoint({
  ...of('getSSHkeysforuser'),
  id: 'keys.listSshKeysOfUser',
  summary: 'Names of the keys with access to a user’s account on a resource',
  method: 'GET',
  input: z.object({ userName: existingName, resourceName: existingName }),
  output: detailOf('getSSHkeysforuser', commaList(z.string().check(z.trim(), z.minLength(1), z.regex(/^[^,]+$/)))),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-key', 'keys.ssh-association'],
  assumes: ['Read from the host; unmanaged keys are omitted'],
})

export const enumerateUsers = endpoint({
  ...of('enumerateusers'),
  id: 'keys.enumerateUsers',
  summary: 'Start user discovery on a resource',
  target: ['userName', 'resourceName'],
  method: 'POST',
  input: z.object({ userName: existingName, resourceName: existingName }),
  output: operation('enumerateusers'),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-user'],
  assumes: ['Uses the credentials of userName, or those of an administrator if it has none'],
})

export const listSshUsers = endpoint({
  ...of('getAllSSHUsers'),
  id: 'keys.listSshUsers',
  summary: 'All users found on SSH resources',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllSSHUsers', userOnResource),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-user'],
})

export const listAssociatedUsers = endpoint({
  ...of('getAllAssociatedUsers'),
  id: 'keys.listAssociatedUsers',
  summary: 'Users that a key is associated with',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('getAllAssociatedUsers', userOnResource),
  permission: 'KeyManagement_Read',
  reads: ['keys.ssh-association'],
})

export const addSshKey = endpoint({
  ...of('addSSHKey'),
  id: 'keys.addSshKey',
  summary: 'Import an SSH key',
  target: ['keyName', 'File'],
  method: 'POST',
  encoding: 'multipart',
  input: z.object({ keyName: newName, passphrase: z.optional(z.string()), File: file }),
  output: operation('addSSHKey'),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-key'],
  assumes: [
    'The file is an OpenSSH, PKCS#1, PKCS#8, SEC1 or PuTTY private key; it is stored in OpenSSH format',
    'Existing keys and public keys are rejected',
    'A passphrase is not stored if the file is not encrypted',
  ],
})

export const associateKey = endpoint({
  ...of('associateKey'),
  id: 'keys.associateKey',
  summary: 'Deploy a key to a user’s account on a resource',
  target: ['keyName', 'userName', 'resourceName'],
  method: 'POST',
  input: association,
  output: operation('associateKey'),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-association'],
})

export const dissociateKey = endpoint({
  ...of('dissociateKey'),
  id: 'keys.dissociateKey',
  summary: 'Remove a key from a user’s account on a resource',
  target: ['keyName', 'userName', 'resourceName'],
  method: 'POST',
  input: association,
  output: operation('dissociateKey'),
  permission: 'KeyManagement_Write',
  changes: ['keys.ssh-association'],
  danger: true,
  guards: ({ keyName, userName, resourceName }: Record<'keyName' | 'userName' | 'resourceName', string>) => ({
    action: 'remove-user-key',
    subjects: [`${keyName} ${userName} ${resourceName}`],
  }),
})

export const deleteSshKey = endpoint({
  ...of('deleteSSHKey'),
  id: 'keys.deleteSshKey',
  summary: 'Delete an SSH key',
  target: ['key_name'],
  method: 'DELETE',
  input: z.object({ key_name: existingName, withoutDisassociation: z.optional(flagText) }),
  output: operation('DeleteSSHKey'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.ssh-key', 'keys.ssh-association'],
  danger: true,
  job: deletionJob({ kind: 'ssh-key', subject: 'key_name' }, listSshKeys, ({ KeyName }) => KeyName),
  guards: ({ key_name }: { key_name: string }) => ({ action: 'delete-key', subjects: [key_name] }),
  assumes: ['Keys with associations are rejected', 'withoutDisassociation true deletes it without changing the hosts'],
})

export const getPgpKey = endpoint({
  ...of('getPGPKey'),
  id: 'keys.getPgpKey',
  summary: 'Export a user’s PGP key',
  target: ['User', 'keyExportType'],
  method: 'GET',
  input: z.object({ User: escapedText, keyExportType: z.enum(exportTypes) }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Read',
  permissionFor: unlessPublic,
  secret: true,
  reason: true,
  assumes: [
    'A key is created if the user has none',
    'Escape <>()@.,;:"\\[] and spaces with a backslash',
    'The private key has no passphrase',
  ],
})

export const sshKeyRows = {
  createSshKey,
  listSshKeys,
  getSshKey,
  exportSshKey,
  getSshKeyPassphrase,
  addSshKey,
  deleteSshKey,
  getPgpKey,
}

export const sshHostRows = {
  applyCredentials,
  listSshResources,
  listSshKeysOfUser,
  enumerateUsers,
  listSshUsers,
  listAssociatedUsers,
  associateKey,
  dissociateKey,
}

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { file, integer, record, text } from '#contract/wire.ts'
import { deletionJob } from './jobs/deletion-job.ts'
import { exportJob } from './jobs/key-jobs.ts'
import { existingName, newName } from './extension.ts'
import { capitalizedOutcome, operation, rowsOf } from './result.ts'

const of = (apiName: string) => ({ source: `key-management, ${apiName}`, path: `/api/pki/restapi/${apiName}` }) as const

const vaultKey = record({
  'Key Name': text,
  Description: text,
  Datacenter: text,
  'Instance Name': text,
  'Key Type': text,
  'Key Store ID': integer,
  'Created By': text,
  'Created Time': text,
})
const vaultKeyInput = z.object({
  keyName: newName,
  description: z.optional(z.string()),
  datacenter: z.optional(z.string()),
  passphrase: z.optional(z.string()),
  keyType: z.optional(z.string()),
  instanceName: z.optional(z.string()),
  File: file,
})

export const listVaultKeys = endpoint({
  ...of('getAllKeyStoreKeys'),
  id: 'keys.listVaultKeys',
  summary: 'All keys of the vault',
  method: 'GET',
  encoding: 'input-data',
  input: z.object({}),
  output: rowsOf('getAllKeyStoreKeys', vaultKey),
  permission: 'KeyManagement_Read',
  reads: ['keys.vault-key'],
  assumes: ['Created Time is in UTC: 2026-11-21T14:00:00Z'],
})

export const exportVaultKey = endpoint({
  ...of('exportKeyStoreKey'),
  id: 'keys.exportVaultKey',
  summary: 'Export the file of a vault key, byte for byte',
  target: ['keyName'],
  method: 'POST',
  encoding: 'input-data',
  input: z.object({ keyName: existingName }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Admin',
  secret: true,
  reason: true,
  job: exportJob({ kind: 'vault-key', subject: 'keyName' }),
})

export const deleteVaultKey = endpoint({
  ...of('deleteKeyStoreKey'),
  id: 'keys.deleteVaultKey',
  summary: 'Delete a vault key',
  target: ['keyName'],
  method: 'DELETE',
  encoding: 'input-data',
  input: z.object({ keyName: existingName }),
  output: operation('DeleteKeyStoreKey'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.vault-key'],
  danger: true,
  job: deletionJob({ kind: 'vault-key', subject: 'keyName' }, listVaultKeys, (row) => row['Key Name']),
  guards: ({ keyName: vaultKey }: { keyName: string }) => ({ action: 'delete-key', subjects: [vaultKey] }),
})

export const addVaultKey = endpoint({
  ...of('addKeyStoreKey'),
  id: 'keys.addVaultKey',
  summary: 'Add a key to the vault',
  target: ['keyName', 'File'],
  method: 'POST',
  encoding: 'multipart',
  input: vaultKeyInput,
  output: capitalizedOutcome,
  permission: 'KeyManagement_Write',
  changes: ['keys.vault-key'],
  assumes: ['Any file of 1 byte to 1 MiB', 'Key names are unique', 'The passphrase cannot be retrieved'],
})

export const updateVaultKey = endpoint({
  ...of('updateKeyStoreKey'),
  id: 'keys.updateVaultKey',
  summary: 'Replace a vault key; its id stays',
  target: ['keyName', 'File'],
  method: 'POST',
  encoding: 'multipart',
  input: z.extend(vaultKeyInput, { keyName: existingName }),
  output: capitalizedOutcome,
  permission: 'KeyManagement_Write',
  changes: ['keys.vault-key'],
  guards: ({ keyName: vaultKey }: { keyName: string }) => ({ action: 'delete-key', subjects: [vaultKey] }),
  assumes: ['The file is required again, and its passphrase with it', 'Omitted fields are not changed'],
})

export const vaultRows = { listVaultKeys, exportVaultKey, deleteVaultKey, addVaultKey, updateVaultKey }

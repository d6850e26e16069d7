import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { file, integer, record, text } from '#contract/wire.ts'
import { capitalizedOutcome, operation, rowsOf } from './result.ts'

const of = (row: number, apiName: string) =>
  ({ source: `key-management ${row}`, path: `/api/pki/restapi/${apiName}` }) as const

const keyName = z.string().min(1).max(255)
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
  keyName,
  description: z.string().optional(),
  datacenter: z.string().optional(),
  passphrase: z.string().optional(),
  keyType: z.string().optional(),
  instanceName: z.string().optional(),
  File: file,
})

export const listVaultKeys = endpoint({
  ...of(13, 'getAllKeyStoreKeys'),
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
  ...of(14, 'exportKeyStoreKey'),
  id: 'keys.exportVaultKey',
  summary: 'Export the file of a vault key, byte for byte',
  target: ['keyName'],
  method: 'POST',
  encoding: 'input-data',
  input: z.object({ keyName }),
  output: file,
  responseType: 'file',
  permission: 'KeyManagement_Admin',
  secret: true,
})

export const deleteVaultKey = endpoint({
  ...of(15, 'deleteKeyStoreKey'),
  id: 'keys.deleteVaultKey',
  summary: 'Delete a vault key',
  target: ['keyName'],
  method: 'DELETE',
  encoding: 'input-data',
  input: z.object({ keyName }),
  output: operation('DeleteKeyStoreKey'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.vault-key'],
  danger: true,
})

export const addVaultKey = endpoint({
  ...of(16, 'addKeyStoreKey'),
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
  ...of(17, 'updateKeyStoreKey'),
  id: 'keys.updateVaultKey',
  summary: 'Replace a vault key; its id stays',
  target: ['keyName', 'File'],
  method: 'POST',
  encoding: 'multipart',
  input: vaultKeyInput,
  output: capitalizedOutcome,
  permission: 'KeyManagement_Write',
  changes: ['keys.vault-key'],
  assumes: ['The file is required again, and its passphrase with it', 'Omitted fields are not changed'],
})

export const vaultRows = { listVaultKeys, exportVaultKey, deleteVaultKey, addVaultKey, updateVaultKey }

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, record, text } from '#contract/wire.ts'
import { extensionOf } from './extension.ts'
import { detailOf, operation, rowsOf } from './result.ts'

const own = extensionOf('Authentication: keys are generated in the user interface')
/** Settings that the reference describes only for the user interface of a server. */
const of = <const N extends string>(name: N) => ({ ...own(name), permission: 'KeyManagement_Admin' }) as const

/** Highest first. A key without one has full access. */
export const keyPermissions = ['KeyManagement_Admin', 'KeyManagement_Write', 'KeyManagement_Read'] as const
export type KeyPermission = (typeof keyPermissions)[number]

const apiKey = record({
  id: integer,
  name: text,
  /** Host to which the key is restricted. */
  address: text,
  /** Permission of the key. */
  permission: text,
  createdBy: text,
  createdAt: text,
  /** With minute precision; absent before the first use. */
  usedAt: text,
})
const shownOnce = record({ id: integer, apiKey: text })
const id = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

export const listApiKeys = endpoint({
  ...of('listApiKeys'),
  summary: 'All API keys of key management, without their values',
  method: 'GET',
  input: z.object({}),
  output: rowsOf('listApiKeys', apiKey),
  reads: ['keys.api-key'],
})

export const generateApiKey = endpoint({
  ...of('generateApiKey'),
  summary: 'Generate an API key; it is shown only once',
  target: ['name', 'address'],
  method: 'POST',
  input: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    address: z.optional(z.string().check(z.maxLength(45))),
    permission: z.optional(z.enum(keyPermissions)),
  }),
  allWithout: ['permission'],
  output: detailOf('generateApiKey', shownOnce),
  changes: ['keys.api-key'],
  secret: true,
  assumes: [
    'Without an address the key is bound to the calling host',
    'Without a permission the key has full access, as the reference has no key permissions',
  ],
})

export const regenerateApiKey = endpoint({
  ...of('regenerateApiKey'),
  summary: 'Regenerate an API key; the old value stops working',
  target: ['id'],
  method: 'POST',
  input: z.object({ id }),
  output: detailOf('regenerateApiKey', shownOnce),
  changes: ['keys.api-key'],
  secret: true,
  danger: true,
})

export const revokeApiKey = endpoint({
  ...of('revokeApiKey'),
  summary: 'Revoke an API key',
  target: ['id'],
  method: 'POST',
  input: z.object({ id }),
  output: operation('revokeApiKey'),
  changes: ['keys.api-key'],
  danger: true,
})

export const verifyAudit = endpoint({
  ...of('verifyAudit'),
  summary: 'Verify the integrity of the audit',
  method: 'GET',
  input: z.object({}),
  output: detailOf('verifyAudit', record({ intact: flag, problem: text })),
  reads: ['keys.audit'],
})

export const getVaultStatus = endpoint({
  ...of('getVaultStatus'),
  summary: 'Vault status and unseal method',
  method: 'GET',
  input: z.object({}),
  output: detailOf('getVaultStatus', record({ sealed: flag, openedBy: text })),
  permission: 'KeyManagement_Read',
  reads: ['keys.vault'],
  assumes: ['openedBy is key-file or passphrase'],
})

export const unsealVault = endpoint({
  ...of('unsealVault'),
  summary: 'Unseal the vault with its passphrase',
  method: 'POST',
  input: z.object({ passphrase: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  output: operation('unsealVault'),
  changes: ['keys.vault'],
  assumes: ['After 5 incorrect passphrases, attempts are blocked for 15 minutes'],
})

export const apiKeyRows = {
  listApiKeys,
  generateApiKey,
  regenerateApiKey,
  revokeApiKey,
  verifyAudit,
  getVaultStatus,
  unsealVault,
}

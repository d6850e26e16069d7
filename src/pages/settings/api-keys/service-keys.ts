import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { requirePart } from '#api/require-part.ts'
import * as keys from '#contract/keys/api-keys.ts'
import * as mdm from '#contract/mdm/api-keys.ts'
import type { Permission } from '#contract/permission.ts'
import { instantOf } from '#contract/time.ts'

/** Metadata of a key that a service has issued. Never contains its value. */
export type ServiceKey = {
  id: string
  name: string
  createdBy: string
  createdAt: Date | undefined
  usedAt: Date | undefined
  expiresAt: Date | undefined
  /** The host that the key is restricted to. */
  address?: string
  /** Permission of the key. */
  permission?: string
}

const ofMdm = query(mdm.listApiKeys, {})
const ofKeys = query(keys.listApiKeys, {})

const apiKey = 'API key'

export type KeyService = (typeof keyServices)[number]

/** Services that issue keys, each with its own endpoints. */
export const keyServices = [
  {
    service: 'mdm',
    caption: 'API keys of mobile device management',
    permission: mdm.listApiKeys.permission satisfies Permission,
    about: 'A key grants full access for six months, even if the account that generated it is disabled.',
    elsewhere: 'On the server, open Admin, then API Key Generation under Integrations.',
    list: {
      ...ofMdm,
      select: ({ rows }: Awaited<ReturnType<NonNullable<typeof ofMdm.queryFn>>>): ServiceKey[] =>
        rows.map(({ key_id, name, created_by, created_time, used_time, expires_time }) => ({
          id: key_id ?? '',
          name: name ?? '',
          createdBy: created_by ?? '',
          createdAt: instantOf(created_time),
          usedAt: instantOf(used_time),
          expiresAt: instantOf(expires_time),
        })),
    },
    generate: async (name: string) =>
      requirePart(mdm.generateApiKey, (await change(mdm.generateApiKey, { name })).api_key, apiKey),
    regenerate: async (id: string) =>
      requirePart(mdm.regenerateApiKey, (await change(mdm.regenerateApiKey, { key_id: id })).api_key, apiKey),
    revoke: (id: string) => change(mdm.revokeApiKey, { key_id: id }),
  },
  {
    service: 'keys',
    caption: 'API keys of key management',
    permission: keys.listApiKeys.permission satisfies Permission,
    about: 'Each key is bound to a host and is sent in the AUTHTOKEN header.',
    elsewhere: 'On the server, open Settings, then API Key.',
    list: {
      ...ofKeys,
      select: ({ rows }: Awaited<ReturnType<NonNullable<typeof ofKeys.queryFn>>>): ServiceKey[] =>
        rows.map(({ id, name, address, permission, createdBy, createdAt, usedAt }) => ({
          id: String(id),
          name: name ?? '',
          address: address ?? '',
          permission: permission ?? '',
          createdBy: createdBy ?? '',
          createdAt: instantOf(createdAt),
          usedAt: instantOf(usedAt),
          expiresAt: undefined,
        })),
    },
    generate: async (name: string, address?: string, permission?: keys.KeyPermission) =>
      requirePart(
        keys.generateApiKey,
        (await change(keys.generateApiKey, { name, address, permission })).apiKey,
        apiKey,
      ),
    regenerate: async (id: string) =>
      requirePart(keys.regenerateApiKey, (await change(keys.regenerateApiKey, { id: Number(id) })).apiKey, apiKey),
    revoke: (id: string) => change(keys.revokeApiKey, { id: Number(id) }),
  },
] as const

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aSecret, aText, aTime, recordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { deviceManagement } from './area-scopes.ts'
import { anId, deleted } from './resource-row.ts'

/** mobile-device-management, Authentication: validity of a key in calendar months. */
export const keyMonths = 6

const keys = {
  source: 'extension (mobile-device-management, Authentication: API key: keys are generated in the user interface)',
  permission: 'MDM_Admin',
} as const
const change = { ...keys, encoding: 'json', changes: ['mdm.api-key'] } as const
const path = '/api/v1/own/apikeys'

const keyFields = {
  key_id: aText(),
  name: aText(),
  created_by: aText(),
  created_time: aTime('Absent if not recorded'),
  used_time: aTime('To the minute; absent before the first use'),
  expires_time: aTime(),
}
const shownOnce = recordOf({ key_id: aText(), name: aText(), api_key: aSecret(), expires_time: aTime() })
const key_id = anId
const unlimited = 'Access tokens limited to scopes are rejected'

export const listApiKeys = endpoint({
  ...keys,
  ...deviceManagement('READ'),
  id: 'mdm.listApiKeys',
  summary: 'All API keys of mobile device management, without their values',
  method: 'GET',
  path,
  encoding: 'query',
  input: z.object({}),
  output: page('apikeys', recordOf(keyFields)),
  reads: ['mdm.api-key'],
  assumes: [unlimited],
})

export const generateApiKey = endpoint({
  ...change,
  ...deviceManagement('CREATE'),
  id: 'mdm.generateApiKey',
  summary: `Generate an API key for ${keyMonths} months; it is shown only once`,
  target: ['name'],
  method: 'POST',
  path,
  input: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  output: shownOnce,
  status: 201,
  secret: true,
  assumes: [unlimited, 'A key has full access, even if the account that generated it is disabled'],
})

export const regenerateApiKey = endpoint({
  ...change,
  ...deviceManagement('UPDATE'),
  id: 'mdm.regenerateApiKey',
  summary: `Regenerate an API key for ${keyMonths} months; the old value stops working`,
  method: 'POST',
  path: `${path}/{key_id}/regenerate`,
  body: 'optional',
  input: z.object({ key_id }),
  output: shownOnce,
  secret: true,
  danger: true,
  assumes: [unlimited],
})

export const revokeApiKey = endpoint({
  ...change,
  ...deviceManagement('DELETE'),
  ...deleted,
  id: 'mdm.revokeApiKey',
  summary: 'Revoke an API key',
  method: 'DELETE',
  path: `${path}/{key_id}`,
  input: z.object({ key_id }),
  danger: true,
  assumes: [unlimited],
})

export const apiKeyRows = { listApiKeys, generateApiKey, regenerateApiKey, revokeApiKey }

import * as z from 'zod/mini'
import { discover } from '#contract/desktop/authentication.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'

/** Where the value of an input comes from: a field of what another operation answered. */
const sources: Record<string, readonly (readonly [row: string, field: string])[]> = {
  device_id: [['mdm.listDevices', 'device_id']],
  group_id: [['mdm.listGroups', 'group_id']],
  profile_id: [['mdm.listProfiles', 'profile_id']],
  app_id: [['mdm.listApps', 'app_id']],
  user_id: [['mdm.listUsers', 'user_id']],
  resid: [['desktop.listComputers', 'resource_id']],
  swid: [['desktop.listSoftware', 'software_id']],
  hwid: [['desktop.listHardware', 'hardware_id']],
  keyName: [['keys.listSshKeys', 'KeyName']],
  userName: [['keys.listSshUsers', 'UserName']],
  resourceName: [
    ['keys.listSshUsers', 'ResourceName'],
    ['keys.listSshResources', 'ResourceName'],
  ],
  common_name: [['keys.listCertificates', 'Common Name']],
  serial_number: [['keys.getCertificateDetails', 'serial']],
  CSR_ID: [['keys.listRequests', 'CSR_ID']],
  'mdm.getDeviceProfile.profile_id': [['mdm.listDeviceProfiles', 'profile_id']],
  'mdm.getDeviceApp.app_id': [['mdm.listDeviceApps', 'app_id']],
}
/** Inputs of which one of several is needed, so that each alone is optional. */
export const alsoNeeded: Record<string, string> = { 'desktop.listInventoryComputers': 'swid' }

/** Reads and changes nothing, reveals nothing, and is no step of a sign-in. */
export const isReadOnly = (endpoint: Endpoint) =>
  !endpoint.changes &&
  !endpoint.secret &&
  !endpoint.danger &&
  (endpoint.permission !== 'proxy' || endpoint.id === discover.id) &&
  endpoint.encoding !== 'multipart' &&
  readsSomething(endpoint)
const readsSomething = ({ method, reads }: Endpoint) => method === 'GET' || (method === 'POST' && reads !== undefined)

/** What was answered so far, by operation: values of the first rows of lists, and of records. */
export type Seen = Map<string, JsonObject[]>

/** The input that an operation needs, out of what others answered; undefined while something is missing, with its name. */
export function inputFor(endpoint: Endpoint, seen: Seen): { input: JsonObject } | { missing: string } {
  const shape = endpoint.input instanceof z.ZodMiniObject ? (endpoint.input.shape as Record<string, z.ZodMiniType>) : {}
  const input: JsonObject = {}
  for (const [name, schema] of Object.entries(shape)) {
    if (z.safeDecode(schema, undefined).success && alsoNeeded[endpoint.id] !== name) continue
    const value = valueFor(endpoint, name, schema, seen)
    if (value === undefined) return { missing: name }
    input[name] = value
  }
  return { input }
}

function valueFor(endpoint: Endpoint, name: string, schema: z.ZodMiniType, seen: Seen): string | undefined {
  if (schema instanceof z.ZodMiniEnum) return String(schema.options.at(-1))
  if (schema instanceof z.ZodMiniLiteral) return String(schema.def.values[0])
  for (const [from, field] of sources[`${endpoint.id}.${name}`] ?? sources[name] ?? []) {
    for (const record of seen.get(from) ?? []) {
      const value = fieldIn(record, field)
      if (typeof value === 'string' && value !== '') return value
      if (typeof value === 'number' || typeof value === 'bigint') return String(value)
    }
  }
  return undefined
}

/** A field of a record, or of an object in it. */
const fieldIn = (record: JsonObject, field: string): unknown =>
  record[field] ??
  Object.values(record)
    .filter((value): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value))
    .map((inner) => inner[field])
    .find((value) => value !== undefined)

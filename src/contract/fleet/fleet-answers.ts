/** Endpoints of the device index beside queries: text lookup, security check, group comparison. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { encryptions } from '#contract/mdm/jobs/security-job.ts'
import { scalar } from '#contract/wire.ts'
import { fleetState, foundBy, foundEntries, indexedRow, lookupInput, mayQueryFleet } from './fleet-endpoints.ts'

/** Does not create an index: without an existing one, nothing is found. */
export const lookUpDevices = endpoint({
  ...mayQueryFleet,
  id: 'console.lookUpDevices',
  summary: 'Devices by any text, from the index',
  path: '/api/console.lookUpDevices',
  input: z.object(lookupInput),
  output: z.object({
    rows: z.array(z.extend(indexedRow, { by: z.optional(foundBy) })),
    entries: foundEntries,
    state: fleetState,
  }),
})

/** `Unread`: the list does not contain the fields, and the record has not been read yet. */
export const indexedEncryptions = [...encryptions, 'Unread'] as const
export type IndexedEncryption = (typeof indexedEncryptions)[number]

export const securityFindings = ['no-passcode', 'rooted'] as const
export type SecurityFinding = (typeof securityFindings)[number]

export const checkIndexedSecurity = endpoint({
  ...mayQueryFleet,
  id: 'console.checkIndexedSecurity',
  summary: 'Security of devices, from the index',
  path: '/api/console.checkIndexedSecurity',
  input: z.object({
    search: z.optional(z.string().check(z.maxLength(200))),
    platform: z.optional(z.string().check(z.maxLength(50))),
    owned_by: z.optional(z.string().check(z.maxLength(50))),
    /** If omitted: devices that are or were enrolled, and those with unknown status. */
    managed_status: z.optional(z.string().check(z.regex(/^-?\d{1,3}$/))),
    exclude_removed: z.optional(z.boolean()),
    encryption: z.optional(z.enum(indexedEncryptions)),
    finding: z.optional(z.enum(securityFindings)),
    sort: z.optional(z.string().check(z.regex(/^-?[a-z]\w{0,99}$/))),
    offset: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  }),
  output: z.object({
    rows: z.array(z.extend(indexedRow, { encryption: z.enum(indexedEncryptions) })),
    total: z.int(),
    /**
     * Number of devices by encryption state and by finding. Each count applies the other filter, not its own. A finding has
     * no count if no device reports its field.
     */
    counts: z.record(z.string(), z.int()),
    state: fleetState,
  }),
})

export const compareIndexedGroup = endpoint({
  ...mayQueryFleet,
  id: 'console.compareIndexedGroup',
  summary: 'A device and a group by value, from the index',
  path: '/api/console.compareIndexedGroup',
  input: z.object({
    device_id: z.string().check(z.minLength(1), z.maxLength(200)),
    group_id: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({
    /** Whether the device's complete record has been read. */
    isRead: z.boolean(),
    /** Group name; absent if the index has no such group. */
    group: z.optional(z.string()),
    /** Group members with a complete record, without the device itself. */
    members: z.int(),
    fields: z.array(
      z.object({
        field: z.string(),
        /** Absent if not reported by the server. */
        own: z.optional(scalar),
        /** Members with the same value, including a missing one. */
        same: z.int(),
        /** Members whose value is not reported. */
        missing: z.int(),
        /** Most frequent first. */
        values: z.array(z.object({ value: scalar, count: z.int() })),
      }),
    ),
    /** Apps and profiles. */
    entries: z.array(z.object({ list: z.string(), name: z.string(), own: z.boolean(), count: z.int() })),
    /** Number of omitted entries that only members have; absent if none. */
    left: z.optional(z.int()),
    state: fleetState,
  }),
})

export const fleetAnswers = { lookUpDevices, checkIndexedSecurity, compareIndexedGroup }

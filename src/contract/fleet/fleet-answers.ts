/** What the index of devices answers beside queries: what a text finds, how devices are protected, how a group differs. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { encryptions } from '#contract/mdm/jobs/security-job.ts'
import { scalar } from '#contract/wire.ts'
import { fleetState, indexedRow, mayAskFleet } from './fleet-endpoints.ts'

/** By which field, or list, a device was found, and what stands there. */
const foundBy = z.object({ field: z.string(), value: z.string() })

/** It begins no index: where nobody has asked for one, nothing is found. */
export const lookUpDevices = endpoint({
  ...mayAskFleet,
  id: 'console.lookUpDevices',
  summary: 'Devices by any text, from the index',
  path: '/api/console.lookUpDevices',
  input: z.object({
    text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
  }),
  output: z.object({
    rows: z.array(z.extend(indexedRow, { by: z.optional(foundBy) })),
    /** What several devices have: a query finds them. */
    entries: z.array(
      z.object({
        /** A list of the catalog, such as `app`. */
        list: z.string(),
        name: z.string(),
        /** Name or identifier, by which a query names it. */
        value: z.string(),
        devices: z.int(),
      }),
    ),
    state: fleetState,
  }),
})

export const securityFindings = ['no-passcode', 'rooted'] as const
export type SecurityFinding = (typeof securityFindings)[number]

export const checkIndexedSecurity = endpoint({
  ...mayAskFleet,
  id: 'console.checkIndexedSecurity',
  summary: 'Security of devices, from the index',
  path: '/api/console.checkIndexedSecurity',
  input: z.object({
    search: z.optional(z.string().check(z.maxLength(200))),
    platform: z.optional(z.string().check(z.maxLength(50))),
    owned_by: z.optional(z.string().check(z.maxLength(50))),
    /** Without it, those that are or were enrolled, and those whose server does not say it. */
    managed_status: z.optional(z.string().check(z.regex(/^-?\d{1,3}$/))),
    exclude_removed: z.optional(z.boolean()),
    encryption: z.optional(z.enum(encryptions)),
    finding: z.optional(z.enum(securityFindings)),
    sort: z.optional(z.string().check(z.regex(/^-?[a-z]\w{0,99}$/))),
    offset: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
  }),
  output: z.object({
    rows: z.array(indexedRow),
    total: z.int(),
    /** How many devices there are of each encryption and with each finding, the other one being as it is asked for. */
    counts: z.record(z.string(), z.int()),
    state: fleetState,
  }),
})

export const compareIndexedGroup = endpoint({
  ...mayAskFleet,
  id: 'console.compareIndexedGroup',
  summary: 'A device and a group by value, from the index',
  path: '/api/console.compareIndexedGroup',
  input: z.object({
    device_id: z.string().check(z.minLength(1), z.maxLength(200)),
    group_id: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({
    /** Whether the whole record of the device has been read. */
    isRead: z.boolean(),
    /** Of the group, without the device; absent: the index knows no such group. */
    group: z.optional(z.string()),
    /** Members whose whole record has been read, without the device itself. */
    members: z.int(),
    fields: z.array(
      z.object({
        field: z.string(),
        /** Absent: the server did not say it. */
        own: z.optional(scalar),
        /** Members that have the same, which may be nothing. */
        same: z.int(),
        /** Of whom the server did not say it. */
        missing: z.int(),
        /** The most frequent first. */
        values: z.array(z.object({ value: scalar, count: z.int() })),
      }),
    ),
    /** Apps and profiles. */
    entries: z.array(z.object({ list: z.string(), name: z.string(), own: z.boolean(), count: z.int() })),
    /** Further ones that only members have, few of them; absent: none. */
    left: z.optional(z.int()),
    state: fleetState,
  }),
})

export const fleetAnswers = { lookUpDevices, checkIndexedSecurity, compareIndexedGroup }

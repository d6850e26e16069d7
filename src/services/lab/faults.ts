import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { desktopErrors, identityErrors, keysErrors, mdmErrors } from '#contract/problems/known-errors.ts'
import { type LabTables, sharedSetting } from './lab-settings.ts'

/** Services with simulated faults, and their error codes. */
const codes = {
  mdm: Object.keys(mdmErrors),
  desktop: Object.keys(desktopErrors),
  keys: Object.keys(keysErrors),
  identity: Object.keys(identityErrors),
}
export type FaultyService = keyof typeof codes
export const faultyServices = Object.keys(codes) as FaultyService[]

/** A simulated fault: an error of the reference, latency, or one of four connection failures. */
export const faultSwitch = z
  .strictObject({
    service: z.enum(faultyServices),
    /** Error code to return. */
    code: z.optional(z.string()),
    /** Delay before the response. */
    latency_ms: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
    /** Closes the connection without a response. */
    drop: z.optional(z.literal(true)),
    /** Sends half of the response, then closes. */
    truncate: z.optional(z.literal(true)),
    /** Sends invalid JSON. */
    garbage: z.optional(z.literal(true)),
    /** Keeps the connection open without a response. */
    half_open: z.optional(z.literal(true)),
    /** Number of affected requests; unlimited by default. */
    times: z.optional(z.int().check(z.minimum(1))),
    /** Only requests whose path contains this text. */
    path: z.optional(z.string().check(z.minLength(1))),
  })
  .check(
    z.refine(({ service, code }) => code === undefined || codes[service].includes(code), {
      path: ['code'],
      error: ({ input }) => {
        const { service } = input as { service: FaultyService }
        return `must be one of ${codes[service].join(', ')}`
      },
    }),
    z.refine((fault) => Object.keys(fault).some((name) => !['service', 'times', 'path'].includes(name)), {
      error: 'must contain at least one of code, latency_ms, drop, truncate, garbage or half_open',
    }),
  )
export type Fault = z.output<typeof faultSwitch>

export type Faults = ReturnType<typeof faultList>

/** Enabled faults of all processes; the latest one takes precedence. */
export function faultList(db: Kysely<LabTables>) {
  const active = sharedSetting<Fault[]>(db, 'faults', [])
  const meets = (service: FaultyService, path: string) => (one: Fault) =>
    one.service === service && path.includes(one.path ?? '')
  return {
    list: active.read,
    add: (fault: Fault) => active.change((faults) => [fault, ...faults]),
    clear: () => active.change(() => []),
    /** The fault that applies to this request, if any. */
    take: async (service: FaultyService, path: string): Promise<Fault | undefined> => {
      const met = (await active.read()).find(meets(service, path))
      if (met?.times === undefined) return met
      // Atomic, so that exactly the given number of requests is affected.
      let taken: Fault | undefined
      await active.change((faults) => {
        taken = faults.find(meets(service, path))
        if (taken?.times === undefined) return faults
        const { times } = taken
        return times === 1
          ? faults.filter((one) => one !== taken)
          : faults.map((one) => (one === taken ? { ...one, times: times - 1 } : one))
      })
      return taken
    },
  }
}

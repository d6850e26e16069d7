import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { desktopErrors, identityErrors, keysErrors, mdmErrors } from '#contract/problems/known-errors.ts'
import { type LabTables, sharedSetting } from './lab-settings.ts'

/** Services that faults can be switched for, and the errors that each has. */
const codes = {
  mdm: Object.keys(mdmErrors),
  desktop: Object.keys(desktopErrors),
  keys: Object.keys(keysErrors),
  identity: Object.keys(identityErrors),
}
export type FaultyService = keyof typeof codes
export const faultyServices = Object.keys(codes) as FaultyService[]

/** What can be switched: an error of the reference, slowness, or a wire that breaks in one of four ways. */
export const faultSwitch = z
  .strictObject({
    service: z.enum(faultyServices),
    /** Answer this error code. */
    code: z.optional(z.string()),
    /** Wait before answering. */
    latency_ms: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
    /** Close the connection without an answer. */
    drop: z.optional(z.literal(true)),
    /** Send half of the answer, then close. */
    truncate: z.optional(z.literal(true)),
    /** Send something that is not JSON. */
    garbage: z.optional(z.literal(true)),
    /** Keep the connection open and never answer. */
    half_open: z.optional(z.literal(true)),
    /** For so many requests; without it until cleared. */
    times: z.optional(z.int().check(z.minimum(1))),
    /** Only for requests whose path contains this. */
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
      error: 'must say what goes wrong: code, latency_ms, drop, truncate, garbage or half_open',
    }),
  )
export type Fault = z.output<typeof faultSwitch>

export type Faults = ReturnType<typeof faultList>

/** The faults that are switched on, for all processes. The one that was switched on last wins. */
export function faultList(db: Kysely<LabTables>) {
  const active = sharedSetting<Fault[]>(db, 'faults', [])
  const meets = (service: FaultyService, path: string) => (one: Fault) =>
    one.service === service && path.includes(one.path ?? '')
  return {
    list: active.read,
    add: (fault: Fault) => active.change((faults) => [fault, ...faults]),
    clear: () => active.change(() => []),
    /** The fault that this request meets, if any. */
    take: async (service: FaultyService, path: string): Promise<Fault | undefined> => {
      const met = (await active.read()).find(meets(service, path))
      if (met?.times === undefined) return met
      // Of several requests at once, in several processes, as many meet it as it says.
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

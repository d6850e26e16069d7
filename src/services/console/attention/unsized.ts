import type { Input, Output } from '#contract/endpoint.ts'
import type { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'

type Read = (input: Input<typeof listDevices>) => Promise<Output<typeof listDevices>>

/** Reads pages without their size where the server rejects it: it is not in the reference. */
export const unsized =
  (read: Read): Read =>
  (input) =>
    read(input).catch((error: unknown) => {
      const { limit, ...rest } = input
      if (!(error instanceof Problem) || error.status !== 400 || limit === undefined || 'offset' in rest) throw error
      return read(rest)
    })

import { call } from '#api/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Given, withoutRefused } from '#contract/problems/without-refused.ts'

/** Parameters that servers have rejected since the page was loaded; they are not sent again. */
const refusedBefore = new Set<string>()
export const forgetRefused = () => refusedBefore.clear()

/** Reads a list, omitting rejected parameters. If the error names no parameter, omits all undocumented ones. */
export const callWithout = <E extends Endpoint>(given: Given<E>, signal?: AbortSignal) =>
  withoutRefused(call, refusedBefore, given, signal)

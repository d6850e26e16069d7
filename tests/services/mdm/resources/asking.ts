// Calls as a client of mobile device management makes them, by row, as the console's own key.
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import type { Problem } from '#contract/problem.ts'
import { problemOf } from '../../desktop/sign-in.ts'
import type { Running } from '../../running.ts'

export const asking = (running: Running) => {
  const ask = async <R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> =>
    running.call(endpoint, input, await running.mdmKey())
  return {
    ask,
    refusal: <R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Problem> => problemOf(ask(endpoint, input)),
    /** Ids of devices that a filter finds, in the order of their names. */
    deviceIds: async (filter: Input<typeof listDevices>) =>
      (await ask(listDevices, filter)).rows.map(({ device_id = '' }) => device_id),
  }
}

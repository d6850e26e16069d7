import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'

const everyMs = 10_000

/** An answer of an index that is being filled is asked for again, until one came from all of it. */
export const untilFilled = ({ state: { data } }: { state: { data: { state: FleetState } | undefined } }) =>
  data && (data.state.state === 'reading' || unreadOf(data.state) > 0 || (data.state.changed ?? 0) > 0)
    ? everyMs
    : false

/** Records that are still to come: those that the server refuses are not. */
export const unreadOf = ({ devices, detailed, refused = 0 }: Omit<FleetState, 'state'>) => devices - detailed - refused

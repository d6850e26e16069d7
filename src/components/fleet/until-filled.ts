import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'

const everyMs = 10_000

/** An answer of an index that is being filled is asked for again, until one came from all of it. */
export const untilFilled = ({ state: { data } }: { state: { data: { state: FleetState } | undefined } }) =>
  data && (data.state.state === 'reading' || data.state.detailed < data.state.devices) ? everyMs : false

import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'

const everyMs = 10_000

/** Refetch interval while the index is incomplete: results must be loaded again until they cover all records. */
export const untilFilled = ({ state: { data } }: { state: { data: { state: FleetState } | undefined } }) =>
  data &&
  !isWithoutRecords(data.state) &&
  (data.state.state === 'reading' || unreadOf(data.state) > 0 || (data.state.changed ?? 0) > 0)
    ? everyMs
    : false

/** Nothing more will be read: the server only has the list. */
const isWithoutRecords = ({ state, withoutRecords }: FleetState) => state === 'ready' && withoutRecords === true

/** Number of records that are still to be read; records that the server rejects do not count. */
export const unreadOf = ({ devices, detailed, refused = 0 }: Omit<FleetState, 'state'>) => devices - detailed - refused

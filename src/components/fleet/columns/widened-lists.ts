import type { Computer } from '#contract/desktop/computer-fields.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { ofComputers } from '#contract/fleet/computer-catalog.ts'
import { readComputerValues } from '#contract/fleet/computer-endpoints.ts'
import { readDeviceValues } from '#contract/fleet/fleet-endpoints.ts'
import { type IndexedKind, ofDevices } from '#contract/fleet/kept-fields.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { computers, devices, type QuerySubject } from '#components/fleet/query-subject.ts'
import type { RowSource } from '#ui/table/further.ts'

/** A list whose rows have more fields in the index. */
export type WidenedList = {
  of: IndexedKind
  subject: QuerySubject
  values: typeof readDeviceValues
  idOf: (row: unknown) => string
}

const lists: Readonly<Record<string, WidenedList>> = {
  [listDevices.id]: {
    of: ofDevices,
    subject: devices,
    values: readDeviceValues,
    idOf: (row) => (row as DeviceSummary).device_id ?? '',
  },
  [listComputers.id]: {
    of: ofComputers,
    subject: computers,
    // The endpoints differ only in permission and path.
    values: readComputerValues as unknown as typeof readDeviceValues,
    idOf: (row) => (row as Computer).resource_id ?? (row as Computer).resource_id_string ?? '',
  },
}

export const widenedList = (csv: RowSource | undefined): WidenedList | undefined => lists[csv?.endpoint?.id ?? '']

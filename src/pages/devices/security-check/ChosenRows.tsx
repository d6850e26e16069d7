import { DeviceSelection } from '#pages/devices/list/DeviceSelection.tsx'
import type { Selected } from '#ui/table/DataTable.tsx'
import type { SecurityRow } from './security-rows.ts'

/** Actions on the devices of the selected rows. */
export const ChosenRows = ({ withRows, ...selected }: Selected<SecurityRow>) => (
  <DeviceSelection
    {...selected}
    source="Security check"
    withRows={(title, use) => withRows(title, (rows) => use(rows.map(({ device }) => device)))}
  />
)

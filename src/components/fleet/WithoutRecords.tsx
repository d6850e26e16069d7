import { PartsNotOffered } from '#components/offered/PartProblem.tsx'
import { getComputerDetail } from '#contract/desktop/inventory.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { useQueried } from './query-subject.ts'

/** Notice that the server has the list only, so that no records will be read. */
export function WithoutRecords() {
  const { one, many, detail } = useQueried()
  return (
    <PartsNotOffered of={[one === 'device' ? getDevice : getComputerDetail]}>
      Only fields of the list can be queried. Conditions on other fields, such as {detail}, match no {many}.
    </PartsNotOffered>
  )
}

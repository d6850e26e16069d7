import { useMemo } from 'react'
import { useTableKey } from '#api/may.ts'
import { listAddress, oneOf } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import { getDeviceSecurity } from '#contract/mdm/device-parts.ts'
import type { DeviceSummary } from '#contract/mdm/device-list.ts'
import { encryptions } from '#contract/mdm/jobs/security-job.ts'
import type { Problem } from '#contract/problem.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { ChosenRows } from './ChosenRows.tsx'
import { securityFields, securityRow } from './security-rows.ts'
import { securityColumns } from './SecurityColumns.tsx'

const shown = listAddress({ encryption: oneOf('', ['', ...encryptions]) })

/** A server may say in its list all that it has. */
const saysSecurity = (device: DeviceSummary) => securityFields.some((name) => name in device)

export type Listed = { devices: readonly DeviceSummary[]; missing: Problem }

/** What the list itself says, where the server offers no more. */
export function ListedDevices({ devices, missing }: Listed) {
  const { state, show } = useListState(shown)
  const { encryption } = state
  const storageKey = useTableKey('security check')
  const rows = useMemo(() => devices.filter(saysSecurity).map((device) => securityRow(device, device)), [devices])
  if (rows.length === 0) return <PartProblem error={missing} of={getDeviceSecurity} />
  const options = [
    { value: '' as const, label: 'All', count: rows.length },
    ...encryptions.map((value) => ({
      value,
      label: value,
      count: rows.filter((row) => row.encryption === value).length,
    })),
  ]
  return (
    <Stack gap="sm">
      <DataTable
        filterBar={
          <FilterTabs
            label="Encryption"
            value={encryption}
            options={options}
            onChange={(value) => show({ encryption: value }, true)}
          />
        }
        caption="Security check"
        rows={rows.filter((row) => encryption === '' || row.encryption === encryption)}
        columns={securityColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.deviceSecurity(id)}
        storageKey={storageKey}
        SelectionActions={ChosenRows}
        csv={{ name: encryption === '' ? 'security-check' : `encryption-${encryption.toLowerCase()}`, write: csvText }}
        empty={
          <Empty title={encryption === '' ? 'No devices read yet' : `No devices with encryption “${encryption}”`} />
        }
      />
    </Stack>
  )
}

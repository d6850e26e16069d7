import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { columnsOf } from '#components/lists/Columns.tsx'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import { listDeviceLocations } from '#contract/mdm/device-parts.ts'
import { useDevice } from '#pages/devices/device-query.ts'
import { wholeList } from '#pages/devices/device/whole-list.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './DeviceLocation.module.css'
import { distanceM, distanceText } from './map/projection.ts'
import { TrackMap } from './map/TrackMap.tsx'
import { WorldMap } from './map/WorldMap.tsx'
import { type PositionRow, positionRows } from './positions.ts'

type Numbered = PositionRow & { number: string; moved: string }

/** Position history, newest first. */
export function Positions({ deviceId }: { deviceId: string }) {
  const device = useDevice()
  const { data, error, refetch } = useQuery(wholeList(listDeviceLocations, deviceId))
  const listed = data?.rows ?? (error ? device.locations : undefined)
  const rows = useMemo(() => numbered(positionRows(device, listed ?? [])), [device, listed])
  const stops = rows.flatMap(({ id, place, number }) => (place ? [{ ...place, id, label: number }] : []))
  const [newest] = stops
  return (
    <Stack gap="md">
      {error && <PartProblem error={error} of={listDeviceLocations} onRetry={refetch} />}
      {listed && newest && (
        <div className={classes.maps}>
          <figure className={classes.figure}>
            <TrackMap stops={stops} />
            <figcaption>
              Numbers match the list, 1 is the newest. North is up. Accuracy is not reported by this server.
            </figcaption>
          </figure>
          <figure className={classes.figure}>
            <WorldMap place={newest} />
            <figcaption>Simplified world map. No external map data is loaded.</figcaption>
          </figure>
        </div>
      )}
      {listed && rows.length > stops.length && (
        <Text size="sm">Invalid or implausible positions are listed but not shown on the map.</Text>
      )}
      {(listed || !error) && (
        <DataTable
          caption="Location"
          rows={listed ? rows : []}
          columns={columns}
          rowId={({ id }) => id}
          loading={!listed && !error}
          csv={{ name: 'device-location', write: csvText }}
          empty={
            <Empty
              title="No location reported"
              hint="The device was never located, or location tracking is not allowed."
            />
          }
        />
      )}
    </Stack>
  )
}

/** Numbers the positions as on the map and adds the time since the previous one. */
function numbered(rows: PositionRow[]): Numbered[] {
  return rows.map((row, index) => {
    const before = rows.slice(index + 1).find(({ place }) => place)
    const moved = row.place && before?.place ? distanceText(distanceM(row.place, before.place)) : ''
    return { ...row, number: `${index + 1}`, moved }
  })
}

const { text, date } = columnsOf<Numbered>()

const columns = [
  text('number', 'No.', ({ number }) => number, { width: '7%', priority: 1 }),
  date('at', 'Located', ({ at }) => at, { width: '18%', priority: 1, sortable: true, raw: ({ raw }) => raw }),
  text('position', 'Latitude, longitude', ({ text }) => text, {
    width: '28%',
    priority: 1,
    cell: ({ text, doubt }) => (
      <>
        <Group gap={4} wrap="nowrap">
          <code>{text || '–'}</code>
          {text && <CopyButton value={text} label={`Copy ${text}`} />}
        </Group>
        {doubt && (
          <Text size="xs" c="dimmed">
            {doubt}
          </Text>
        )}
      </>
    ),
  }),
  text('moved', 'Moved', ({ moved }) => moved, { width: '11%', priority: 2 }),
  text('address', 'Address', ({ address }) => address, { width: '22%', priority: 2 }),
  date('added', 'Reported', ({ added }) => added, { width: '14%', priority: 2, raw: ({ addedRaw }) => addedRaw }),
]

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { call } from '#api/call.ts'
import { useTableKey } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { placeOf } from '#components/devices/cached-device.ts'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { RecentJobs } from '#components/jobs/RecentJobs.tsx'
import { day } from '#components/lists/day-field.ts'
import { listAddress, matching, textUpTo } from '#components/lists/list-address.ts'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { csvText } from '#contract/csv.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { listPage, partOf } from '#pages/devices/list-page.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable, type ServerPage } from '#ui/table/DataTable.tsx'
import { commandsOf } from './command-query.ts'
import { commandRows, runningStates } from './command-rows.ts'
import { commandColumns, pagedCommandColumns } from './CommandColumns.tsx'
import { CommandEntry } from './CommandEntry.tsx'
import { entryHref } from './entry-href.ts'
import { daysOf, fileName, textsOfDays } from './history-days.ts'

const shownPage = listAddress({
  ...listPage,
  entry: textUpTo(200),
  sent: matching(/^\d{0,15}$/),
  from: day,
  to: day,
})
const askedFor = ({ page, size, from, to }: (typeof shownPage)['defaults']) => ({
  ...partOf((page - 1) * size, size),
  ...daysOf(from, to),
})

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  prefetch(commandsOf(deviceIdOf(params), askedFor(shownPage.read(new URL(request.url).searchParams))))

/** Command history with requester and result: accepted does not mean executed. */
export function Component() {
  const id = deviceIdOf(useParams())
  const list = useListState(shownPage)
  const { state: page, show } = list
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...commandsOf(id, askedFor(page)),
    placeholderData: (before) => before,
  })
  const device = useDevice()
  const storageKey = useTableKey('command-history')
  // If the history cannot be read, uses the newest commands in the device record.
  const sent = data?.rows ?? (error ? device.commands : undefined)
  const rows = useMemo(() => commandRows(sent ?? []), [sent])
  const offset = (page.page - 1) * page.size
  const isFiltered = page.from !== '' || page.to !== ''
  const isWhole = !isFiltered && offset === 0 && data?.total !== undefined && data.total <= rows.length
  const server: ServerPage = {
    ...serverPage(list),
    filters: isFiltered ? { when: [page.from, page.to] } : {},
    onChange: ({ offset: to = 0, limit = page.size, filters }) =>
      show({ page: Math.floor(to / limit) + 1, size: limit, ...(filters && textsOfDays(filters.when)) }),
  }
  return (
    <Stack gap="sm">
      {page.entry && (
        <CommandEntry
          deviceId={id}
          entry={page.entry}
          sent={page.sent === '' ? undefined : Number(page.sent)}
          rows={rows}
        />
      )}
      {error && <PartProblem error={error} of={listDeviceCommands} onRetry={refetch} />}
      {sent && runningStates(sent) && (
        <Text component="output" size="sm" c="dimmed">
          A command is in progress. This page updates automatically.
        </Text>
      )}
      {!data && sent && <Text size="sm">These commands are from the {placeOf(device)}. There may be older ones.</Text>}
      {(sent || !error) && (
        <DataTable
          caption="Command history"
          rows={rows}
          columns={isWhole || !data ? commandColumns : pagedCommandColumns}
          rowId={({ id }) => id}
          rowHref={(row) => entryHref(id, row)}
          total={data?.total}
          server={!data || isWhole ? undefined : server}
          loading={!sent}
          stale={isPlaceholderData}
          storageKey={storageKey}
          csv={{
            name: fileName(device),
            write: csvText,
            limit: pageLimit.max,
            pageOf: async (offset, limit, signal) => {
              const part = { ...askedFor(page), device_id: id, offset, limit }
              const { rows, total } = await call(listDeviceCommands, part, signal)
              return { rows: commandRows(rows), total }
            },
          }}
          empty={
            isFiltered ? (
              <Empty title="No commands in this period" />
            ) : (
              <Empty title="No commands sent to this device" />
            )
          }
        />
      )}
      <RecentJobs kind="device" subject={id} endpoint={sendCommands} />
      <NoticesAbout page={paths.device(id)} />
    </Stack>
  )
}

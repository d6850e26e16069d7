import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import type * as z from 'zod'
import { prefetch, query } from '#api/query.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { type Column, DataTable, type ServerPage } from '#ui/DataTable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Stack, Text } from '#ui/layout.ts'
import { Moment } from '#ui/Moment.tsx'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { type CommandRow, commandRows, statusText, underWay } from './command-rows.ts'
import { CommandLife } from './CommandLife.tsx'
import { deviceIdOf, problemOf, useDevice } from './device-query.ts'
import { listPage } from './device-search.ts'
import classes from './DeviceCommands.module.css'

const whileUnderWayMs = 5000

type ListPage = z.output<typeof listPage>
const pageIn = (address: URLSearchParams) => listPage.parse(Object.fromEntries(address))
const commandsOf = (device_id: string, { page, size }: ListPage) =>
  query(listDeviceCommands, { device_id, limit: size, offset: (page - 1) * size })

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  prefetch(commandsOf(deviceIdOf(params), pageIn(new URL(request.url).searchParams)))

/** What was asked of the device, by whom, and what became of it: accepted is not executed (W12). */
export function Component() {
  const id = deviceIdOf(useParams())
  const [address, setAddress] = useSearchParams()
  const page = pageIn(address)
  const { data, error, refetch } = useQuery({
    ...commandsOf(id, page),
    // Not in a hidden tab: that is the default of refetchInterval.
    refetchInterval: ({ state }) => (underWay(state.data?.rows ?? []) ? whileUnderWayMs : false),
  })
  const { commands: inRecord } = useDevice()
  // A server without a command history still sends the newest commands with the record.
  const sent = data?.rows ?? (error ? inRecord : undefined)
  const rows = useMemo(() => commandRows(sent ?? []), [sent])
  const offset = (page.page - 1) * page.size
  const server: ServerPage = {
    offset,
    limit: page.size,
    onChange: ({ offset: to = 0, limit = page.size }) =>
      setAddress({ page: `${Math.floor(to / limit) + 1}`, size: `${limit}` }, { preventScrollReset: true }),
  }
  const isWhole = offset === 0 && data?.total !== undefined && data.total <= rows.length
  return (
    <Stack gap="sm">
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      {sent && underWay(sent) && (
        <Text component="output" size="sm" c="dimmed">
          A command is on its way. This page follows it.
        </Text>
      )}
      {!data && sent && (
        <Text size="sm">These commands came with the record of the device. There may be older ones.</Text>
      )}
      {(sent || !error) && (
        <DataTable
          caption="Command history"
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          total={data?.total}
          server={!data || isWhole ? undefined : server}
          loading={!sent}
          empty={<Empty title="No command was sent to this device" />}
        />
      )}
    </Stack>
  )
}

const columns: Column<CommandRow>[] = [
  {
    id: 'command',
    header: 'Command',
    width: '20%',
    priority: 1,
    value: ({ command }) => command,
    cell: ({ command, label }) => (
      <>
        <Text size="sm" fw={550} truncate>
          {label}
        </Text>
        <code className={classes.wire}>{command}</code>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '16%',
    priority: 1,
    value: ({ status }) => status?.raw,
    cell: ({ status }) => (status ? <StatusBadge tone={status.tone}>{statusText(status)}</StatusBadge> : '–'),
  },
  {
    id: 'when',
    header: 'When',
    width: '13%',
    priority: 1,
    cell: ({ at, raw }) => <Moment at={at} raw={raw} />,
  },
  { id: 'by', header: 'By', width: '13%', priority: 2, cell: ({ by }) => by || '–' },
  {
    id: 'life',
    header: 'Life and remarks',
    width: '38%',
    priority: 1,
    cell: (row) => <CommandLife row={row} />,
  },
]

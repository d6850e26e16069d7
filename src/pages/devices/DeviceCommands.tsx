import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { prefetch, query } from '#api/query.ts'
import { listDeviceCommands, pageLimit } from '#contract/mdm/devices.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Stack, Text } from '#ui/layout.ts'
import { Moment } from '#ui/Moment.tsx'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { type CommandRow, commandRows, statusText, underWay } from './command-rows.ts'
import { CommandLife } from './CommandLife.tsx'
import { deviceIdOf, problemOf, useDevice } from './device-query.ts'
import classes from './DeviceCommands.module.css'

const whileUnderWayMs = 5000

const commandsOf = (device_id: string, page: number) =>
  query(listDeviceCommands, { device_id, limit: pageLimit.default, offset: (page - 1) * pageLimit.default })
const pageIn = (address: URLSearchParams) => {
  const page = Number(address.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  prefetch(commandsOf(deviceIdOf(params), pageIn(new URL(request.url).searchParams)))

/** What was asked of the device, by whom, and what became of it: accepted is not executed (W12). */
export function Component() {
  const id = deviceIdOf(useParams())
  const [address, setAddress] = useSearchParams()
  const page = pageIn(address)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...commandsOf(id, page),
    placeholderData: (rows) => rows,
    // Not in a hidden tab: that is the default of refetchInterval.
    refetchInterval: ({ state }) => (underWay(state.data?.rows ?? []) ? whileUnderWayMs : false),
  })
  const { commands: inRecord } = useDevice()
  // A server without a command history still sends the newest commands with the record.
  const sent = data?.rows ?? (error ? inRecord : undefined)
  const rows = useMemo(() => commandRows(sent ?? []), [sent])
  const offset = (page - 1) * pageLimit.default
  const server = {
    offset,
    limit: pageLimit.default,
    onChange: (to: { offset?: number }) =>
      setAddress({ page: String(Math.floor((to.offset ?? 0) / pageLimit.default) + 1) }, { preventScrollReset: true }),
  }
  const isWhole = data?.total !== undefined && data.total <= rows.length
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
          server={!data || (isWhole && page === 1) ? undefined : server}
          loading={!sent}
          stale={isPlaceholderData}
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

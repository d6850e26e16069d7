import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import type { AskedDevices } from '#components/devices/asked-devices.ts'
import { listConnections } from '#contract/console/connections.ts'
import { Notice } from '#ui/feedback/Notice.tsx'

type Props = { devices: AskedDevices; unmet: readonly string[] }

/** What the server did not do of what it was asked, what was done here instead, and the setting for it. */
export function Unmet({ devices: { isMended, rows }, unmet }: Props) {
  const { data } = useQuery(query(listConnections, {}))
  const connection = data?.connections.find(({ service }) => service === 'mdm')
  const unknown = unmet.filter((name) => connection?.omits?.includes(name) !== true)
  // A connection that says so already, and a list that is right all the same: there is nothing to tell.
  if (unknown.length === 0 && isMended) return null
  const setting = `"omits": [${[...(connection?.omits ?? []), ...unknown].map((name) => `"${name}"`).join(', ')}]`
  return (
    <Notice
      tone={isMended ? 'info' : 'warn'}
      title={`This server ignores or rejects: ${unmet.map((name) => words[name] ?? name).join(', ')}`}
    >
      <span>
        {isMended
          ? 'All devices were loaded, and sorted and filtered in this browser.'
          : `The list cannot be sorted and filtered in this browser: it is too long, or its rows do not carry what is needed. These ${rows.length} rows are as the server sent them, in its own order and not filtered by what is named here.`}
      </span>
      {unknown.length > 0 && connection && (
        <span>
          To stop sending {unknown.length === 1 ? 'it' : 'them'}, write <code>{setting}</code> in the dialect of “
          {connection.name}” in the connections file.
        </span>
      )}
    </Notice>
  )
}

const words: Partial<Record<string, string>> = {
  sort: 'sorting (sort)',
  managed_status: 'the status filter (managed_status)',
  platform: 'the platform filter (platform)',
  owned_by: 'the ownership filter (owned_by)',
  exclude_removed: 'excluding removed devices (exclude_removed)',
  search: 'search (search)',
  limit: 'the number of rows (limit)',
  offset: 'pages by offset (offset)',
}

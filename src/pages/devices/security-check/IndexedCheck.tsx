import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { listAddress, matching, oneOf, pageOf } from '#components/lists/list-address.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { csvText } from '#contract/csv.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import {
  checkIndexedSecurity,
  indexedEncryptions,
  type SecurityFinding,
  securityFindings,
} from '#contract/fleet/fleet-answers.ts'
import { type FleetState, maxQueried } from '#contract/fleet/fleet-endpoints.ts'
import { findingWords } from '#contract/mdm/jobs/security-job.ts'
import { IndexState } from '#components/fleet/IndexState.tsx'
import { unreadOf } from '#components/fleet/until-filled.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { ChosenRows } from './ChosenRows.tsx'
import { encryptionText, securityRow, type SecurityRow } from './security-rows.ts'
import { indexedColumns } from './SecurityColumns.tsx'

type CheckInput = Input<typeof checkIndexedSecurity>
type Row = Output<typeof checkIndexedSecurity>['rows'][number]

const maxShown = 200
const everyMs = 30_000
const fillingEveryMs = 10_000

const { page, size } = pageOf(50, maxShown)
/** URL parameters in addition to those of the device list, whose page and sort order are separate. */
const shown = listAddress({
  encryption: oneOf('', ['', ...indexedEncryptions]),
  finding: oneOf('', ['', ...securityFindings]),
  at: page,
  rows: size,
  by: matching(/^-?[a-z]\w{0,99}$/),
})

type Props = { filters: CheckInput; action: ReactNode; children: ReactNode }

/** Security of devices from the index, at once, with an action; where there is no index, `children`. */
export function IndexedCheck({ filters, action, children }: Props) {
  const list = useListState(shown)
  const { state, show, latest } = list
  const { encryption, finding, at, rows: perPage, by } = state
  const server = serverPage({
    state: { page: at, size: perPage, sort: by },
    latest: () => ({ page: latest().at, size: latest().rows, sort: latest().by }),
    show: (to) => show({ at: to.page ?? at, rows: to.size ?? perPage, by: to.sort ?? by }),
  })
  const chosen: CheckInput = {
    ...filters,
    ...(encryption !== '' && { encryption }),
    ...(finding !== '' && { finding }),
    ...(by !== '' && { sort: by }),
  }
  const part = (offset: number, limit: number): CheckInput => ({ ...chosen, offset, limit })
  const asked = useQuery({
    ...query(checkIndexedSecurity, part(server.offset, server.limit)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && isFilling(data.state) ? fillingEveryMs : everyMs),
  })
  const { data } = asked
  const rows = useMemo(() => (data?.rows ?? []).map(toSecurityRow), [data])
  // Who is not answered has the check itself, as where there is no index.
  if (!data) return asked.isPending ? null : children
  if (data.state.state === 'no-credential')
    return (
      <>
        <WithoutCredential />
        {children}
      </>
    )
  if (data.state.devices === 0 || data.state.withoutRecords) return children
  const { counts } = data
  const all = indexedEncryptions.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="end">
        <Stack gap="xs" flex={1}>
          <IndexState state={data.state} />
        </Stack>
        {action}
      </Group>
      <ListTable
        name="security check"
        asked={asked}
        state={list}
        caption="Security check"
        rows={rows}
        total={data.total}
        server={server}
        columns={indexedColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => paths.deviceSecurity(id)}
        SelectionActions={ChosenRows}
        filterBar={
          <>
            <FilterTabs
              label="Encryption"
              value={encryption}
              options={[
                { value: '' as const, label: 'Any encryption', count: all },
                ...indexedEncryptions
                  .filter((value) => value !== 'Unread' || counts[value] !== undefined || encryption === value)
                  .map((value) => ({ value, label: encryptionText(value), count: counts[value] ?? 0 })),
              ]}
              onChange={(value) => show({ encryption: value, at: 1 }, true)}
            />
            <FilterSelect
              label="Passcode and integrity"
              value={finding}
              options={[
                { value: '', label: 'Any passcode and integrity' },
                ...securityFindings.map((value) => ({ value, label: findingLabel(value, counts) })),
              ]}
              onChange={(value) => show({ finding: securityFindings.find((one) => one === value) ?? '', at: 1 }, true)}
            />
          </>
        }
        csv={{
          name: encryption === '' ? 'security-check' : `encryption-${encryption.toLowerCase()}`,
          endpoint: checkIndexedSecurity,
          asking: chosen,
          write: csvText,
          limit: maxQueried,
          pageOf: async (offset, limit, signal) => {
            const page = await call(checkIndexedSecurity, part(offset, limit), signal)
            return { ...page, rows: page.rows.map(toSecurityRow) }
          },
        }}
        empty={<Empty title="No matching devices" hint={emptyHint(chosen)} />}
      />
    </Stack>
  )
}

/** A count of zero would claim that the devices were checked. */
function findingLabel(value: SecurityFinding, counts: Readonly<Record<string, number>>) {
  const count = counts[value]
  if (count !== undefined) return `${findingWords[value]}: ${count.toLocaleString('en')}`
  return counts.Unread === undefined ? `${findingWords[value]} (not reported)` : findingWords[value]
}

function emptyHint({ encryption, finding }: Pick<CheckInput, 'encryption' | 'finding'>): string {
  if (encryption === undefined && finding === undefined) return 'No device matches the list filters.'
  if (encryption === 'Unread') return 'The records of all these devices have been read.'
  return 'No device has these findings.'
}

const isFilling = (state: FleetState) => state.state !== 'ready' || unreadOf(state) > 0

const toSecurityRow = ({ device_id, device_name, values, encryption }: Row): SecurityRow => ({
  ...securityRow({ ...values, device_id, device_name }, values),
  encryption,
})

const WithoutCredential = () => (
  <Text size="sm" c="dimmed">
    With a service credential for this server, the console indexes devices in the background and shows results here at
    once. Add one in{' '}
    <Anchor component={Link} inherit underline="always" to={paths.connections}>
      Connections
    </Anchor>
    .
  </Text>
)

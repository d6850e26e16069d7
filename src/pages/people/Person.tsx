import { useParams } from 'react-router'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text, Title } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useNow } from '#ui/values/clock.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { computersOf, usePerson } from './person-query.ts'
import {
  certificatesOnDevice,
  computerThing,
  deviceThing,
  inventoryCertificate,
  type OwnCertificate,
  personSummary,
  type Thing,
} from './person-rows.ts'
import { certificateColumns, thingColumns } from './PersonColumns.tsx'

/** One human and everything they have, over all services. */
export function Component() {
  const now = useNow()
  const { name: wanted = '' } = useParams()
  const { names, users, devices, computers, certificates, records, notLookedAt } = usePerson(wanted)
  const phones = (devices.data?.rows ?? []).map(deviceThing)
  const desktops = computersOf(names, computers).map(computerThing)
  const proofs = [
    ...records.flatMap(({ data }) => (data ? certificatesOnDevice(data, now) : [])),
    ...(certificates.data ?? []).map((row, index) => inventoryCertificate(row, index, now)),
  ]
  const card = personSummary(names, [...phones, ...desktops], proofs)
  return (
    <Page
      title={names.name ?? names.mail ?? wanted}
      actions={<CopyButton withText value={card} label="Copy call card" />}
    >
      {names.mail && <Text c="dimmed">{names.mail}</Text>}
      {names.sameName > 0 && (
        <Notice tone="warn" title={`Several people are named ${names.name ?? wanted}`}>
          <span>Results matched only by name may belong to someone else. Search by email address instead.</span>
        </Notice>
      )}
      <Things caption="Devices" number="Serial number" rows={phones} asked={[users, devices]} />
      {devices.data?.isWhole === false && <Text size="sm">Not all matching devices are shown.</Text>}
      <Things caption="Desktops" number="IP address" rows={desktops} asked={computers} />
      <Certificates rows={proofs} asked={[certificates, ...records]} notLookedAt={notLookedAt} />
    </Page>
  )
}

type Asked = readonly { error: Error | null; isLoading: boolean; isEnabled: boolean; refetch: () => Promise<unknown> }[]

const failureIn = (asked: Asked) => {
  const failed = asked.find(({ error }) => error)
  return failed?.error && <QueryProblem error={failed.error} refetch={failed.refetch} />
}
/** Nothing was asked: that is no answer. */
const emptyTitle = (asked: Asked, what: string) =>
  asked.some(({ isEnabled }) => !isEnabled) ? `Your account may not read ${what}` : `No ${what} found`

function Things({ caption, number, rows, asked }: { caption: string; number: string; rows: Thing[]; asked: Asked }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {caption}
      </Title>
      <DataTable
        caption={caption}
        rows={rows}
        columns={thingColumns(number)}
        rowId={({ id }) => id}
        rowHref={({ to }) => to}
        loading={rows.length === 0 && asked.some(({ isLoading }) => isLoading)}
        problem={failureIn(asked)}
        empty={<Empty title={emptyTitle(asked, caption.toLowerCase())} />}
      />
    </Stack>
  )
}

function Certificates({ rows, asked, notLookedAt }: { rows: OwnCertificate[]; asked: Asked; notLookedAt: number }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Certificates
      </Title>
      <DataTable
        caption="Certificates"
        rows={rows}
        columns={certificateColumns}
        rowId={({ id }) => id}
        rowHref={({ to }) => to}
        loading={rows.length === 0 && asked.some(({ isLoading }) => isLoading)}
        problem={failureIn(asked)}
        empty={<Empty title={emptyTitle(asked, 'certificates')} />}
      />
      <Text size="xs" c="dimmed">
        Devices: identity certificates. Key management: certificates with the name or notification email of this person.
        {notLookedAt > 0 && ` ${notLookedAt} more devices were not checked.`}
      </Text>
    </Stack>
  )
}

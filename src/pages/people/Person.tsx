import { type ReactNode, useEffect, useState } from 'react'
import { useOutlet, useParams } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { unanswered } from '#components/actions/unanswered.ts'
import { UnansweredNotices } from '#components/actions/UnansweredNotices.tsx'
import { overviewAndActivity } from '#components/activity/activity-tabs.ts'
import { RawRecordSection } from '#components/devices/RawRecordSection.tsx'
import { isNotOffered } from '#contract/problems/not-offered.ts'
import { useOpened } from '#components/recent/use-opened.ts'
import { isSamePerson } from '#contract/same-person.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack, Text, Title } from '#ui/layout/layout.ts'
import { LinkTabs, TabPanel } from '#ui/layout/LinkTabs.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useNow } from '#ui/values/clock.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { computersOf, usePerson } from './person-query.ts'
import {
  certificatesOnDevice,
  computerOfPerson,
  deviceOfPerson,
  inventoryCertificate,
  type OwnCertificate,
  personSummary,
  type PersonDevice,
} from './person-rows.ts'
import { certificateColumns, thingColumns } from './PersonColumns.tsx'

/** A person with their devices, computers, certificates and keys from all services. */
export function Component() {
  const now = useNow()
  const { name: wanted = '' } = useParams()
  const activity = useOutlet()
  const { names, users, devices, computers, certificates, records, notLookedAt } = usePerson(wanted)
  useOpened('Person', names.name ?? names.mail, paths.person(wanted))
  const phones = (devices.data?.rows ?? []).map(deviceOfPerson)
  const desktops = computersOf(names, computers).map(computerOfPerson)
  const proofs = [
    ...records.flatMap(({ data }) => (data ? certificatesOnDevice(data, now) : [])),
    ...(certificates.data?.rows ?? []).map((row) => inventoryCertificate(row, now)),
  ]
  const isHeld = useHold([devices, ...computers].some(({ isLoading }) => isLoading))
  const questions = [
    { what: 'people', asked: [users] },
    { what: 'devices', asked: [devices] },
    { what: 'desktops', asked: computers },
    { what: 'certificates', asked: [certificates] },
    { what: 'certificates on devices', asked: records },
  ]
  const { failed, notOffered } = unanswered(questions)
  const unread = failed.flatMap(({ whats }) => whats)
  const card = personSummary(names, [...phones, ...desktops], proofs, unread)
  return (
    <Page
      title={names.name ?? names.mail ?? wanted}
      crumbs={[{ label: 'Users', to: paths.users }]}
      actions={!users.isLoading && <CopyButton withText value={card} label="Copy summary" />}
    >
      {users.isLoading && <Loading lines={2} />}
      {names.mail && <Text c="dimmed">{names.mail}</Text>}
      <UnansweredNotices
        failed={failed}
        says="Not read"
        hint="What this person has there is missing below."
        retry="It is read again automatically."
      />
      {names.sameName > 0 && (
        <Notice tone="warn" title={`Several people are named ${names.name ?? wanted}`}>
          <span>Results matched only by name may belong to someone else. Search by email address instead.</span>
        </Notice>
      )}
      <LinkTabs label="Person" tabs={overviewAndActivity(paths.person(wanted))} />
      <TabPanel>
        {activity ?? (
          <Stack gap="md">
            <Things
              caption="Devices"
              number="Serial number"
              rows={phones}
              asked={isMissing(users) ? [devices] : [users, devices]}
            />
            {devices.data?.isWhole === false && <Text size="sm">Not all matching devices are shown.</Text>}
            <Things caption="Desktops" number="IP address" rows={desktops} asked={computers} />
            <Certificates
              rows={isHeld ? [] : proofs}
              asked={[devices, certificates, ...records, ...(isHeld ? computers : [])]}
              notLookedAt={notLookedAt}
              notShown={certificates.data ? certificates.data.total - certificates.data.rows.length : 0}
            />
            {(users.data?.rows ?? [])
              .filter(({ user_name, user_email }) => isSamePerson(names, user_name, user_email))
              .map((user) => (
                <RawRecordSection key={user.user_id ?? user.user_email} record={user} title="Raw record of the user" />
              ))}
            {notOffered.length > 0 && (
              <Text size="xs" c="dimmed">
                Not offered by the servers: {notOffered.join(', ')}.
              </Text>
            )}
          </Stack>
        )}
      </TabPanel>
    </Page>
  )
}

const holdMs = 3000

/** Delays the lower lists for a few seconds while content above them loads, to avoid layout shifts. */
function useHold(isLoading: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  // Timer.
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), holdMs)
    return () => clearTimeout(timer)
  }, [])
  return isLoading && !isOver
}

/** Whether the server has no user list: the devices are then found by name or email address only. */
const isMissing = ({ error }: { error: Error | null }) => error !== null && isNotOffered(problemOf(error))

type QueryStates = readonly { error: Error | null; isLoading: boolean; isEnabled: boolean }[]

/** Title of an empty list: distinguishes no results from missing permissions and failed requests. */
function emptyTitle(asked: QueryStates, what: string) {
  if (asked.some(({ isEnabled }) => !isEnabled)) return `No permission to view ${what}`
  const problems = asked.flatMap(({ error }) => (error ? [problemOf(error)] : []))
  if (problems.some((problem) => !isNotOffered(problem)))
    return problems.length < asked.length ? `Not all ${what} could be read` : `The ${what} could not be read`
  return problems.length > 0 ? `The servers do not offer all ${what}` : `No ${what} found`
}

type Props<T> = { caption: string; columns: Column<T>[]; rows: T[]; asked: QueryStates; children?: ReactNode }

function Part<T extends { id: string; to: string }>({ caption, columns, rows, asked, children }: Props<T>) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {caption}
      </Title>
      <DataTable
        caption={caption}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ to }) => to}
        loading={rows.length === 0 && asked.some(({ isLoading }) => isLoading)}
        empty={<Empty title={emptyTitle(asked, caption.toLowerCase())} />}
      />
      {children}
    </Stack>
  )
}

const Things = ({ number, ...part }: Omit<Props<PersonDevice>, 'columns'> & { number: string }) => (
  <Part {...part} columns={thingColumns(number)} />
)

type CertificatesProps = { rows: OwnCertificate[]; asked: QueryStates; notLookedAt: number; notShown: number }

const Certificates = ({ rows, asked, notLookedAt, notShown }: CertificatesProps) => (
  <Part caption="Certificates" columns={certificateColumns} rows={rows} asked={asked}>
    <Text size="xs" c="dimmed">
      Devices: identity certificates. Key management: certificates with the name or notification email of this person.
      {notShown > 0 && ` ${notShown.toLocaleString('en')} more of key management are not shown.`}
      {notLookedAt > 0 && ` ${notLookedAt} more devices were not checked.`}
    </Text>
  </Part>
)

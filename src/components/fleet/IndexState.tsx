import { Suspense } from 'react'
import { Link } from 'react-router'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { later } from '#ui/layout/later.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { useQueried } from './query-subject.ts'
import { unreadOf } from './until-filled.ts'

const WithoutRecords = later(async () => (await import('./WithoutRecords.tsx')).WithoutRecords)

/** Completeness and age of the index that the results come from. */
export function IndexState({ state }: { state: FleetState }) {
  return (
    <>
      <Trouble state={state} />
      <Unread state={state} />
      {state.state !== 'no-credential' && <Age state={state} />}
    </>
  )
}

function Trouble({ state: { state, problem, asOf } }: { state: FleetState }) {
  const { one, many } = useQueried()
  const all = `${many.charAt(0).toUpperCase()}${many.slice(1)}`
  if (state === 'no-credential')
    return (
      <Notice tone="info" title="The console has no service credential for this server">
        <Text size="sm">
          With one, it indexes every {one} in the background, so that all fields can be queried and counted. Without
          one, lists have only the filters of the server. Add one to the connection in{' '}
          <SettingsLink to={paths.connections}>Connections</SettingsLink>, or an API key in{' '}
          <SettingsLink to={paths.apiKeys}>API keys</SettingsLink>.
        </Text>
      </Notice>
    )
  if (state === 'reading')
    return (
      <Notice tone="info" title={`${all} are being indexed for the first time`}>
        <Text size="sm">{all} that have not been read yet are missing from results and counts.</Text>
      </Notice>
    )
  if (state === 'failing')
    return (
      <Notice tone="warn" title="The last update from the server failed">
        <Text size="sm">
          {problem ? `${problem}. ` : ''}
          {asOf === undefined ? 'No update has succeeded yet.' : 'Results are from the last successful update.'}{' '}
          Retrying automatically.
        </Text>
      </Notice>
    )
  return null
}

/** Notice that full records are missing: conditions on their fields do not match until they have been read. */
function Unread({ state: { state, ...counts } }: { state: FleetState }) {
  const { many, detail } = useQueried()
  const unread = unreadOf(counts)
  if (counts.withoutRecords)
    return (
      <Suspense>
        <WithoutRecords />
      </Suspense>
    )
  if (unread <= 0 || state === 'no-credential' || state === 'reading') return null
  return (
    <Notice tone="info" title={`Records of ${unread.toLocaleString('en')} ${many} have not been read yet`}>
      <Text size="sm">
        Only fields of the list can be queried for them. Conditions on other fields, such as {detail}, do not match them
        yet.
      </Text>
    </Notice>
  )
}

const SettingsLink = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} underline="always" size="sm" to={to}>
    {children}
  </Anchor>
)

function Age({
  state: { asOf, detailed, devices, refused = 0, changed = 0, old, withoutRecords },
}: {
  state: FleetState
}) {
  const { many, record } = useQueried()
  const number = (count: number) => count.toLocaleString('en')
  const unread = devices > 0 ? `List of ${many} not complete yet` : 'Not read yet'
  return (
    <Text size="xs" c="dimmed" component="p">
      {asOf === undefined ? (
        unread
      ) : (
        <>
          As of <Moment at={new Date(asOf)} />
        </>
      )}
      {withoutRecords && ` · ${number(devices)} ${many}`}
      {devices > 0 &&
        !withoutRecords &&
        (detailed === devices
          ? ` · full records of all ${number(devices)} ${many} read`
          : ` · full records of ${number(detailed)} of ${number(devices)} ${many} read`)}
      {refused > 0 && !withoutRecords && ` · ${number(refused)} without ${record}`}
      {changed > 0 && !withoutRecords && ` · ${number(changed)} changed since, still to be read`}
      {old > 0 && ` · ${number(old)} older than an hour`}
    </Text>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, Link } from 'react-router'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { prefetch, query } from '#api/query.ts'
import { inSite } from '#api/site.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { listAddress, oneOf, pageOf } from '#components/lists/list-address.ts'
import { serverPage, useListState } from '#components/lists/use-list-state.ts'
import { calendarOf } from '#contract/console/calendars/expiry-calendar.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { counted } from '#contract/words/counted.ts'
import { maxRows } from '#contract/page.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { asOf, type InventoryRow, type Period, periods } from '#contract/keys/rules/inventory.ts'
import { revocationStates } from '#contract/keys/rules/revocation-state.ts'
import { certificateSearch } from '#pages/certificates/inventory/certificate-search.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { IconDownload } from '#ui/theme/icons.ts'
import { useNow } from '#ui/values/clock.ts'
import { saveFile } from '#ui/values/save-file.ts'
import { periodLabels } from './expiry-periods.ts'
import { ExpiryMonths } from './ExpiryMonths.tsx'

const all = 'all'
const address = listAddress({ ...pageOf(200, maxRows), within: oneOf(all, [all, ...periods]) })
type State = (typeof address)['defaults']
type Found = Output<typeof findCertificates>

/** Excludes revoked certificates, which need no renewal; those on hold can be released. */
const states = revocationStates.filter((state) => state !== 'revoked')
const inPeriod = (within: State['within']) => ({
  states: [...states],
  ...(within !== all && { period: within as Period }),
})
const expiring = ({ within, page, size }: State) =>
  query(findCertificates, { ...inPeriod(within), offset: (page - 1) * size, limit: size })
const theRevoked: Input<typeof findCertificates> = { states: ['revoked'], offset: 0, limit: 1 }

export const loader = ({ request }: LoaderFunctionArgs) =>
  prefetch(expiring(address.read(new URL(request.url).searchParams)))

/** Upcoming expirations by urgency and month, and as a calendar file. */
export function Component() {
  const list = useListState(address)
  const asked = useQuery({ ...expiring(list.state), placeholderData: keepPreviousData })
  const { data, error, refetch } = asked
  return (
    <Page title="Certificate expiry">
      <AreaTabs of="certificates">
        <Stack gap="md">
          <QueryProblem error={error} refetch={refetch} />
          <CacheAge endpoint={findCertificates} asked={asked} />
          {data ? <Timeline found={data} list={list} /> : !error && <Loading />}
        </Stack>
      </AreaTabs>
    </Page>
  )
}

function Timeline({ found, list }: { found: Found; list: ReturnType<typeof useListState<State>> }) {
  const now = useNow()
  const askedRevoked = useQuery(query(findCertificates, theRevoked))
  const revoked = askedRevoked.data?.total ?? 0
  const { problem, pending, attempt } = useAttempt()
  const { within } = list.state
  const { total, counts } = found
  const rows = found.rows.map((row) => asOf(row, now))
  const undated = rows.filter(({ expiry }) => !expiry.at)
  const withDate = within === all ? total - (counts.unknown ?? 0) : within === 'unknown' ? 0 : total
  const server = serverPage(list)
  if (askedRevoked.isLoading && !askedRevoked.isFetched) return <Loading />
  if (counts.all === 0 && revoked === 0)
    return <Empty title="No certificates yet" hint="Expiring certificates will be listed here." />
  return (
    <>
      <Group justify="space-between">
        <FilterTabs
          label="Expires"
          value={within}
          options={[
            { value: all, label: 'All', count: counts.all },
            ...periods.map((value) => ({ value, label: periodLabels[value], count: counts[value] })),
          ]}
          onChange={(value) => list.show({ within: value }, true)}
        />
        <Group gap="md">
          <Anchor component={Link} to={paths.account} size="sm" underline="always">
            Calendar feed
          </Anchor>
          <ActionButton
            reason={withDate === 0 && 'No certificate in this period has a readable date.'}
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={pending}
            onClick={() => attempt(async () => saveCalendar(await everyRow(within)))}
          >
            Calendar file
          </ActionButton>
        </Group>
      </Group>
      {problem && <ProblemPanel problem={problem} />}
      {revoked > 0 && (
        <Text size="sm">
          {counted(revoked, 'revoked certificate is', 'revoked certificates are')} not shown.{' '}
          <Anchor component={Link} to={toRevoked} size="sm" underline="always">
            Show revoked certificates
          </Anchor>
        </Text>
      )}
      {undated.length > 0 && (
        <Text size="sm">
          {`Not shown by month because the date is not readable: ${undated.map(({ name, id }) => name || id).join(', ')}.`}
        </Text>
      )}
      {total === 0 && <Empty title="No certificates expire in this period" />}
      {total > 0 && rows.length === 0 && (
        <Empty
          title={`There is no page ${list.state.page}`}
          hint={`${total.toLocaleString('en')} certificates match.`}
        />
      )}
      <ExpiryMonths rows={rows} isCut={{ before: server.offset > 0, behind: server.offset + rows.length < total }} />
      {total > list.state.size && (
        <Pager {...server} first={server.offset} total={total} count={rows.length} loading={false} />
      )}
    </>
  )
}

const toRevoked = `${paths.certificates}?${certificateSearch.searchFor({ state: 'revoked' })}`

async function everyRow(within: State['within']): Promise<InventoryRow[]> {
  const rows = new Map<string, InventoryRow>()
  for (let offset = 0; ; offset += maxRows) {
    const found = await call(findCertificates, { ...inPeriod(within), offset, limit: maxRows })
    for (const row of found.rows) rows.set(row.id, row)
    if (found.rows.length === 0 || offset + found.rows.length >= found.total) return [...rows.values()]
  }
}

function saveCalendar(rows: readonly InventoryRow[]) {
  saveFile('certificate-expiry.ics', calendarOf(rows, { stamp: new Date(), linkTo }), 'text/calendar')
}

const linkTo = (id: string) => new URL(inSite(paths.certificate(id)), location.origin).href

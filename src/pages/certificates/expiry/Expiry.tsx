import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { prefetch } from '#api/query.ts'
import { inSite } from '#api/site.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { listAddress, textUpTo } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { inventoryQuery, issuedQuery, useRevocations } from '#pages/certificates/certificate-query.ts'
import { type InventoryRow, inventoryOf } from '#pages/certificates/inventory.ts'
import { certificateSearch } from '#pages/certificates/inventory/certificate-search.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { IconDownload } from '#ui/theme/icons.ts'
import { useNow } from '#ui/values/clock.ts'
import { saveFile } from '#ui/values/save-file.ts'
import { bucketsOf, monthsOf } from './expiry-buckets.ts'
import { calendarOf } from './expiry-calendar.ts'
import { ExpiryMonths } from './ExpiryMonths.tsx'

export const loader = () => {
  prefetch(issuedQuery)
  return prefetch(inventoryQuery)
}

const all = 'all'
const periods = listAddress({ within: textUpTo(50) })

/** When what expires, by urgency and by month, and as a calendar to take away. */
export function Component() {
  const now = useNow()
  const { data, error, refetch } = useQuery(inventoryQuery)
  const { revocations } = useRevocations()
  const rows = useMemo(() => inventoryOf(data?.rows ?? [], now, revocations), [data, now, revocations])
  return (
    <Page title="Certificate expiry">
      <AreaTabs of="certificates">
        <Stack gap="md">
          <QueryProblem error={error} refetch={refetch} />
          {data ? <Timeline rows={rows} /> : !error && <Loading />}
        </Stack>
      </AreaTabs>
    </Page>
  )
}

/** What is revoked for good is left out: nobody has to renew it. What is on hold can come back. */
function Timeline({ rows: listed }: { rows: readonly InventoryRow[] }) {
  const { state, show } = useListState(periods)
  const rows = listed.filter(({ revocation }) => revocation.state !== 'revoked')
  const revoked = listed.length - rows.length
  if (listed.length === 0)
    return <Empty title="No certificates yet" hint="Expiring certificates will be listed here." />
  const buckets = bucketsOf(rows)
  const chosen = buckets.find(({ id }) => id === state.within)
  const shown = chosen?.rows ?? rows
  const undated = shown.filter(({ expiry }) => !expiry.at)
  return (
    <>
      <Group justify="space-between">
        <FilterTabs
          label="Expires"
          value={chosen?.id ?? all}
          options={[
            { value: all, label: 'All', count: rows.length },
            ...buckets.map(({ id, label, rows: of }) => ({ value: id, label, count: of.length })),
          ]}
          onChange={(value) => show({ within: value === all ? '' : value }, true)}
        />
        <ActionButton
          reason={shown.length === undated.length && 'No certificate in this period has a readable date.'}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveCalendar(shown)}
        >
          Calendar file
        </ActionButton>
      </Group>
      {revoked > 0 && (
        <Text size="sm">
          {revoked === 1 ? '1 revoked certificate is' : `${revoked.toLocaleString('en')} revoked certificates are`} not
          shown.{' '}
          <Anchor component={Link} to={theRevoked} size="sm" underline="always">
            Show revoked certificates
          </Anchor>
        </Text>
      )}
      {undated.length > 0 && (
        <Text size="sm">
          {`Not shown by month because the date is not readable: ${undated.map(({ name, id }) => name || id).join(', ')}.`}
        </Text>
      )}
      {shown.length === 0 && <Empty title="No certificates expire in this period" />}
      <ExpiryMonths months={monthsOf(shown)} />
    </>
  )
}

const theRevoked = `${paths.certificates}?${certificateSearch.searchFor({ state: 'revoked' })}`

const saveCalendar = (rows: readonly InventoryRow[]) =>
  saveFile('certificate-expiry.ics', calendarOf(rows, Date.now(), linkTo), 'text/calendar')

const linkTo = (id: string) => new URL(inSite(paths.certificate(id)), location.origin).href

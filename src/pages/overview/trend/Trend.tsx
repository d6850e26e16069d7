import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { areas } from '#contract/console/trend/measures.ts'
import { readComputerDistributions, readTrend, type TrendArea } from '#contract/console/trend/trend.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { useNow } from '#ui/values/clock.ts'
import { dayText } from './chart.ts'
import { Distributions } from './Distributions.tsx'
import { Multiple } from './Multiple.tsx'
import classes from './Trend.module.css'

const periods = ['30', '90', '400'] as const
type Period = (typeof periods)[number]
const options = periods.map((value) => ({ value, label: `${value} days` }))
/** Refetch interval while the first values are collected. */
const soonMs = 10_000
/** Refetch interval while a server is unavailable. */
const laterMs = 60_000
const askAgainMs = ({ areas: answered }: Output<typeof readTrend>) =>
  answered.some(({ state }) => state === 'reading')
    ? soonMs
    : answered.some(({ state }) => state === 'failing' || state === 'unchecked') && laterMs

/** Areas whose index may have values of earlier days. */
const hasIndex = new Set<TrendArea['state']>(['kept', 'reading', 'failing'])

/** Daily metrics as small multiples, each linked to its current list. */
export function Trend() {
  const may = useMay()
  const [period, setPeriod] = useState<Period>('90')
  const asked = useQuery({
    ...query(readTrend, { days: Number(period) }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: ({ state }) => state.data !== undefined && askAgainMs(state.data),
  })
  const { data, error, refetch } = asked
  if (data?.areas.length === 0) return null
  const [devices, desktops] = (['devices', 'desktops'] as const).map((name) =>
    data?.areas.find(({ area }) => area === name),
  )
  return (
    <>
      {devices && hasIndex.has(devices.state) && <Distributions of="devices" />}
      {desktops && hasIndex.has(desktops.state) && may(readComputerDistributions.permission) && (
        <Distributions of="computers" />
      )}
      <Panel
        title="Trend"
        aside={data && sinceText(data)}
        actions={
          data && data.from < data.today ? (
            <FilterTabs label="Period" value={period} options={options} onChange={setPeriod} />
          ) : undefined
        }
      >
        <QueryState error={error} refetch={refetch} waiting={!data} lines={5} />
        {data?.areas.map((area) => (
          <AreaTrend key={area.area} area={area} from={data.from} />
        ))}
        {data && (
          <Text size="xs" c="dimmed">
            Recorded once a day (UTC) with the service credential of the console. Gaps are days without data. Each
            number and point opens the current list.
          </Text>
        )}
      </Panel>
    </>
  )
}

function sinceText({ from, today, areas: answered }: { from: string; today: string; areas: TrendArea[] }) {
  if (!answered.some(({ series }) => series.length > 0)) return undefined
  return from < today ? `Since ${dayText(from)}` : 'Starts today'
}

function AreaTrend({ area: { area, state, problem, series }, from }: { area: TrendArea; from: string }) {
  const now = useNow()
  const { label } = areas[area]
  return (
    <section className={classes.area} aria-label={`Trend of ${label}`}>
      <h3 className={classes.title}>{label}</h3>
      {/* `kept` without series: the index is complete, and the first values are about to follow. */}
      <AreaState area={area} state={state === 'kept' && series.length === 0 ? 'reading' : state} problem={problem} />
      {series.length > 0 && (
        <ul className={classes.multiples}>
          {series.map((one) => (
            <Multiple key={one.measure} series={one} from={from} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}

type State = { area: TrendArea['area']; state: TrendArea['state']; problem: string | undefined }

function AreaState({ area, state, problem }: State) {
  if (state === 'kept') return null
  if (state === 'no-credential')
    return (
      <Text size="sm" c="dimmed">
        The console has no service credential for this server. With one, it records these numbers daily and keeps them
        for 400 days. Add one to the connection in{' '}
        <Anchor component={Link} inherit underline="always" to={paths.connections}>
          Connections
        </Anchor>
        .
      </Text>
    )
  if (state === 'key-needed')
    return (
      <Text size="sm" c="dimmed">
        This server does not accept your sign-in. Connect your key to see these:{' '}
        <Anchor
          component={Link}
          inherit
          underline="always"
          to={`${paths.apiKeys}?${new URLSearchParams({ service: areas[area].service })}`}
        >
          Enter the API key
        </Anchor>
        .
      </Text>
    )
  const words = {
    reading: 'Today’s first value is being recorded.',
    hidden: problem ?? 'You cannot see all of them on the server.',
    failing: `No value yet today: ${problem ?? 'the server could not be reached'}. Retrying automatically.`,
    unchecked: `Your access on the server could not be checked: ${problem ?? 'it did not respond'}. Retrying automatically.`,
  }
  return (
    <Text size="sm" c="dimmed">
      {words[state]}
    </Text>
  )
}

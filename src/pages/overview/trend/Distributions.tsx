import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { Bars } from '#components/fleet/Bars.tsx'
import { queryHref } from '#components/fleet/query-href.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { readComputerDistributions, readDistributions } from '#contract/console/trend/trend.ts'
import { paths } from '#paths.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './Trend.module.css'

/** Refetch interval during the first indexing. */
const soonMs = 10_000

const kinds = {
  devices: { endpoint: readDistributions, title: 'Enrolled devices', one: 'device', path: paths.deviceQuery },
  computers: { endpoint: readComputerDistributions, title: 'Desktops', one: 'computer', path: paths.desktopQuery },
} as const

/** Distributions of enrolled devices or computers. Each bar links to its list. */
export function Distributions({ of }: { of: keyof typeof kinds }) {
  const { endpoint, title, one, path } = kinds[of]
  const { data, error, refetch } = useQuery({
    ...query(endpoint, {}),
    staleTime: 60_000,
    refetchInterval: ({ state }) => state.data?.isReading === true && soonMs,
  })
  if (!data && !error) return null
  if (data?.total === 0) return null
  return (
    <Panel title={title} aside={data && `${data.total.toLocaleString('en')}${data.isReading ? ', still loading' : ''}`}>
      {error && <PartProblem error={error} of={endpoint} onRetry={refetch} />}
      {data && (
        <div className={classes.distributions}>
          {data.distributions.map(({ title: by, bars }) => (
            <section key={by} className={classes.area} aria-label={by}>
              <h3 className={classes.title}>{by}</h3>
              <Bars
                label={`${title} by ${by}`}
                one={one}
                total={data.total}
                bars={bars.map((bar) => ({
                  ...bar,
                  id: bar.label,
                  to: bar.query === undefined ? undefined : queryHref(bar.query, path),
                }))}
              />
            </section>
          ))}
        </div>
      )}
    </Panel>
  )
}

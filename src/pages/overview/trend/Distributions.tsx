import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { Bars } from '#components/fleet/Bars.tsx'
import { queryHref } from '#components/fleet/query-href.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { readDistributions } from '#contract/console/trend/trend.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './Trend.module.css'

/** While devices are read for the first time. */
const soonMs = 10_000

/** How enrolled devices are spread. Each bar leads to its devices. */
export function Distributions() {
  const { data, error, refetch } = useQuery({
    ...query(readDistributions, {}),
    staleTime: 60_000,
    refetchInterval: ({ state }) => state.data?.isReading === true && soonMs,
  })
  if (!data && !error) return null
  if (data?.total === 0) return null
  return (
    <Panel
      title="Enrolled devices"
      aside={data && `${data.total.toLocaleString('en')}${data.isReading ? ', still loading' : ''}`}
    >
      {error && <PartProblem error={error} of={readDistributions} onRetry={refetch} />}
      {data && (
        <div className={classes.distributions}>
          {data.distributions.map(({ title, bars }) => (
            <section key={title} className={classes.area} aria-label={title}>
              <h3 className={classes.title}>{title}</h3>
              <Bars
                label={`Enrolled devices by ${title}`}
                total={data.total}
                bars={bars.map((bar) => ({
                  ...bar,
                  id: bar.label,
                  to: bar.query === undefined ? undefined : queryHref(bar.query),
                }))}
              />
            </section>
          ))}
        </div>
      )}
    </Panel>
  )
}

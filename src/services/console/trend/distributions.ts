import type { trend } from '#contract/console/trend/trend.ts'
import type { Output } from '#contract/endpoint.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import { platformsOf } from './take-devices.ts'

type Distributions = Output<(typeof trend)['readDistributions']>
type Bar = Distributions['distributions'][number]['bars'][number]

const enrolled = 'status=2'
const maxVersions = 10

const storage = [
  ['Less than 10 % free', 'disk<10'],
  ['10 to 25 % free', 'disk>=10 disk<25'],
  ['25 to 50 % free', 'disk>=25 disk<50'],
  ['50 % or more free', 'disk>=50'],
  ['Not reported', 'missing:disk'],
] as const
const contact = [
  ['Within a day', 'lastseen<1d'],
  ['1 to 7 days ago', 'lastseen>=1d lastseen<7d'],
  ['7 to 30 days ago', 'lastseen>=7d lastseen<30d'],
  ['30 to 90 days ago', 'lastseen>=30d lastseen<90d'],
  ['Longer ago', 'lastseen>=90d'],
  ['Not reported', 'missing:lastseen'],
] as const

/** How enrolled devices are spread; each bar is a query. */
export async function distributionsOf(
  fleet: Pick<FleetNumbers, 'count' | 'values'>,
  site: string,
): Promise<Omit<Distributions, 'isReading'>> {
  const bars = async (ranges: readonly (readonly [string, string])[]): Promise<Bar[]> => {
    const counted: Bar[] = []
    for (const [label, condition] of ranges) {
      const query = `${enrolled} ${condition}`
      counted.push({ label, query, count: await fleet.count(site, query) })
    }
    return counted.filter(({ label, count }) => count > 0 || label !== 'Not reported')
  }
  const total = await fleet.count(site, enrolled)
  return {
    total,
    distributions: [
      { title: 'OS version', bars: await versionBars(fleet, site, total) },
      { title: 'Free storage', bars: await bars(storage) },
      { title: 'Last contact', bars: await bars(contact) },
    ],
  }
}

/** The versions that most have, each counted as its list counts it, and how many devices have none of them. */
async function versionBars(fleet: Pick<FleetNumbers, 'count' | 'values'>, site: string, total: number): Promise<Bar[]> {
  const versions = (await platformsOf(fleet, site)).flatMap(({ name, majors }) =>
    majors.map(({ major, line, about }) => ({ label: `${name} ${major}`, query: line, about })),
  )
  const counted: Bar[] = []
  for (const { label, query } of versions.toSorted((a, b) => b.about - a.about).slice(0, maxVersions))
    counted.push({ label, query, count: await fleet.count(site, query) })
  const rest = total - counted.reduce((sum, { count }) => sum + count, 0)
  const shown = counted.toSorted((a, b) => b.count - a.count)
  return rest > 0 ? [...shown, { label: 'Other or unknown versions', count: rest }] : shown
}

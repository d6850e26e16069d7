import type { trend } from '#contract/console/trend/trend.ts'
import type { Output } from '#contract/endpoint.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import { quoted } from '#contract/fleet/query-words.ts'
import { platformsOf } from './take-devices.ts'

type Distributions = Output<(typeof trend)['readDistributions']>
type Bar = Distributions['distributions'][number]['bars'][number]

const enrolled = 'status=2'
const maxVersions = 10

const notStated = 'Not reported'
const storage = [
  ['Less than 10 % free', 'disk<10'],
  ['10 to 25 % free', 'disk>=10 disk<25'],
  ['25 to 50 % free', 'disk>=25 disk<50'],
  ['50 % or more free', 'disk>=50'],
  [notStated, 'missing:disk'],
] as const
const contact = [
  ['Within a day', 'lastseen<1d'],
  ['1 to 7 days ago', 'lastseen>=1d lastseen<7d'],
  ['7 to 30 days ago', 'lastseen>=7d lastseen<30d'],
  ['30 to 90 days ago', 'lastseen>=30d lastseen<90d'],
  ['Longer ago', 'lastseen>=90d'],
  [notStated, 'missing:lastseen'],
] as const

type Counting = Pick<FleetNumbers, 'count' | 'values'>
type Ranges = readonly (readonly [label: string, condition: string])[]

/** How enrolled devices are spread; each bar is a query. */
export async function distributionsOf(fleet: Counting, site: string): Promise<Omit<Distributions, 'isReading'>> {
  const total = await fleet.count(site, enrolled)
  const within = { fleet, site, among: enrolled, total }
  return {
    total,
    distributions: [
      { title: 'OS version', bars: await versionBars(fleet, site, total) },
      { title: 'Free storage', bars: await rangeBars(within, storage) },
      { title: 'Last contact', bars: await rangeBars(within, contact) },
    ],
  }
}

/** How computers are. */
export async function computerDistributionsOf(
  fleet: Counting,
  site: string,
): Promise<Omit<Distributions, 'isReading'>> {
  const total = await fleet.count(site, '')
  const within = { fleet, site, among: '', total }
  return {
    total,
    distributions: [
      { title: 'Operating system', bars: await systemBars(fleet, site, total) },
      { title: 'Free storage of the fullest volume', bars: await rangeBars(within, storage) },
      { title: 'Last contact', bars: await rangeBars(within, contact) },
    ],
  }
}

/** What is in none of the ranges has no record in the index, which no line names. */
async function rangeBars(
  { fleet, site, among, total }: { fleet: Counting; site: string; among: string; total: number },
  ranges: Ranges,
): Promise<Bar[]> {
  const counted: Bar[] = []
  for (const [label, condition] of ranges) {
    const query = `${among} ${condition}`.trim()
    counted.push({ label, query, count: await fleet.count(site, query) })
  }
  const shown = counted.filter(({ label, count }) => count > 0 || label !== notStated)
  return withRest(shown, total, 'Record not read')
}

function withRest(bars: readonly Bar[], total: number, label: string): Bar[] {
  const rest = total - bars.reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...bars, { label, count: rest }] : [...bars]
}

/** The systems that most have, however their servers spell them. */
async function systemBars(fleet: Counting, site: string, total: number): Promise<Bar[]> {
  const names = new Map<string, string>()
  for (const { value } of await fleet.values(site, '', 'os_name')) {
    const name = String(value)
    if (name.trim() !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    if (names.size === maxVersions) break
  }
  const counted: Bar[] = []
  for (const label of names.values()) {
    const query = `os_name=${quoted(label)}`
    counted.push({ label, query, count: await fleet.count(site, query) })
  }
  return withRest(
    counted.toSorted((a, b) => b.count - a.count),
    total,
    'Other or unknown operating systems',
  )
}

/** The versions that most have, each counted as its list counts it, and how many devices have none of them. */
async function versionBars(fleet: Counting, site: string, total: number): Promise<Bar[]> {
  const versions = (await platformsOf(fleet, site)).flatMap(({ name, majors }) =>
    majors.map(({ major, line, about }) => ({ label: `${name} ${major}`, query: line, about })),
  )
  const counted: Bar[] = []
  for (const { label, query } of versions.toSorted((a, b) => b.about - a.about).slice(0, maxVersions))
    counted.push({ label, query, count: await fleet.count(site, query) })
  const shown = counted.toSorted((a, b) => b.count - a.count)
  return withRest(shown, total, 'Other or unknown versions')
}

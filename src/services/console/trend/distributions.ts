import type { trend } from '#contract/console/trend/trend.ts'
import type { Output } from '#contract/endpoint.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import { quoted } from '#contract/fleet/query-words.ts'
import { enrolled, platformsOf } from './take-devices.ts'

type Distributions = Output<(typeof trend)['readDistributions']>
type Bar = Distributions['distributions'][number]['bars'][number]

const maxVersions = 10

const notStated = 'Not reported'
const storage = [
  ['Less than 10 % free', 'disk<10'],
  ['10 to 25 % free', 'disk>=10 disk<25'],
  ['25 to 50 % free', 'disk>=25 disk<50'],
  ['50 % or more free', 'disk>=50'],
  [notStated, 'missing:disk'],
] as const
const ages = (field: string) =>
  [
    ['Within a day', `${field}<1d`],
    ['1 to 7 days ago', `${field}>=1d ${field}<7d`],
    ['7 to 30 days ago', `${field}>=7d ${field}<30d`],
    ['30 to 90 days ago', `${field}>=30d ${field}<90d`],
    ['Longer ago', `${field}>=90d`],
    [notStated, `missing:${field}`],
  ] as const
const notRead = 'Record not read'

type Counting = Pick<FleetNumbers, 'countEach' | 'combinations'>
/** `rest`: devices in none of the ranges, which no query describes. Without any record, there are no values. */
type Spread = {
  title: string
  ranges: readonly (readonly [label: string, condition: string])[]
  rest: string
  isByCount?: true
}

/** Distributions of enrolled devices; each bar is a query. */
export async function distributionsOf(fleet: Counting, site: string): Promise<Omit<Distributions, 'isReading'>> {
  return counted({ fleet, site, among: enrolled }, [
    { title: 'OS version', ranges: await versions(fleet, site), rest: 'Other or unknown versions', isByCount: true },
    { title: 'Free storage', ranges: storage, rest: notRead },
    { title: 'Last contact', ranges: ages('lastseen'), rest: notRead },
  ])
}

/** Distributions of computers. */
export async function computerDistributionsOf(
  fleet: Counting,
  site: string,
): Promise<Omit<Distributions, 'isReading'>> {
  return counted({ fleet, site, among: '' }, [
    {
      title: 'Operating system',
      ranges: await systems(fleet, site),
      rest: 'Other or unknown operating systems',
      isByCount: true,
    },
    { title: 'Free storage of the fullest volume', ranges: storage, rest: notRead },
    { title: 'Last contact', ranges: ages('lastseen'), rest: notRead },
    { title: 'Last successful scan', ranges: ages('scanned'), rest: notRead },
  ])
}

/** Counts all bars in a single pass, so that they add up to the total. */
async function counted(
  { fleet, site, among }: { fleet: Counting; site: string; among: string },
  spreads: readonly Spread[],
): Promise<Omit<Distributions, 'isReading'>> {
  const conditions = spreads.flatMap(({ ranges }) => ranges.map(([, condition]) => condition))
  const [total = 0, ...counts] = await fleet.countEach(site, among, ['', ...conditions])
  const left = counts.values()
  return {
    total,
    distributions: spreads.map(({ title, ranges, rest, isByCount }) => {
      const bars = ranges.map(([label, condition]) => ({
        label,
        query: `${among} ${condition}`.trim(),
        count: left.next().value ?? 0,
      }))
      const sorted = isByCount ? bars.toSorted((a, b) => b.count - a.count) : bars
      const shown = sorted.filter(({ label, count }) => count > 0 || label !== notStated)
      return { title, bars: withRest(shown, total, rest) }
    }),
  }
}

function withRest(bars: readonly Bar[], total: number, label: string): Bar[] {
  const rest = total - bars.reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...bars, { label, count: rest }] : [...bars]
}

/** The most frequent operating systems, across spellings. */
async function systems(fleet: Counting, site: string): Promise<Spread['ranges']> {
  const names = new Map<string, string>()
  for (const { values } of await fleet.combinations(site, '', ['os_name'])) {
    const name = String(values[0] ?? '')
    if (name.trim() !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    if (names.size === maxVersions) break
  }
  return [...names.values()].map((name) => [name, `os_name=${quoted(name)}`])
}

/** The most frequent versions, counted as in their list. */
async function versions(fleet: Counting, site: string): Promise<Spread['ranges']> {
  const all = (await platformsOf(fleet, site)).flatMap(({ name, majors }) =>
    majors.map(({ major, condition, about }) => ({ label: `${name} ${major}`, condition, about })),
  )
  const most = all.toSorted((a, b) => b.about - a.about).slice(0, maxVersions)
  return most.map(({ label, condition }) => [label, condition])
}

import { behindPrefix, deviceMeasures, viewPrefix } from '#contract/console/trend/measures.ts'
import type { Question } from '#contract/console/views/views.ts'
import { quoted } from '#contract/fleet/query-words.ts'
import { Problem } from '#contract/problem.ts'
import { hashOf } from '#platform/digest.ts'
import type { FleetNumbers } from '#services/console/fleet/fleet-numbers.ts'
import type { Taken } from './trend-store.ts'

type Counting = Pick<FleetNumbers, 'count' | 'combinations'>

export const enrolled = 'status=2'
const maxPlatforms = 5
/** Minimum share of a version to count as the latest, which excludes early adopters. */
const minShare = 0.02

/**
 * Enrolled devices of a platform by major version, newest first. `condition` restricts the query; `about` is the number
 * of devices.
 */
type Major = { major: number; condition: string; about: number }
type Platform = { name: string; line: string; majors: Major[] }

/** The most frequent platforms, across spellings. */
export async function platformsOf(fleet: Pick<Counting, 'combinations'>, site: string): Promise<Platform[]> {
  const platforms = new Map<string, { name: string; about: number; majors: Map<number, number> }>()
  for (const { values, count } of await fleet.combinations(site, enrolled, ['platform_type', 'os_version'])) {
    const [name = '', version = ''] = values.map((value) => String(value ?? ''))
    if (name.trim() === '') continue
    const platform = platforms.get(name.toLowerCase()) ?? { name, about: 0, majors: new Map() }
    const major = Number(/^\d{1,8}/.exec(version.trim())?.[0] ?? Number.NaN)
    if (!Number.isNaN(major)) platform.majors.set(major, (platform.majors.get(major) ?? 0) + count)
    platforms.set(name.toLowerCase(), Object.assign(platform, { about: platform.about + count }))
  }
  const most = [...platforms.values()].toSorted((a, b) => b.about - a.about).slice(0, maxPlatforms)
  return most.map(({ name, majors }) => {
    const condition = `platform=${quoted(name)}`
    const sorted = [...majors].toSorted(([one], [other]) => other - one)
    return {
      name,
      line: `${enrolled} ${condition}`,
      majors: sorted.map(([major, about]) => ({
        major,
        condition: `${condition} os>=${major} os<${major + 1}`,
        about,
      })),
    }
  })
}

/** Metrics of the index, and of pinned queries. */
export async function takeDevices(
  fleet: Counting,
  site: string,
  views: readonly { id: number; question: Question }[],
): Promise<Taken[]> {
  const taken: Taken[] = []
  const isEmpty = (await fleet.count(site, '')) === 0
  for (const [measure, { query, field }] of Object.entries(deviceMeasures)) {
    const value = await fleet.count(site, query)
    const isKnown = value > 0 || isEmpty || (await fleet.count(site, `-missing:${field}`)) > 0
    if (isKnown) taken.push({ measure, value })
  }
  for (const { name, line, majors } of await platformsOf(fleet, site)) {
    const total = await fleet.count(site, line)
    const newest = majors.find(({ about }) => about >= total * minShare)
    if (!newest) continue
    const asked = `${line} os<${newest.major}`
    taken.push({ measure: `${behindPrefix}${name}`, value: await fleet.count(site, asked), asked })
  }
  for (const { id, question } of views) {
    const value = await countView(fleet, site, question)
    if (value !== undefined) taken.push({ measure: `${viewPrefix}${id}`, value, asked: digestOf(question) })
  }
  return taken
}

const lineOf = ({ input }: Question) => (typeof input.query === 'string' ? input.query : '')

/** A digest, since view queries may contain names. A changed query starts a new series. */
export const digestOf = (question: Question) => hashOf(lineOf(question))

/** Undefined if the query is no longer valid, such as after a custom field was renamed. */
async function countView(fleet: Counting, site: string, question: Question): Promise<number | undefined> {
  try {
    return await fleet.count(site, lineOf(question))
  } catch (error) {
    if (error instanceof Problem && error.code === 'INVALID_INPUT') return undefined
    throw error
  }
}

import type { Kysely } from 'kysely'
import { approvalConcerns } from '#contract/attention/approval-concerns.ts'
import type { Concern, Places } from '#contract/attention/concern.ts'
import { endingKeys } from '#contract/attention/command-concerns.ts'
import { isOfDiscovery, scheduleConcerns } from '#contract/attention/schedule-concerns.ts'
import { applied } from '#contract/jobs/applied.ts'
import { checkedKinds } from '#contract/subject-kinds.ts'
import type { ConnectionView } from '#contract/console/connections.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { KeyStore } from '#services/console/api-keys/key-store.ts'
import type { Health } from '#services/console/connections/health/open-health.ts'
import { releasedLately } from '#services/console/jobs/job-store.ts'
import { runStore } from '#services/console/schedules/run-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Found } from './server-events.ts'

type Database = Kysely<ConsoleTables>
const dayMs = 86_400_000
/** Older events are not reported. */
const newsMs = 7 * dayMs
/** Limits the events of one check. */
const max = 200

/** Approval requests that are pending, or were released by their requester. */
export async function approvalsWaiting(database: Database, site: string, places: Places): Promise<Found[]> {
  const asked = database
    .selectFrom('console_job')
    .innerJoin('console_approval', 'console_approval.job', 'console_job.id')
    .select(['id', 'user_name', 'action', 'waiting', 'asked_at', 'until', 'decision', 'note', 'decided_at'])
    .where('site', '=', site)
    .orderBy('id', 'desc')
    .limit(max)
  const held = await asked.where('state', '=', 'held').where('decision', 'is', null).execute()
  const released = await asked.where('id', 'in', releasedLately(database)).execute()
  return [...released, ...held].flatMap((row) => {
    const { id, user_name: by, action, waiting, asked_at: askedAt, until, decision, note, decided_at } = row
    const approval = { action, askedAt, until, decision: decision ?? undefined, note, at: decided_at ?? undefined }
    const found = approvalConcerns([{ id, by, approval, counts: { waiting } }], places)
    return decision === 'released' ? found.map((one) => Object.assign(one, { heading: releasedAlone })) : found
  })
}
const releasedAlone = 'A request was released without a second person'

/** Endpoints of jobs whose failed items are results. */
const checks = [...applied.values()].flatMap(({ id, job }): string[] => (checkedKinds.has(job.kind) ? [id] : []))

/** Jobs that ended with failures or are paused, except by a user; schedules likewise. */
export async function jobsFailed(
  database: Database,
  site: string,
  places: Places,
  now: () => number,
): Promise<Concern[]> {
  const jobs = database
    .selectFrom('console_job')
    .select(['id', 'title', 'endpoint', 'failed', 'refused', 'unknown', 'why_code', 'why_message', 'ended_at'])
    .where('site', '=', site)
    .where('is_template', '=', 0)
    .orderBy('id', 'desc')
    .limit(max)
  const ended = await jobs
    .where('state', '=', 'ended')
    .where('ended_at', '>', Date.now() - newsMs)
    .where((row) =>
      row.or([
        row.and([row('failed', '>', 0), row('endpoint', 'not in', checks)]),
        row('refused', '>', 0),
        row('unknown', '>', 0),
      ]),
    )
    .execute()
  const paused = await jobs.where('state', '=', 'paused').where('why_code', '!=', 'PAUSED').execute()
  const about = (id: number, title: string) =>
    ({ kind: 'job', urgent: true, id: `job ${id}`, title, to: places.job(String(id)) }) as const
  return [
    ...ended.map(({ id, title, endpoint, failed, refused, unknown, ended_at }) =>
      Object.assign(about(id, title), {
        state: `ended ${ended_at}`,
        why: `Job ended: ${countsText({ ...(!checks.includes(endpoint) && { failed }), refused, unknown })}`,
      }),
    ),
    ...paused.map(({ id, title, why_code, why_message }) =>
      Object.assign(about(id, title), {
        state: `paused ${why_code}`,
        why: `Job paused: ${why_message}`,
      }),
    ),
    ...(await aboutSchedules(database, site, places, now)).filter((one) => !isOfDiscovery(one)),
  ]
}

/** Scheduled discoveries whose last run found changes. */
export const discoveryChanges = async (...asked: Parameters<typeof aboutSchedules>): Promise<Concern[]> =>
  (await aboutSchedules(...asked)).filter(isOfDiscovery)

async function aboutSchedules(database: Database, site: string, places: Places, now: () => number): Promise<Concern[]> {
  const schedules = await database
    .selectFrom('console_schedule')
    .select(['id', 'title', 'state', 'why_code', 'why_message'])
    .where('site', '=', site)
    .where('state', '!=', 'ended')
    .execute()
  const last = await runStore(database, now).lastOf(schedules.map(({ id }) => id))
  const told = schedules.map(({ id, title, state, why_code: code, why_message: message }) => {
    const run = last.get(id)
    return { id, title, state, why: code === '' ? undefined : { code, message }, last: run }
  })
  return scheduleConcerns(told, places)
}

const countsText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
    .join(', ')

/** Servers with problems, without addresses, which do not belong in email. */
export async function connectionsUnwell(health: Health, site: Site, places: Places): Promise<Concern[]> {
  const all = await health.check(site, undefined)
  return all.flatMap(({ name, service, level, findings }) => {
    if (level !== 'bad') return []
    const bad = findings.filter((one) => one.level === 'bad')
    return [
      {
        id: `connection ${service} ${name}`,
        state: bad.map(({ check }) => check).join(' '),
        kind: 'connection',
        urgent: true,
        title: `Connection ${name}`,
        why: bad.map(({ title, next }) => [title, next].filter(Boolean).join(': ')).join('. '),
        to: places.connections,
      },
    ]
  })
}

export async function keysEnding(
  keys: Pick<KeyStore, 'stateOf'>,
  site: Site,
  now: number,
  places: Places,
): Promise<Concern[]> {
  const all = await Promise.all(
    [...site.upstreams.values()].map(async (upstream) => ({ name: upstream.name, key: await keys.stateOf(upstream) })),
  )
  return endingKeys(
    all.flatMap(({ name, key }): Pick<ConnectionView, 'name' | 'key'>[] => (key ? [{ name, key }] : [])),
    now,
    places,
  )
}
